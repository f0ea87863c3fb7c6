import { readFileSync } from 'node:fs'
import { checkScan, toBinaryStl } from '../../packages/mesh/src/index.ts'
import { seriousOn } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { modelOn, viewerOn } from '../people/viewer.ts'
import { samples } from '../portal/place.ts'

const { mesh, report } = checkScan(readFileSync(samples.scan))
const scan = mesh!

/** The real scan moved along the height of the cast, in millimeters. */
const higher = (by: number) => scan.positions.map((value, at) => (at % 3 === 1 ? value + by : value))

const figure = (text: string) => Number.parseFloat(text.replace('−', '-'))

test(
  'a setup that was moved a known way shows that way on the deviation map, and none after a best fit',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    test.setTimeout(150_000)
    const { given } = portal
    const tech = await given.user('tech_support', ['Tina', 'Tech'])
    const testCase = await given.case({ stage: 'in_progress', tech })
    const upper = { jaws_id: 1, name: 'upper.stl' } as const
    const moved = (by: number) => toBinaryStl({ positions: higher(by), indices: scan.indices })
    // The doctor sent the arch twice; the setup stands 0.25 mm above the second scan.
    await given.scanFile(testCase, tech, { ...upper, bytes: readFileSync(samples.scan), kind: 'submission' })
    await given.scanFile(testCase, tech, { ...upper, bytes: moved(0.15), kind: 'submission' })
    await given.scanFile(testCase, tech, { ...upper, bytes: moved(0.4), kind: 'setup' })
    await signIn(tech)
    await page.goto(`/patient-details/${testCase.id}`)
    await expect(modelOn(page, /^Setup: upper arch, front view/)).toBeVisible({ timeout: 60_000 })
    const viewer = viewerOn(page)
    // Both scans are there before the setup is held against the second one.
    await page.getByRole('button', { name: 'Submitted scans' }).click()
    await expect(viewer.getByRole('button', { name: /^Show Upper/ })).toHaveCount(2, { timeout: 60_000 })
    await page.getByRole('button', { name: 'Setup', exact: true }).click()
    await expect(modelOn(page, /^Setup: upper arch/)).toBeVisible()
    await viewer.getByRole('button', { name: 'Compare' }).click()
    const panel = viewer.getByRole('region', { name: 'Compare' })
    const other = panel.getByRole('combobox', { name: 'With' })
    await expect(other).toHaveValue(/^scene:/)
    const row = (name: string) => panel.getByRole('row', { name }).getByRole('cell')
    // Where the surface faces up or down the whole way is seen, nowhere more.
    await expect(row('Farthest out')).toHaveText(/mm/, { timeout: 30_000 })
    expect(Math.abs(figure(await row('Farthest out').innerText()) - 0.25)).toBeLessThanOrEqual(0.01)
    expect(Math.abs(figure(await row('Farthest in').innerText()) + 0.25)).toBeLessThanOrEqual(0.01)
    expect(figure(await row('Has a counterpart').innerText())).toBeGreaterThan(97)
    const canvas = viewer.getByRole('application', { name: /^Setup/ })
    const box = (await canvas.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await expect(panel.getByText(/^Here: [+−]?0\.[0-2]\d mm$/)).toBeVisible()
    await expect(panel.getByText('A review aid, not for diagnosis or manufacture.')).toBeVisible()
    await picture(page, 'compare', { fullPage: true })
    await panel.getByRole('checkbox', { name: 'Show the other one, see-through' }).check()
    await panel.getByRole('combobox', { name: 'Scale' }).selectOption('0.25')
    await picture(page, 'compare-ghost')

    await panel.getByRole('combobox', { name: 'Aligned' }).selectOption('fit')
    await expect(row('Fitted by')).toHaveText('0.25 mm, 0.0°', { timeout: 30_000 })
    expect(figure(await row('Mean').innerText())).toBeLessThanOrEqual(0.01)
    await expect(row('Within 0.1 mm')).toHaveText('100 %')
    expect(await seriousOn(page)).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('iframe[title^="3D view"]').evaluate((frame) => frame.scrollIntoView({ block: 'center' }))
    await expect(panel).toBeVisible()
    await expectFitForPhone(page)
    await picture(page, 'compare-phone')
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture(page, 'compare-phone-dark')
    // Laid down, the stone is back.
    await viewer.getByRole('button', { name: 'Compare' }).click()
    await expect(panel).toBeHidden()

    // Two scans of one picture: the second lies 0.15 mm above the first.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Submitted scans' }).click()
    await expect(modelOn(page, /^Submission: upper arch/)).toBeVisible({ timeout: 60_000 })
    await viewer.getByRole('button', { name: 'Compare' }).click()
    await panel.getByRole('combobox', { name: 'Aligned' }).selectOption('files')
    const first = await other.getByRole('option').last().getAttribute('value')
    expect(first).toMatch(/^file:/)
    await other.selectOption(first)
    await expect
      .poll(async () => Math.abs(figure(await row('Farthest out').innerText()) - 0.15), { timeout: 30_000 })
      .toBeLessThanOrEqual(0.01)
  },
)

test(
  'the contact map of the real scan on its own impression touches everywhere',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    test.setTimeout(150_000)
    const { given } = portal
    const testCase = await given.case()
    const { owner } = testCase.practice
    const outside = scan.indices.map((_, at, all) => (at % 3 === 0 ? all[at]! : all[at + (at % 3 === 1 ? 1 : -1)]!))
    await given.scanFile(testCase, owner, {
      bytes: readFileSync(samples.scan),
      kind: 'submission',
      jaws_id: 1,
      name: 'upper.stl',
    })
    const impression = toBinaryStl({ positions: higher(-0.05), indices: outside })
    await given.scanFile(testCase, owner, { bytes: impression, kind: 'submission', jaws_id: 2, name: 'lower.stl' })
    await signIn(owner)
    await page.goto(`/patient-details/${testCase.id}`)
    await expect(modelOn(page, /upper and lower arch, front view/)).toBeVisible({ timeout: 60_000 })
    const viewer = viewerOn(page)
    await viewer.getByRole('button', { name: 'Contacts' }).click()
    const panel = viewer.getByRole('region', { name: 'Contacts' })
    // An impression is no arch of a bite: without one there are no figures, until a person says that the files fit.
    await expect(panel.getByText(/so there are no contacts to show/)).toBeVisible()
    await viewer.getByRole('button', { name: 'Scanned apart. Place the arches' }).click()
    const placing = viewer.getByRole('region', { name: 'Place the arches' })
    await placing.getByRole('button', { name: 'As in the files' }).click()
    await placing.getByRole('button', { name: 'Save' }).click()
    await expect(viewer.getByRole('button', { name: /^Placed by .+\. Place the arches$/ })).toBeVisible()
    for (const arch of ['Upper', 'Lower']) {
      const cells = panel.getByRole('row', { name: arch }).getByRole('cell')
      await expect(cells.first()).toHaveText(/mm²/, { timeout: 30_000 })
      const [right, left] = (await cells.allInnerTexts()).map(Number.parseFloat)
      // Nowhere farther than 0.05 mm apart: all of its area touches.
      expect(Math.abs(right! + left! - report.area_mm2)).toBeLessThan(report.area_mm2 * 0.001)
      expect(Math.min(right!, left!)).toBeGreaterThan(1000)
    }
    await picture(page, 'contacts')
    await expect(panel.getByText('A review aid, not for diagnosis or manufacture.')).toBeVisible()
    // Colors of one map at a time.
    await viewer.getByRole('button', { name: 'Cross-section' }).click()
    await expect(panel).toBeHidden()
  },
)
