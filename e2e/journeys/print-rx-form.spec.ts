import type { Page } from '@playwright/test'
import { schemes, seriousInBoth } from '../axe.ts'
import { expect, test, type Portal } from '../journey.ts'
import { choose, field, submitButton } from '../people/doctor.ts'
import { paperIsOut, printed, withoutPrinter } from '../people/printer.ts'

const long = Array.from({ length: 90 }, (_, index) => `${index + 1}. Keep the midline, and mind the crown there.`)

const given = async ({ given: make }: Portal) => {
  const practice = await make.practice({ partner: true })
  const testCase = await make.case({
    practice,
    form: {
      first_name: 'Maximiliana',
      last_name: 'Featherstonehaugh',
      case_number_text: 'FH-2041',
      export_type: 1,
      products_list: 65,
      addon_options: 3,
      print_assignment: 3,
      insert_brackets_assignment: 3,
      shipping_method: 'standard',
      rush_case: true,
      rush_case_authorized_by: 'The patient travels on Friday, said Dr. Marsh',
      special_instructions: long.join('\n'),
      order_more_supplies: true,
      boxes: 2,
      box_size: 'small',
      impression_baggies: 10,
    },
  })
  return { practice, testCase }
}

test('the Rx form on paper says all of it, and asks the printer by itself', async ({
  page,
  portal,
  signIn,
  picture,
  context,
}) => {
  const { practice, testCase } = await given(portal)
  await withoutPrinter(context)
  await signIn(practice.owner)
  await page.goto(`/patient-details/${testCase.id}/print-rxform`)
  const sheet = page.getByRole('article')
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText('Maximiliana Featherstonehaugh')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page).toHaveTitle(/^FH-2041 · Print Rx form/)
  expect(await printed(page), 'it may be looked at first').toBe(0)
  for (const words of [
    `C-${testCase.id}`,
    'FH-2041',
    'Main',
    'PVS/Alginate impression',
    'Full Digital Model, 3D Printing Options',
    'Analysis Report, Double Occlusal View',
    'Trays',
    'Both',
    'Horseshoe',
    'Standard',
    'The patient travels on Friday, said Dr. Marsh',
    '2 small boxes, 10 impression baggies',
    '(3PP)',
    long.at(-1)!,
    'Submitted by ',
  ])
    await expect(sheet).toContainText(words)
  await expect.poll(() => printed(page)).toBe(1)

  await test.step('black on white in both color schemes', async () => {
    expect(await seriousInBoth(page, (scheme) => picture(page, `print-rx-form-${scheme}`, { fullPage: true }))).toEqual(
      [],
    )
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, media: 'print' })
      const colors = await sheet.evaluate((element) => {
        const { color, backgroundColor } = getComputedStyle(element)
        return { color, backgroundColor }
      })
      expect(colors).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' })
      await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    }
    await page.emulateMedia({ media: null, colorScheme: 'light' })
  })

  await test.step('what is long flows on, over Letter and over A4', async () => {
    for (const format of ['Letter', 'A4']) {
      const pages = (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)
      expect(pages?.length, format).toBeGreaterThan(1)
    }
  })

  await test.step('opened by its address it stays, with a way back', async () => {
    await paperIsOut(page)
    await page.getByRole('button', { name: 'Print' }).click()
    expect(await printed(page)).toBe(2)
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(`/patient-details/${testCase.id}`)
  })

  await test.step('the page of the case opens it in a window that closes when it is printed', async () => {
    const opens = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Print Rx form' }).click()
    const paper = await opens
    await expect(paper).toHaveURL(`/patient-details/${testCase.id}/print-rxform`)
    await expect.poll(() => printed(paper)).toBe(1)
    const closes = paper.waitForEvent('close')
    await paperIsOut(paper)
    await closes
  })
})

test('to a stranger the paper is not there', { tag: '@long' }, async ({ page, portal, signIn, watch }) => {
  watch.expect(/404 .*\/api\/v1\/patients\/\d+$/)
  const { testCase } = await given(portal)
  await signIn((await portal.given.practice()).owner)
  await page.goto(`/patient-details/${testCase.id}/print-rxform`)
  await expect(page.getByText('Page Not Found')).toBeVisible()
})

