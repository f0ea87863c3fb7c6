import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import {
  givenBlock,
  givenCaseItem,
  givenCharge,
  givenComing,
  givenItem,
  givenOfCase,
  givenOrder,
  givenRow,
  noOrder,
  ofAda,
} from '../../../test/given-order.ts'
import { sessionWithin } from '../../../test/given-organization.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext, type Session } from '../../lib/session.tsx'
import { CurrentInvoice } from './current-invoice.tsx'

const textsOf = (selector: string, within: ParentNode = document) =>
  [...within.querySelectorAll(selector)].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
/** The rows of the table with this caption, or of the one with the sums: the words of each, and its amount. */
function rows(caption = '') {
  const table = [...document.querySelectorAll('table')].find((each) => (each.caption?.textContent ?? '') === caption)
  return [...(table?.rows ?? [])].map(({ cells: [words, amount] }) =>
    [words!.querySelector('summary, span') ?? words!, amount!].map((each) =>
      each.textContent.replaceAll(/\s+/g, ' ').trim(),
    ),
  )
}

const show = (session: Session = sessionWithin('organization_owner')) =>
  showPage(() => (
    <SessionContext value={session}>
      <CurrentInvoice organizationId={7} />
    </SessionContext>
  ))
const given = (...said: Parameters<typeof givenOrder>) =>
  answersAt({ '/organizations/7/current_order': givenOrder(...said) })
const setup = givenCaseItem(
  5,
  'arch.initial_case_setup',
  'Initial case setup',
  'Two arches. The lab makes the setup.',
  2,
  30,
)
const fact = (term: string) =>
  [...document.querySelectorAll('dl > div')].find((pair) => pair.querySelector('dt')?.textContent === term)
    ?.lastElementChild?.textContent

test('the head says the state, the closing day, when it is charged, for whom and for which days', async () => {
  given({ template: { volume: { printed_arches: 21, discount: 5 } } })
  const screen = await show()
  await expect.element(page.getByText('Current', { exact: true })).toBeVisible()
  expect(textsOf('dl > div')).toEqual([
    'StateCurrent',
    'PracticeSummit',
    'Closes onSat, Dec 26, 2026',
    'Charged fromTue, Dec 29, 2026',
    expect.stringMatching(/^PeriodThu, Nov 26(, 2026)? – Fri, Dec 25(, 2026)?$/),
    'Printed arches21, volume discount 5 %',
  ])
  await screen.unmount()
})

test('a suspended practice has no closing day', async () => {
  given({ closing_day: null, due_day: null, period_start: null, period_end: null })
  const screen = await show()
  await expect.element(page.getByText('No closing day while the practice is suspended or disabled')).toBeVisible()
  expect(textsOf('dt')).toEqual(['State', 'Practice', 'Closes on'])
  await screen.unmount()
})

test('without an order it says so, and offers nothing', async () => {
  answersAt({ '/organizations/7/current_order': noOrder })
  const screen = await show()
  await expect.element(page.getByText('There is no current order', { exact: true })).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  await screen.unmount()
})

