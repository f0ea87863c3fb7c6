import { cube } from '../../packages/mesh/test/shapes.ts'
import { expect, test } from '../journey.ts'
import { openLocalScan } from '../people/local-scan.ts'

/** A cube of 20 mm, given to the viewer as a scan that no server knows. */
const side = 20

test('distances and angles on a known shape are what they are', { tag: '@long' }, async ({ page, picture }) => {
  const viewer = await openLocalScan(page, 'cube.stl', cube(side))
  const canvas = viewer.getByRole('application')
  await expect(canvas).toHaveAccessibleName(/cube\.stl: .*front view/)
  await viewer.getByRole('button', { name: 'Measure', exact: true }).click()
  await expect(viewer.getByText('Click two points on the scan. Esc ends.')).toBeVisible()

  // With the eye exactly in front, the outline of the cube is the edge of its front face: found by trying.
  const box = (await canvas.boundingBox())!
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const onScan = async (x: number): Promise<boolean> => {
    await page.mouse.click(x, middle.y)
    const missed = await viewer.getByText('There is no scan at this place.').isVisible()
    // Laid down and taken up again: no point stays.
    await page.keyboard.press('Escape')
    await page.keyboard.press('m')
    return !missed
  }
  const edge = async (outside: number): Promise<number> => {
    let [off, on] = [outside, middle.x]
    while (Math.abs(off - on) > 0.6) {
      const between = (off + on) / 2
      if (await onScan(between)) on = between
      else off = between
    }
    return on
  }
  const [left, right] = [await edge(middle.x - box.height / 2), await edge(middle.x + box.height / 2)]
  await page.mouse.click(left, middle.y)
  await page.mouse.click(right, middle.y)
  const list = viewer.getByRole('region', { name: 'Measurements' })
  const value = Number.parseFloat(await list.getByRole('listitem').getByText(/mm$/).innerText())
  expect(value).toBeGreaterThan(side - 0.2)
  expect(value).toBeLessThanOrEqual(side + 0.005)

  // A right angle of three points on the face, by clicks.
  await page.keyboard.press('a')
  const quarter = (right - left) / 4
  for (const [x, y] of [
    [middle.x - quarter, middle.y],
    [middle.x, middle.y],
    [middle.x, middle.y - quarter],
  ] as const)
    await page.mouse.click(x, y)
  expect(Number.parseFloat(await list.getByRole('listitem').getByText(/°$/).innerText())).toBeCloseTo(90, 0)
  // A scan that no server knows: its figures stay on the screen.
  await expect(list.getByRole('button', { name: /Save/ })).toHaveCount(0)
  await expect(list.getByText('A review aid, not for diagnosis or manufacture.')).toBeVisible()
  await picture(page, 'viewer-measure')

  // By keyboard alone: a point in the middle, the cube turned, another one.
  await page.keyboard.press('m')
  await canvas.focus()
  await page.keyboard.press('Enter')
  for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('ArrowRight')
  await expect(canvas).toHaveAccessibleName(/turned by hand/)
  await page.keyboard.press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await list.getByRole('button', { name: /^Remove Angle/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
})
