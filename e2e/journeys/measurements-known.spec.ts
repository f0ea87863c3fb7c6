import { readFileSync } from 'node:fs'
import { expect, test } from '../journey.ts'
import { apart, ask, cusps, putAtComment, type Point } from '../people/measurer.ts'
import { scannedCase } from '../people/scanned-case.ts'
import { modelOn, viewerOn } from '../people/viewer.ts'
import { samples } from '../portal/place.ts'

test(
  'distance, angle and tooth size on the real cast are those of its file',
  { tag: '@long' },
  async ({ page, portal, signIn }) => {
    test.setTimeout(180_000)
    const testCase = await scannedCase(portal, { upper: readFileSync(samples.scan) })
    const file_id = testCase.upper
    await signIn(testCase.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    const canvas = modelOn(page, /^Submission: upper arch/)
    await expect(canvas).toBeVisible({ timeout: 90_000 })
    await expect(canvas).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 })
    const [left, right, front] = cusps()
    for (const [text, point] of Object.entries({ Left: left, Right: right, Front: front }))
      expect(await ask(page, `/patients/${testCase.id}/pins`, { kind: 'submission', file_id, point, text })).toBe(200)
    await expect(page.getByRole('region', { name: 'Comments on the scan' }).getByRole('listitem')).toHaveCount(3)
    const viewer = viewerOn(page)
    await canvas.focus()
    await page.keyboard.press('4')
    await expect(modelOn(page, /upper occlusal view/)).toBeVisible()
    const panel = viewer.getByRole('region', { name: 'Measurements' })
    const drafts = panel.getByRole('list', { name: 'On this screen' }).getByRole('listitem')
    const [toLeft, toRight] = [left, right].map((end) => end.map((value, axis) => value - front[axis]!)) as [
      Point,
      Point,
    ]
    const cosine = toLeft.reduce((sum, value, axis) => sum + value * toRight[axis]!, 0)
    const angle = (Math.acos(cosine / (apart(left, front) * apart(right, front))) * 180) / Math.PI
    const known = [
      { key: 'm', at: ['Left', 'Right'], value: apart(left, right), exact: 0.1, unit: 'mm' },
      { key: 'a', at: ['Left', 'Front', 'Right'], value: angle, exact: 0.3, unit: '°' },
      { key: 't', at: ['Left', 'Front'], value: apart(left, front), exact: 0.1, unit: 'mm' },
    ]
    for (const [taken, { key, at, value, exact, unit }] of known.entries()) {
      await canvas.focus()
      await page.keyboard.press(key)
      for (const words of at) await putAtComment(page, viewer, words)
      await expect(drafts).toHaveCount(taken + 1)
      const said = await drafts.last().locator('strong').innerText()
      expect(said).toContain(unit)
      expect(Math.abs(Number.parseFloat(said) - value), `${key}: ${said} for ${value}`).toBeLessThan(exact)
    }
  },
)
