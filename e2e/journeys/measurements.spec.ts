import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { boltonTeeth } from '../../packages/contract/src/measurements/teeth.ts'
import type { NewMeasurement } from '../../packages/contract/src/measurements/routes.ts'
import { seriousOn } from '../axe.ts'
import { expectFitForPhone } from '../fit-for-phone.ts'
import { expect, test } from '../journey.ts'
import { apart, ask, cusps, putAtComment, type Point } from '../people/measurer.ts'
import { scannedCase } from '../people/scanned-case.ts'
import { modelOn, viewerOn } from '../people/viewer.ts'
import { samples } from '../portal/place.ts'

/** The case's page, once its scans are processed and wholly there. */
async function openCase(page: Page, id: number): Promise<Locator> {
  await page.goto(`/patient-details/${id}`)
  await expect(modelOn(page, /^Submission: upper and lower arch/)).toBeVisible({ timeout: 90_000 })
  const canvas = modelOn(page, /^Submission: /)
  await expect(canvas).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 })
  return canvas
}

/** Two points on a scan that lie apart by so many millimeters, around a place of the patient's left or right. */
const across = (file_id: number, mm: number, x = 0) => [
  { file_id, point: [x - mm / 2, 20, 0] as Point },
  { file_id, point: [x + mm / 2, 20, 0] as Point },
]
const scan_kind = 'submission' as const

/** A size of a tooth, as another program would save it. */
const toothSize = (place: number, file_id: number, mm: number): NewMeasurement => {
  // +X is the patient's right, where the upper numbers start and the lower ones end.
  const fromMidline = place <= 16 ? 8.5 - place : place - 24.5
  return { kind: 'tooth_size', scan_kind, place, points: across(file_id, mm, fromMidline * mm) }
}

const archWidth = (place: 'canines' | 'first_molars', file_id: number, mm: number): NewMeasurement => ({
  kind: 'arch_width',
  scan_kind,
  place,
  points: across(file_id, mm),
})

test(
  'a doctor measures the real cast and saves it on the case; others of the case see it, a stranger does not',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    test.setTimeout(180_000)
    const testCase = await scannedCase(portal, {
      upper: readFileSync(samples.scan),
      lower: portal.given.scan('lower', 4),
    })
    await signIn(testCase.practice.owner)
    const canvas = await openCase(page, testCase.id)
    const viewer = viewerOn(page)
    const table = page.getByRole('region', { name: 'Measurements' })
    await expect(table).toHaveCount(0)

    // Two points of the file whose distance is known: comments are pinned to them, so that the model can be brought there.
    const [left, right] = cusps()
    for (const [text, file_id, point] of [
      ['Left cusp', testCase.upper, left],
      ['Right cusp', testCase.upper, right],
    ] as const)
      expect(await ask(page, `/patients/${testCase.id}/pins`, { kind: 'submission', file_id, point, text })).toBe(200)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Comments on the scan' }).getByRole('listitem')).toHaveCount(2)
    await canvas.focus()
    await page.keyboard.press('4')
    await expect(modelOn(page, /upper occlusal view/)).toBeVisible()

    // By keyboard alone: the tool, the points, the place, saving.
    await page.keyboard.press('w')
    const panel = viewer.getByRole('region', { name: 'Measurements' })
    await expect(panel.getByRole('button', { name: 'Arch width' })).toHaveAttribute('aria-pressed', 'true')
    await expect(panel.getByRole('combobox', { name: 'Between which teeth' })).toHaveValue('upper canines')
    await putAtComment(page, viewer, 'Left cusp')
    await putAtComment(page, viewer, 'Right cusp')
    const known = apart(left, right)
    const figure = panel.getByRole('list', { name: 'On this screen' }).getByText(/mm$/)
    // A vertex of the surface is met by a ray: what is left is the picture's grain of a few hundredths of a millimeter.
    expect(Math.abs(Number.parseFloat(await figure.innerText()) - known)).toBeLessThan(0.1)
    await picture(page, 'measurements-draft')
    await panel.getByRole('combobox', { name: 'Between which teeth' }).last().selectOption('upper first_molars')
    await expect(panel.getByRole('combobox', { name: 'Between which teeth' }).first()).toHaveValue('upper canines')
    const figureSaid = await figure.innerText()

    // Nothing is saved yet: neither another page nor a closed tab takes it away without asking.
    await page.getByRole('link', { name: 'Patients', exact: true }).first().click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toBeHidden()
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await asked).type()).toBe('beforeunload')
    await (await asked).dismiss()
    await expect(figure).toHaveText(figureSaid)
    await panel.getByRole('button', { name: 'Save on the case' }).press('Enter')
    await panel.getByRole('button', { name: '1 saved on the case' }).click()
    await expect(panel.getByRole('list', { name: 'Saved on the case' }).getByRole('listitem')).toContainText(
      'Upper first molars',
    )
    await expect(table.getByRole('row', { name: /^First molars/ })).toContainText(figureSaid.replace(' mm', ''))

    // It is there after a reload, as a line on the picture that goes with its arch.
    await page.reload()
    await expect(canvas).toBeVisible({ timeout: 30_000 })
    await viewer.getByRole('button', { name: 'Measure', exact: true }).click()
    await expect(viewer.locator('.figure')).toHaveText(figureSaid)
    await canvas.focus()
    await page.keyboard.press('u')
    await expect(viewer.locator('.figure')).toHaveCount(0)
    await page.keyboard.press('u')
    await panel.getByRole('checkbox', { name: 'Show' }).click()
    await expect(viewer.locator('.figure')).toHaveCount(0)
    await panel.getByRole('checkbox', { name: 'Show' }).click()
    await expect(viewer.locator('.figure')).toHaveText(figureSaid)

    // The lab sees it; somebody of another practice does not.
    const tech = await portal.given.user('tech_support', ['Tina', 'Tech'])
    const bench = await browserOf(tech)
    await bench.goto(`/patient-details/${testCase.id}`)
    const row = bench.getByRole('region', { name: 'Measurements' }).getByRole('row', { name: /^First molars/ })
    await expect(row).toContainText(figureSaid.replace(' mm', ''))
    await expect(row).toContainText('Olga Owner')
    const stranger = await browserOf(await portal.given.practice().then((other) => other.owner), /404/)
    await stranger.goto('/patients')
    expect(await ask(stranger, `/patients/${testCase.id}/measurements`)).toBe(404)
    expect(await ask(stranger, `/patients/${testCase.id}/measurements`, toothSize(8, testCase.upper, 8))).toBe(404)
  },
)