/** A form that lacks nothing, for a patient of this name. */
async function fill(page: Page, organizationId: number, lastName: string): Promise<void> {
  await page.goto(`/organizations/${organizationId}/rx-forms/add`)
  await field(page, 'First name').fill('Ada')
  await field(page, 'Last name').fill(lastName)
  await choose(page, 'Impression type', 'PVS/Alginate impression')
  await choose(page, 'Digital model', 'Full Digital Model')
  await expect(submitButton(page)).toBeEnabled()
}

test('a submitted form comes up for print, while the person goes on with the list', async ({
  page,
  portal,
  signIn,
  context,
}) => {
  const practice = await portal.given.practice()
  await withoutPrinter(context)
  await signIn(practice.owner)
  await fill(page, practice.id, 'Printer')

  await test.step('in a window that cannot reach the page it came from', async () => {
    const opens = context.waitForEvent('page')
    await submitButton(page).click()
    const paper = await opens
    await expect(paper).toHaveURL(/\/patient-details\/\d+\/print-rxform$/)
    await expect(page).toHaveURL('/patients')
    await expect(paper.getByRole('heading', { name: 'Ada Printer' })).toBeVisible()
    expect(await paper.evaluate(() => opener as unknown)).toBeNull()
    await expect.poll(() => printed(paper)).toBe(1)
    const closes = paper.waitForEvent('close')
    await paperIsOut(paper)
    await closes
  })

  await test.step('not where a patient of this name is no further one', async () => {
    await fill(page, practice.id, 'Printer')
    const opens = context.waitForEvent('page')
    await submitButton(page).click()
    const paper = await opens
    const question = page.getByRole('dialog', { name: 'Same name' })
    await expect(question).toBeVisible()
    if (!paper.isClosed()) await paper.waitForEvent('close')
    await question.getByRole('button', { name: 'NO' }).click()
    await expect(question).toBeHidden()
    expect(context.pages()).toEqual([page])
  })

  await test.step('but after YES', async () => {
    const before = context.pages().length
    await submitButton(page).click()
    await page.getByRole('dialog', { name: 'Same name' }).getByRole('button', { name: 'YES' }).click()
    await expect(page).toHaveURL('/patients')
    await expect.poll(() => context.pages().length).toBe(before + 1)
    const paper = context.pages().at(-1)!
    await expect(paper.getByRole('heading', { name: 'Ada Printer (1)' })).toBeVisible()
    await paper.close()
  })
})

test(
  'nothing comes up when the form is refused',
  { tag: '@long' },
  async ({ page, portal, signIn, context, watch }) => {
    watch.expect(/503 .*\/rx_forms/)
    const practice = await portal.given.practice()
    await signIn(practice.owner)
    await fill(page, practice.id, 'Refused')
    await page.route(/\/organizations\/\d+\/rx_forms\?/, (route) =>
      route.fulfill({ status: 503, json: { error: 'Not now.', code: 503 } }),
    )
    await submitButton(page).click()
    await expect(page.getByText('Not now.')).toBeVisible()
    await expect.poll(() => context.pages()).toEqual([page])
  },
)

test(
  'a browser that opens no window is helped on',
  { tag: '@long' },
  async ({ page, portal, signIn, context, picture }) => {
    const practice = await portal.given.practice()
    await withoutPrinter(context)
    await signIn(practice.owner)
    await fill(page, practice.id, 'Blocked')
    await page.evaluate(() => Object.assign(window, { open: () => null, opens: window.open }))
    await submitButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Case submitted' })
    await expect(dialog).toContainText('The print view was blocked by the browser.')
    await picture(page, 'print-blocked')
    expect(await seriousInBoth(page)).toEqual([])
    await page.evaluate(() => Object.assign(window, { open: (window as unknown as { opens: unknown }).opens }))
    const opens = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Print Rx form' }).click()
    await expect(await opens).toHaveURL(/\/print-rxform$/)
    await expect(page).toHaveURL('/patients')
  },
)