test('an open order is downloaded as CSV alone, and is added to by nobody who may not', async () => {
  given()
  const screen = await show()
  await expect.element(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  expect(page.getByRole('button').elements()).toHaveLength(1)
  await screen.unmount()
})

test('a failure is said and can be tried again', async () => {
  let fails = true
  answersAt({
    '/organizations/7/current_order': () =>
      fails ? Response.json({ error: 'You may not read this.', code: 403 }, { status: 403 }) : givenOrder(),
  })
  const screen = await show()
  await expect.element(page.getByText('You may not read this.')).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Current', { exact: true })).toBeVisible()
  await screen.unmount()
})

test('the new layout has a block for each case, then what is not of a case, then the sums', async () => {
  given({
    order_items: [givenItem(1, { product: { id: 1, name: 'Start-up Fee' }, value: 0 }), givenItem(2), setup],
    charges: [givenCharge(7, 'Return shipping', 1012.5, { details: 'Entered by Jane Marsh' })],
    discounts: [
      givenCharge(8, 'Volume discount', 3, { details: '5 % of $60.00' }),
      givenCharge(9, 'First month free', 99, { promotion_code: 'FIRSTMONTHFREE' }),
    ],
    credits: [{ id: 10, custom_description: 'Credit', value: 20 }],
    subtotal: 1041.5,
    tax: 71.6,
    credit_card_fee: 16.59,
    total: 1129.69,
    template: {
      patients: [
        givenBlock({
          add_ons: [givenRow('Rush case', 50, { details: 'Rush' })],
          deductions: [givenRow('Changed prescription', 20, { details: 'Fewer arches' })],
          charges: [givenOfCase(1, 'Extra', 1.5)],
          total: 91.5,
        }),
      ],
    },
  })
  const screen = await show()
  const block = page.getByRole('list', { name: 'Patients' }).getByRole('listitem')
  await expect.element(block).toBeVisible()
  expect(textsOf('dl > div', block.element()).slice(0, 6)).toEqual([
    'PatientAda Byron',
    'DoctorDr. Jane Marsh',
    'CaseC-102',
    'Case numberAB-1',
    'ImpressionIntra-Oral Scan',
    'CreatedFri, Nov 20, 2026',
  ])
  await expect.element(block.getByRole('link', { name: 'C-102' })).toHaveAttribute('href', '/patient-details/102')
  expect(rows('What the case of Ada Byron costs')).toEqual([
    ['Base fee', '$60.00'],
    ['Initial case setupTwo arches. The lab makes the setup.', '$60.00'],
    ['Add-ons', '$50.00'],
    ['Rush caseRush', '$50.00'],
    ['Deductions', '-$20.00'],
    ['Changed prescriptionFewer arches', '-$20.00'],
    ['Charges', '$1.50'],
    ['Extra', '$1.50'],
    ['Total', '$91.50'],
  ])
  expect(rows()).toEqual([
    ['Description', 'Amount'],
    ['1 patient', '$91.50'],
    ['Monthly Fee', '$99.00'],
    ['Return shippingEntered by Jane Marsh', '$1,012.50'],
    ['Volume discount5 % of $60.00', '-$3.00'],
    ['First month free (FIRSTMONTHFREE)', '-$99.00'],
    ['Credit', '-$20.00'],
    ['Subtotal', '$1,041.50'],
    ['Tax (MN, 6.875 %)', '$71.60'],
    ['Card fee (1.49 %)', '$16.59'],
    ['Total', '$1,129.69'],
  ])
  await screen.unmount()
})

test('a line opens to what it is made of', async () => {
  given({ order_items: [setup], template: { patients: [givenBlock()] } })
  const screen = await show()
  await page
    .getByText(/^Initial case setup/)
    .first()
    .click()
  await expect.element(page.getByText('Initial case setup, by arch')).toBeVisible()
  expect(['Fee', 'Amount', 'Prices', 'Caused by', 'Counts from'].map(fact)).toEqual([
    'Initial case setup, by arch',
    '2 × $30.00',
    'Price list 3, own prices 2',
    'Jane Marsh',
    'Mon, Nov 23, 2026',
  ])
  await screen.unmount()
})

test('a charge of the practice opens to who entered it', async () => {
  given({ charges: [givenCharge(7, 'Return shipping', 12.5)] })
  const screen = await show()
  await page.getByText('Return shipping').click()
  await expect
    .poll(() => ['Amount', 'Caused by', 'Counts from'].map(fact))
    .toEqual(['1 × $12.50', 'Amy Admin', 'Tue, Nov 24, 2026'])
  await screen.unmount()
})

test('the old layout is one list, whose lines name their case and lead to it', async () => {
  given({ template_version: 1, order_items: [givenItem(2), setup], subtotal: 159, total: 159 })
  const screen = await show(sessionOf('supervisor', { all_permissions: ['organizations.view'] }))
  await expect.element(page.getByText('Monthly Fee')).toBeVisible()
  expect(page.getByRole('list', { name: 'Patients' }).elements()).toEqual([])
  expect(rows().slice(1, 3)).toEqual([
    ['Monthly Fee', '$99.00'],
    ['Initial case setupAda Byron (C-102) · Two arches. The lab makes the setup.', '$60.00'],
  ])
  await page.getByText(/^Initial case setupAda Byron \(C-102\) ·/).click()
  await expect.element(page.getByRole('link', { name: 'Ada Byron' })).toHaveAttribute('href', '/patient-workflow/102')
  await screen.unmount()
})

test('a monthly fee names its days', async () => {
  given({ order_items: [givenItem(2, { start_date: '2025-11-26', end_date: '2025-12-25' })] })
  const screen = await show()
  await page.getByText('Monthly Fee').click()
  await expect.poll(() => fact('Days')).toBe('Wed, Nov 26, 2025 – Thu, Dec 25, 2025')
  await screen.unmount()
})

test('what is to come stands apart, with the day from which it counts', async () => {
  given({
    template: {
      to_come: [givenComing(1), givenComing(2, { value: -12.5, label: 'Seats', details: '', patient: null })],
    },
  })
  const screen = await show()
  await expect.element(page.getByRole('heading', { name: 'To come' })).toBeVisible()
  expect(rows('To come')).toEqual([
    ['Initial case setupBea Cole (C-103) · From Sun, Dec 27, 2026. One arch.', '$45.00'],
    ['SeatsFrom Sun, Dec 27, 2026', '-$12.50'],
  ])
  expect(rows().map(([words]) => words)).not.toContain('Seats')
  await screen.unmount()
})

test('up to ten rows to come are a list, of more those of each case are folded, by keyboard too', async () => {
  const ofCase = Array.from({ length: 9 }, (_, index) => givenComing(index + 1))
  const [mine, another] = [givenComing(10, { patient: null, label: 'Training' }), givenComing(11, { patient: ofAda })]
  given({ template: { to_come: [...ofCase, mine] } })
  const few = await show()
  await expect.poll(() => rows('To come').length).toBe(10)
  await few.unmount()

  given({ template: { to_come: [another, ...ofCase, mine] } })
  const many = await show()
  await expect
    .poll(() => rows('To come').map(([words]) => words))
    .toEqual(['TrainingFrom Sun, Dec 27, 2026. One arch.'])
  const folds = page.getByRole('list', { name: 'To come, by patient' })
  await expect.element(folds.getByText('Ada Byron (C-102)')).toBeVisible()
  await expect.element(folds.getByText('9 lines')).toBeVisible()
  await expect.element(folds.getByText('$405.00')).toBeVisible()
  expect(folds.getByRole('table').elements()).toEqual([])
  await folds.getByText('Bea Cole (C-103)').click()
  await expect.poll(() => rows('To come for Bea Cole').length).toBe(9)
  await many.unmount()
})

test('ten blocks are open, of more each is folded until it is opened, by keyboard too', async () => {
  const blocks = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      givenBlock({ case_number: index + 1, patient_name: `Patient ${index + 1}` }),
    )
  given({ template: { patients: blocks(10) } })
  const few = await show()
  await expect.element(page.getByText('10 patients')).toBeVisible()
  expect(textsOf('details[open] table')).toHaveLength(10)
  await few.unmount()

  given({ template: { patients: blocks(11) } })
  const many = await show()
  await expect.element(page.getByText('11 patients')).toBeVisible()
  expect(document.querySelectorAll('table')).toHaveLength(1)
  const third = document.querySelectorAll<HTMLElement>('summary')[2]!
  third.focus()
  expect(document.activeElement).toBe(third)
  third.click()
  await expect.element(page.getByRole('table', { name: 'What the case of Patient 3 costs' })).toBeVisible()
  await many.unmount()
})

test('300 patients with long names fit a phone', async () => {
  await page.viewport(390, 800)
  const long = 'W'.repeat(100)
  given({
    can_add: true,
    order_items: [givenItem(2, { product: { id: 3, name: long }, details: long })],
    charges: [givenCharge(7, long, 1_000_000, { details: long })],
    discounts: [givenCharge(8, long, 1_000_000, { is_periodic: true })],
    organization: { id: 7, name: long, account_number: 'O-000007' },
    template: {
      patients: Array.from({ length: 300 }, (_, index) =>
        givenBlock({ case_number: index + 1, patient_name: long, doctor_name: long, case_number_text: long }),
      ),
      to_come: [givenComing(1, { label: long, details: long })],
    },
  })
  const screen = await show()
  await expect.element(page.getByText('300 patients')).toBeVisible()
  for (const summary of [...document.querySelectorAll('summary')].filter((_, index) => index < 2 || index > 298))
    summary.click()
  await expect.poll(() => document.querySelectorAll('details[open]').length).toBeGreaterThan(2)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.unmount()
  await page.viewport(1280, 800)
})