test(
  'tooth sizes make Bolton’s ratios; a row of teeth takes two clicks each; removing is confirmed',
  { tag: '@long' },
  async ({ page, portal, signIn, browserOf, picture }) => {
    test.setTimeout(180_000)
    const testCase = await scannedCase(portal, {
      upper: portal.given.scan('upper', 4),
      lower: portal.given.scan('lower', 4),
    })
    await signIn(testCase.practice.owner)
    const canvas = await openCase(page, testCase.id)
    const viewer = viewerOn(page)
    const table = page.getByRole('region', { name: 'Measurements' })
    const panel = viewer.getByRole('region', { name: 'Measurements' })
    await viewer.getByRole('button', { name: 'Measure', exact: true }).click()

    const widths = [
      archWidth('first_molars', testCase.upper, 40),
      archWidth('canines', testCase.upper, 34.1),
      archWidth('canines', testCase.lower, 26.5),
    ]
    for (const width of widths) expect(await ask(page, `/patients/${testCase.id}/measurements`, width)).toBe(200)
    await expect(table.getByRole('row', { name: /^Canines/ })).toContainText(/34\.10.*26\.50.*7\.60/)

    // Sizes of the teeth that Bolton's anterior ratio needs: each 8 mm above, 7 mm below.
    const { upper, lower } = boltonTeeth.anterior
    const sizes = [
      ...upper.map((tooth) => toothSize(tooth, testCase.upper, 8)),
      ...lower.map((tooth) => toothSize(tooth, testCase.lower, 7)),
    ]
    for (const size of sizes.slice(0, -1))
      expect(await ask(page, `/patients/${testCase.id}/measurements`, size)).toBe(200)
    await expect(table.getByText('11 of 12 front teeth measured')).toBeVisible()
    expect(await ask(page, `/patients/${testCase.id}/measurements`, sizes.at(-1))).toBe(200)
    // 42 / 48 = 87.5 %, 42 − 48 · 0.772 = 4.94.
    const bolton = table.getByRole('row', { name: /^Anterior ratio/ })
    await expect(bolton).toContainText('87.5 %')
    await expect(bolton).toContainText('Excess of 4.94 mm in the lower teeth, beyond one standard deviation')
    await panel.getByRole('button', { name: '15 saved on the case' }).click()
    await expect(panel.getByText('Excess of 4.94 mm in the lower teeth')).toBeVisible()
    await expect(table.getByText('A review aid, not for diagnosis or manufacture.')).toBeVisible()
    await expect(panel.getByText('A review aid, not for diagnosis or manufacture.')).toBeVisible()
    await table.getByText('12 teeth measured', { exact: true }).click()
    await picture(page, 'measurements-doctor', { fullPage: true })
    expect(await seriousOn(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture(page, 'measurements-dark', { fullPage: true })
    expect(await seriousOn(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })

    // The lab sees them and takes one away, once it is confirmed; the doctor's open page follows.
    const tech = await portal.given.user('tech_support', ['Tina', 'Tech'])
    const bench = await browserOf(tech)
    await bench.goto(`/patient-details/${testCase.id}`)
    const theirs = bench.getByRole('region', { name: 'Measurements' })
    await expect(theirs.getByRole('row', { name: /^First molars/ })).toContainText('Olga Owner')
    await theirs.getByRole('button', { name: /^Remove Arch width, upper first molars/ }).click()
    const question = bench.getByRole('dialog', { name: 'Remove this measurement?' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(question).toBeHidden()
    await expect(theirs.getByRole('row', { name: /^First molars/ })).toHaveCount(0)
    await expect(table.getByRole('row', { name: /^First molars/ })).toHaveCount(0)
    await expect(panel.getByRole('list', { name: 'Saved on the case' }).getByText('Upper first molars')).toHaveCount(0)
    // In the viewer likewise; the question begins on keeping it.
    await panel.getByRole('button', { name: /^Remove Tooth size, 6 / }).click()
    await expect(panel.getByRole('button', { name: 'Keep' })).toBeFocused()
    await panel.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(table.getByText('11 of 12 front teeth measured')).toBeVisible()

    // With room, by hand: a row of teeth takes two clicks each, all are saved at once. A tooth stands in one arch.
    await bench.goto(`/viewer/${(await bench.locator('iframe').getAttribute('src'))!.split('/').at(-1)}`)
    const large = bench.getByRole('application', { name: /^Submission: .*front view/ })
    await expect(large).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 })
    const middle = await large.boundingBox().then((box) => ({ x: box!.width / 2, y: box!.height / 2 }))
    await bench.keyboard.press('t')
    const tools = bench.getByRole('region', { name: 'Measurements' })
    const next = tools.getByRole('combobox', { name: 'Which tooth' }).first()
    await expect(next).toHaveValue('upper 3')
    await bench.mouse.click(middle.x, middle.y - 100)
    await bench.mouse.click(middle.x, middle.y + 130)
    await expect(bench.getByText('All points belong on the same arch.')).toBeVisible()
    await bench.keyboard.press('Escape')
    await bench.keyboard.press('4')
    await expect(bench.getByRole('application', { name: /upper occlusal view/ })).toBeVisible()
    await bench.keyboard.press('t')
    for (const [right, down] of [
      [-220, 100],
      [-150, 100],
      [150, 100],
      [220, 100],
    ] as const)
      await bench.mouse.click(middle.x + right, middle.y + down)
    await expect(next).toHaveValue('upper 5')
    await picture(bench, 'measurements-full')
    await tools.getByRole('button', { name: 'Save 2 on the case' }).click()
    await expect(
      tools.getByRole('list', { name: 'Saved on the case' }).getByText('4 upper right second premolar'),
    ).toBeVisible()
    await expect(tools.getByRole('list', { name: 'On this screen' })).toHaveCount(0)
    await expect(table.getByText('13 teeth measured')).toBeVisible()
    // The row of the history, too, is one.
    await expect(page.getByRole('list', { name: 'History' }).getByText('2 measurements saved')).toBeVisible()
    await bench.emulateMedia({ colorScheme: 'dark' })
    await picture(bench, 'measurements-full-dark')
    expect(await seriousOn(bench)).toEqual([])

    await page.setViewportSize({ width: 1024, height: 768 })
    await picture(page, 'measurements-1024', { fullPage: true })

    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await expect(canvas).toBeVisible()
    await picture(page, 'measurements-phone', { fullPage: true })
    await expectFitForPhone(page)
    await table.scrollIntoViewIfNeeded()
    await picture(page, 'measurements-phone-table')
    await page.locator('iframe').evaluate((frame) => frame.scrollIntoView({ block: 'center' }))
    await viewer.getByRole('button', { name: 'Measure', exact: true }).click()
    await panel.getByRole('button', { name: 'Tooth size' }).click()
    await expect(panel.getByRole('combobox', { name: 'Which tooth' })).toHaveValue('upper 5')
    await picture(page, 'measurements-phone-tool')
  },
)
