import { readFileSync } from 'node:fs'
import { checkScan, toBinaryStl } from '../../packages/mesh/src/index.ts'
import { MeasuredSurface } from '../../packages/mesh/src/surface-distance.ts'
import { expect, test } from '../journey.ts'
import { ask } from '../people/measurer.ts'
import { scannedCase } from '../people/scanned-case.ts'
import { expectDrawn, modelOn, viewerOn } from '../people/viewer.ts'
import { samples } from '../portal/place.ts'

const bytes = readFileSync(samples.scan)
const scan = checkScan(bytes).mesh!

/** What fits on the real scan: the same surface from its other side, a tenth of a millimeter lower. */
const impression = toBinaryStl({
  positions: scan.positions.map((value, at) => (at % 3 === 1 ? value - 0.1 : value)),
  indices: scan.indices.map((_, at, all) => (at % 3 === 0 ? all[at]! : all[at + (at % 3 === 1 ? 1 : -1)]!)),
})

test(
  'the real scan is seen from all sides, laid open, and what is pinned to it lies on it',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    test.setTimeout(120_000)
    const testCase = await scannedCase(portal, { upper: bytes, lower: impression })
    await signIn(testCase.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    const model = modelOn(page, /upper and lower arch, front view/)
    // Both scans are processed by a job first.
    await expect(model).toBeVisible({ timeout: 60_000 })
    await expectDrawn(model)
    const viewer = viewerOn(page)
    const canvas = viewer.getByRole('application')
    await canvas.focus()
    for (const [key, seen] of [
      ['2', 'upper and lower arch, right buccal view'],
      ['3', 'upper and lower arch, left buccal view'],
      ['4', 'upper arch, upper occlusal view'],
      ['5', 'lower arch, lower occlusal view'],
      ['6', 'upper and lower arch, back view'],
      ['7', 'upper and lower arch, occlusal pair view'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(canvas).toHaveAccessibleName(`Submission: ${seen}`)
      await expectDrawn(canvas)
    }
    await expect(viewer.getByRole('button', { name: 'Occlusal pair' })).toHaveAttribute('aria-pressed', 'true')
    await picture(page, 'occlusal-pair')
    await page.keyboard.press('1')
    await expect(canvas).toHaveAccessibleName('Submission: upper and lower arch, front view')

    // One arch half seen through, then alone.
    await viewer.getByRole('slider', { name: 'Lower opacity' }).fill('40')
    await picture(page, 'lower-see-through')
    await viewer.getByRole('button', { name: 'Show Lower' }).click()
    await expect(canvas).toHaveAccessibleName('Submission: upper arch, front view')

    await viewer.getByRole('button', { name: 'Fit' }).click()
    await viewer.getByRole('button', { name: 'Pin a comment' }).click()
    const box = (await canvas.boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await viewer.getByRole('form', { name: 'Comment' }).getByRole('textbox').fill('Here')
    await viewer.getByRole('form', { name: 'Comment' }).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: '1 open comment on the scan' })).toBeVisible()
    const { pins } = (await (await page.request.get(`/api/v1/patients/${testCase.id}/pins`)).json()) as {
      pins: { point: [number, number, number] }[]
    }
    // The picture moves no point by more than 5 µm: that is how near the pin lies to the doctor's own file.
    expect(Math.abs(new MeasuredSurface(scan).distance(...pins[0]!.point, 1))).toBeLessThan(0.006)
  },
)

test(
  'a comment behind the model says so, until the model is seen through',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    const testCase = await scannedCase(portal, { upper: bytes })
    await signIn(testCase.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    const model = modelOn(page, /upper arch, front view/)
    await expect(model).toBeVisible({ timeout: 60_000 })
    const comment = { kind: 'submission', file_id: testCase.upper, point: innerWall(), text: 'Inside' }
    expect(await ask(page, `/patients/${testCase.id}/pins`, comment)).toBe(200)

    const viewer = viewerOn(page)
    const mark = viewer.locator('.pin-mark:not(.draft)')
    await viewer.getByRole('application').focus()
    // From the other side its surface looks at the eye, and the near half of the arch stands before it.
    await page.keyboard.press('2')
    await expect(modelOn(page, /right buccal view/)).toBeVisible()
    await expect(mark).toHaveText('1')
    await expect(mark).toHaveClass(/behind/)
    await picture(page, 'pin-covered')
    await page.keyboard.press('4')
    await expect(mark).not.toHaveClass(/behind/)
    await page.keyboard.press('2')
    await expect(mark).toHaveClass(/behind/)
    await viewer.getByRole('slider', { name: 'Upper opacity' }).fill('60')
    await expect(mark).not.toHaveClass(/behind/)
    await viewer.getByRole('slider', { name: 'Upper opacity' }).fill('100')
    await expect(mark).toHaveClass(/behind/)
  },
)

/** A point deep inside the real cast's left half whose surface looks to the right side, and a little to where teeth bite. */
function innerWall(): [number, number, number] {
  const corner = (at: number) => [0, 1, 2].map((axis) => scan.positions[scan.indices[at]! * 3 + axis]!) as Vector
  type Vector = [number, number, number]
  const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
  for (let at = 0; at < scan.indices.length; at += 3) {
    const place = corner(at)
    const [u, v] = [minus(corner(at + 1), place), minus(corner(at + 2), place)]
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    const [toRight, toBite] = [normal[0]! / Math.hypot(...normal), normal[1]! / Math.hypot(...normal)]
    if (place[0] < -12 && place[1] < 24 && Math.abs(place[2] + 13.5) < 1 && toRight > 0.75 && toBite > 0.3) return place
  }
  throw new RangeError('The cast has no such place.')
}
