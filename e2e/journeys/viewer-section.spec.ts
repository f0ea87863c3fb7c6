import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeScans } from '../../apps/web/src/viewer/placement/place-scans.ts'
import { checkScan, rotated } from '../../packages/mesh/src/index.ts'
import { seriousOn } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { openLocalScan } from '../people/local-scan.ts'

const sample = join(import.meta.dirname, '..', '..', 'samples', 'scans', 'maxilla-cast-partial.stl')
const { mesh } = checkScan(readFileSync(sample))

/** How wide and high a cut of the real scan is, by looking at each of its edges alone; millimeters. */
function sizeOfCut(axis: 0 | 1 | 2, offset: number): { width: number; height: number } {
  const [place] = placeScans([{ jaws_id: 3, surface: mesh! }]).places
  const points = rotated(mesh!.positions, place!.rotation)
  const valueOf = (vertex: number, along: number) => points[vertex * 3 + along]!
  const all = Array.from({ length: points.length / 3 }, (_, vertex) => valueOf(vertex, axis))
  // As the tool counts: from the middle of every so many points.
  const step = Math.max(1, Math.floor(all.length / 4000))
  const some = all.filter((_, vertex) => vertex % step === 0)
  const level = (Math.min(...some) + Math.max(...some)) / 2 + offset
  const others = ([0, 1, 2] as const).filter((each) => each !== axis)
  const ends = others.map(() => [Infinity, -Infinity] as [number, number])
  const { indices } = mesh!
  for (let at = 0; at < indices.length; at += 3)
    for (let corner = 0; corner < 3; corner++) {
      const [from, to] = [indices[at + corner]!, indices[at + ((corner + 1) % 3)]!]
      const [below, above] = [valueOf(from, axis) - level, valueOf(to, axis) - level]
      if (below >= 0 === above >= 0) continue
      others.forEach((other, side) => {
        const place = valueOf(from, other) + ((valueOf(to, other) - valueOf(from, other)) * below) / (below - above)
        ends[side] = [Math.min(ends[side]![0], place), Math.max(ends[side]![1], place)]
      })
    }
  const [first, second] = ends.map(([least, most]) => most - least)
  return { width: first!, height: second! }
}

test(
  'a cross-section of the real scan is as wide and high as the scan is there',
  { tag: '@long' },
  async ({ page, picture }) => {
    const viewer = await openLocalScan(page, 'maxilla.stl', mesh!)
    const canvas = viewer.getByRole('application', { name: /3D model|maxilla\.stl/ })
    await expect(canvas).toHaveAccessibleName(/maxilla\.stl: .*front view/)
    await viewer.getByRole('button', { name: 'Cross-section' }).click()
    const panel = viewer.getByRole('region', { name: 'Cross-section' })
    const sheet = panel.getByRole('application')
    await expect(panel.getByRole('button', { name: 'Coronal' })).toHaveAttribute('aria-pressed', 'true')

    const drawn = () =>
      sheet.evaluate((drawing) => {
        const boxes = [...drawing.querySelectorAll<SVGPathElement>('.outline')].map((path) => path.getBBox())
        const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))]
        return {
          width: Math.max(...boxes.map(({ x, width }) => x + width)) - left,
          height: Math.max(...boxes.map(({ y, height }) => y + height)) - top,
        }
      })
    const expectCut = async (axis: 0 | 1 | 2, offset: number) => {
      const [found, known] = [await drawn(), sizeOfCut(axis, offset)]
      expect(Math.abs(found.width - known.width)).toBeLessThan(0.01)
      expect(Math.abs(found.height - known.height)).toBeLessThan(0.01)
    }
    await expectCut(1, 0)
    await picture(page, 'section-coronal')

    const position = panel.getByRole('slider', { name: 'Position' })
    await position.fill('6')
    await expect(position).toHaveAttribute('aria-valuetext', '6.0 mm')
    await expectCut(1, 6)
    await panel.getByRole('button', { name: 'Sagittal' }).click()
    await expectCut(0, 0)
    await picture(page, 'section-sagittal')
    await panel.getByRole('button', { name: 'Level' }).click()
    await expectCut(2, 0)
    await expect(panel.getByRole('slider', { name: 'Turn' })).toBeHidden()
    await panel.getByRole('button', { name: 'Other half' }).click()
    await picture(page, 'section-level')

    // Measured on the sheet by keyboard: five millimeters to the right, one up.
    await sheet.focus()
    await page.keyboard.press('Enter')
    for (let step = 0; step < 5; step++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Enter')
    await expect(panel.getByText('5.10 mm')).toBeVisible()
    await expect(panel.getByText('A review aid, not for diagnosis or manufacture.')).toBeVisible()
    expect(await seriousOn(page)).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    await expect(panel).toBeInViewport({ ratio: 1 })
    await expectFitForPhone(page)
    await picture(page, 'section-phone')
    // Laid down by Escape, taken up and laid down again by its key.
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(viewer.getByRole('button', { name: 'Cross-section' })).toBeFocused()
    await page.keyboard.press('x')
    await expect(panel).toBeVisible()
    await page.keyboard.press('x')
    await expect(panel).toBeHidden()
  },
)
