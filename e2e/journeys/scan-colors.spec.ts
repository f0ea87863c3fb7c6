import { readFileSync } from 'node:fs'
import { boundingBox, parseScan } from '@archwire/mesh'
import { painted, type Rgb, toColoredPly } from '../../packages/mesh/test/colored-shapes.ts'
import { seriousOn } from '../axe.ts'
import { expect, test } from '../journey.ts'
import { expectDrawn, hueAndSaturation, hueOf } from '../people/viewer.ts'
import { samples } from '../portal/place.ts'

const PALATE: Rgb = [70, 190, 170]
const AROUND: Rgb = [205, 120, 125]

/** The real scan with its middle, seen from the teeth, in another color than the rest; its height is along Y. */
function coloredScan(): Uint8Array {
  const { surface } = parseScan(readFileSync(samples.scan))
  const { min, max } = boundingBox(surface!.positions)
  const [x0, , z0] = min.map((low, axis) => (low + max[axis]!) / 2) as [number, number, number]
  const scan = painted(surface!, (x, _y, z) => (Math.hypot(x - x0, z - z0) < 11 ? PALATE : AROUND))
  return toColoredPly(scan, { encoding: 'binary_little_endian', on: 'vertex', type: 'uchar', alpha: true })
}

test(
  'a scan shows the colors of its scanner, or stone',
  { tag: '@long' },
  async ({ page, portal, signIn, picture }) => {
    test.setTimeout(120_000)
    const testCase = await portal.given.case()
    await signIn(testCase.practice.owner)
    await page.goto(`/patient-details/${testCase.id}`)
    // A row goes when its file has arrived: it waits until it was read.
    const seen = Promise.withResolvers<void>()
    await page.route('**/*', async (route) => {
      if (route.request().method() === 'PUT') await seen.promise
      await route.continue()
    })
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^Add scans/ }).click()
    await (
      await chooser
    ).setFiles([
      { name: 'upper.ply', mimeType: 'application/octet-stream', buffer: Buffer.from(coloredScan()) },
      { name: 'lower.stl', mimeType: 'model/stl', buffer: Buffer.from(portal.given.scan('lower', 4)) },
    ])
    await expect(page.getByText(/Scan checked: 118,178 triangles, 62 × 33 × 57 mm, in color/)).toBeVisible()
    seen.resolve()
    let viewerId: string | null = null
    await expect
      .poll(
        async () => {
          const answer = await page.request.get(`/api/v1/patients/${testCase.id}`)
          const { patient } = (await answer.json()) as {
            patient: { patient_files: { viewer_id: string | null; report?: { has_colours?: boolean } | null }[] }
          }
          viewerId = patient.patient_files[0]?.viewer_id ?? null
          return patient.patient_files.map(({ report }) => String(report?.has_colours)).sort()
        },
        { timeout: 60_000 },
      )
      .toEqual(['false', 'true'])
    await page.unrouteAll({ behavior: 'wait' })
    await picture(page, 'scan-colors-case', { fullPage: true })

    await page.goto(`/viewer/${viewerId}?views=upper,lower,front`)
    const model = page.getByRole('application', { name: /upper arch, upper occlusal view/ })
    await expectDrawn(model)
    await expect(page.locator('[role=application][aria-busy=false]')).toBeVisible()
    const choice = page.getByRole('button', { name: 'Scan colors' })
    await expect(choice).toHaveAttribute('aria-pressed', 'true')
    await picture(page, 'scan-colors')
    const known = hueAndSaturation(...PALATE)
    const around = hueAndSaturation(...AROUND)
    const middle = await hueOf(model, 0.5, 0.5)
    const beside = await hueOf(model, 0.36, 0.5)
    const off = (hue: number, otherHue: number) => Math.abs(((hue - otherHue + 540) % 360) - 180)
    expect(off(middle.hue, known.hue)).toBeLessThan(12)
    expect(middle.saturation).toBeGreaterThan(0.3)
    expect(off(beside.hue, around.hue)).toBeLessThan(15)

    // Stone, by key: no trace of the color.
    await page.keyboard.press('c')
    await expect(choice).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(async () => off((await hueOf(model, 0.5, 0.5)).hue, known.hue)).toBeGreaterThan(60)
    expect((await hueOf(model, 0.5, 0.5)).saturation).toBeLessThan(0.3)
    await picture(page, 'scan-colors-stone')

    // An arch without colors offers no choice; its key does nothing then.
    await page.getByRole('button', { name: 'Lower occlusal' }).click()
    await expect(page.getByRole('application', { name: /lower arch, lower occlusal view/ })).toBeVisible()
    await expect(choice).toBeHidden()
    await page.keyboard.press('c')
    await page.getByRole('button', { name: 'Front' }).click()
    await expect(choice).toHaveAttribute('aria-pressed', 'false')
    await choice.click()
    await expect(choice).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('?')
    await expect(page.getByText('Show the colors of the scan, or stone')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture(page, 'scan-colors-dark')
    expect(await seriousOn(page)).toEqual([])

    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1024, height: 768 })
    await picture(page, 'scan-colors-1024')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(choice).toBeInViewport({ ratio: 1 })
    await picture(page, 'scan-colors-390')
  },
)
