import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import type { CloseInvoicePlan, ContractDetails } from '@archwire/contract/contracts/schema.ts'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sessionOf } from '../../../test/given-case.ts'
import { givenDetails, suspended } from '../../../test/given-contract.ts'
import { givenOrder, givenPayment, pageOfOrders } from '../../../test/given-order.ts'
import { paymentServer } from '../../../test/given-payments.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { SubscriptionPage } from './subscription-page.tsx'

type Answers = Parameters<typeof paymentServer>[0]

async function showContract(said: Parameters<typeof givenDetails>[0] | (() => ContractDetails), answers: Answers = {}) {
  const read = typeof said === 'function' ? said : () => givenDetails(said)
  const calls = paymentServer({
    'GET /contracts/9': [() => ({ body: { contract: read() } })],
    'GET /organizations/7/current_order': [{ body: givenOrder() }],
    'GET /organizations/7/list_orders': [{ body: pageOfOrders([]) }],
    'GET /organizations/7/credits': [
      {
        body: {
          credits: {
            version: 0,
            value: 0,
            given: 0,
            valid_from: null,
            valid_to: null,
            state: 'none',
            created_at: null,
            created_by: null,
            uses: [],
            can: { set: false },
          },
        },
      },
    ],
    'GET /periodic_rules': [
      { body: { periodic_rules: [], meta: { current_page: 1, per_page: 25, total: 0, last_page: 1 } } },
    ],
    ...answers,
  })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <Suspense fallback="Loading">
        <SubscriptionPage id={9} />
      </Suspense>
    </SessionContext>
  ))
  const sent = () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])
  return { ...screen, sent }
}

const plan = (said: Partial<CloseInvoicePlan> = {}): CloseInvoicePlan => ({
  orders: [
    { id: 1, invoice_id: 1001, fm_invoice_status: 'BLOCKED', total: 109 },
    { id: 2, invoice_id: 1002, fm_invoice_status: 'NOT_PAID', total: 40 },
  ],
  closes_open: false,
  open_total: null,
  total: 149,
  method: { payment_method_type: 'card', brand: 'Visa', last_four: '4242' },
  bank_is_under_way: false,
  why_not: null,
  ...said,
})
const manages = { close_invoice: true, suspend: true, resume: false }
const button = (name: string) => page.getByRole('button', { name, exact: true })
const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())

test('staff read days, invoices, every try with its words and how the practice pays, and change nothing', async () => {
  await page.viewport(390, 800)
  const screen = await showContract({
    payment_status: 'BLOCKED',
    attempts: [
      {
        ...givenPayment(2, { status: 'DECLINED', message: 'Insufficient funds.', by: 'Olga Owner' }),
        order: { id: 1, invoice_id: 1001 },
      },
      {
        ...givenPayment(1, { kind: 'outside', method: null, reason: 'Check 1042' }),
        order: { id: 3, invoice_id: 1000 },
      },
    ],
    payment_methods: [
      {
        id: 1,
        is_primary: true,
        payment_method_type: 'card',
        brand: 'Visa',
        last_four: '4242',
        expires: '04/2020',
        is_expired: true,
      },
    ],
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Summit')
  expect(textsOf('h2')).toEqual([
    'Information',
    'Current Invoice',
    'All Invoices',
    'Periodic rules',
    'Credit',
    'Payments',
    'Payment methods',
  ])
  expect(textsOf('dl:first-of-type div').slice(0, 6)).toEqual([
    'OrganizationSummit',
    'Account NumberO-000007',
    'Next Payment DateSat, Dec 26, 2026',
    'Last Payment DateFri, Nov 20, 2026',
    'Initial Payment DateTue, May 26, 2026',
    'LicenseStandard',
  ])
  expect(textsOf('[aria-label="Payments"] li')).toEqual([
    expect.stringMatching(
      /^Visa ending in 1111Declined\$109\.00Invoice 1001 · .* · Olga Owner · Insufficient funds\.$/,
    ),
    expect.stringMatching(/^Paid outside\$109\.00Invoice 1000 · .* · Check 1042$/),
  ])
  expect(textsOf('[aria-label="Payment methods"] li')).toEqual([
    'Visa ending in 4242PrimaryExpiredCard, expired 04/2020',
  ])
  for (const name of ['Close Invoice', 'Suspend', 'Resume']) expect(button(name).elements(), name).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.unmount()
  await page.viewport(1280, 800)
})

test('Close Invoice names what it charges; another total by now is said, shown and sent', async () => {
  let close_invoice = plan()
  const screen = await showContract(() => givenDetails({ can: manages, close_invoice }), {
    'POST /contracts/9/attempt_payment': [
      () => {
        close_invoice = plan({ orders: plan().orders.slice(1), total: 40 })
        return { status: 409, body: { error: 'The total is $40.00 by now.', code: 409 } }
      },
      { status: 422, body: { error: 'Insufficient funds.', code: errorCodes.paymentDeclined } },
      () => ({ body: { contract: givenDetails(), message: 'The invoice is paid.' } }),
    ],
  })
  await button('Close Invoice').click()
  await expect
    .element(page.getByText('These invoices will be charged, the oldest first, until one is declined:'))
    .toBeVisible()
  expect(textsOf('[role=dialog] li')).toEqual(['Invoice 1001Blocked$109.00', 'Invoice 1002Not Paid$40.00'])
  await expect
    .element(
      page.getByText(
        '$149.00 will be charged to Visa ending in 4242, the primary payment method. This cannot be undone.',
      ),
    )
    .toBeVisible()
  await button('Charge $149.00').click()
  await expect.element(page.getByText('The total is $40.00 by now.')).toBeVisible()
  expect(textsOf('[role=dialog] li')).toEqual(['Invoice 1002Not Paid$40.00'])
  await button('Charge $40.00').click()
  await expect.element(page.getByText('Insufficient funds. What is left to charge is shown above.')).toBeVisible()
  await button('Charge $40.00').click()
  await expect.element(page.getByText('The invoice is paid.')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(screen.sent()).toEqual(
    [149, 40, 40].map((expected_total) => ['/contracts/9/attempt_payment', { expected_total }]),
  )
  await screen.unmount()
})

test.each<[string, Partial<CloseInvoicePlan>, RegExp[]]>([
  [
    'closes the open order beside a bank payment under way',
    { orders: [], closes_open: true, total: 109, bank_is_under_way: true },
    [/^The current invoice will close now, with a total of \$109\.00\.$/, /^A bank payment .* is under way\./],
  ],
  [
    'has nothing to charge by',
    { method: null },
    [/^\$149\.00 is due\. The practice has no payment method, so the charge will fail\.$/],
  ],
  ['charges nothing', { orders: [], closes_open: true, total: 0 }, [/^Nothing is charged\.$/]],
])('Close Invoice %s', async (_, said, texts) => {
  const screen = await showContract({ can: manages, close_invoice: plan(said) })
  await button('Close Invoice').click()
  const dialog = page.getByRole('dialog')
  for (const text of texts) await expect.element(dialog.getByText(text)).toBeVisible()
  await screen.unmount()
})

test('Close Invoice says why it is not possible', async () => {
  const why_not = 'A payment is in progress.'
  const screen = await showContract({ can: manages, close_invoice: plan({ why_not }) })
  await expect.element(button('Close Invoice')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Close Invoice')).toHaveAccessibleDescription(why_not)
  await screen.unmount()
})

test('Suspend and Resume say what they do; while suspended, its days are hidden', async () => {
  let contract = givenDetails({ can: manages, close_invoice: plan() })
  const screen = await showContract(() => contract, {
    'POST /contracts/9/suspend': [
      () => {
        const can = { ...manages, suspend: false, resume: true }
        contract = givenDetails({ ...suspended, can, close_invoice: plan({ open_total: 24.5 }) })
        return { body: { contract, message: 'The subscription is suspended.' } }
      },
    ],
    'POST /contracts/9/resume': [() => ({ body: { contract, message: 'The subscription is resumed.' } })],
  })
  await button('Suspend').click()
  const dialog = page.getByRole('dialog', { name: 'Suspend this subscription?' })
  await expect.element(dialog.getByText(/will not be able to start new cases, prints and corrections\./)).toBeVisible()
  await expect.element(dialog.getByText('These invoices stay due, and are charged as before:')).toBeVisible()
  expect(textsOf('[role=dialog] li')).toEqual(['Invoice 1001Blocked$109.00', 'Invoice 1002Not Paid$40.00'])
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect.element(page.getByText('The subscription is suspended.')).toBeVisible()
  await expect.element(button('Resume')).toBeVisible()
  expect(textsOf('header')[0]).toMatch(/^‹ ?SubscriptionsSummitSuspendedNot Paid/)
  expect(textsOf('dl:first-of-type div')[2]).toBe('Last Payment DateSat, Nov 21, 2026 · suspended')
  await button('Resume').click()
  const question = page.getByRole('dialog', { name: 'Resume this subscription?' })
  await expect
    .element(
      question.getByText(
        /will close today without a monthly fee, with a total of \$24\.50, and will be charged after the usual delay\. .* 30 days from today\.$/,
      ),
    )
    .toBeVisible()
  await question.getByRole('button', { name: 'Resume' }).click()
  await expect.element(page.getByText('The subscription is resumed.')).toBeVisible()
  expect(screen.sent().map(([path]) => path)).toEqual(['/contracts/9/suspend', '/contracts/9/resume'])
  await screen.unmount()
})

test.each([
  [null, /Nothing is on the current invoice, so none will close\./],
  [0, /without a monthly fee, with a total of \$0\.00\. The months begin anew/],
])('Resume with %s on the current invoice names what closes', async (open_total, words) => {
  const can = { ...manages, suspend: false, resume: true }
  const screen = await showContract({ ...suspended, can, close_invoice: plan({ orders: [], open_total }) })
  await button('Resume').click()
  await expect.element(page.getByRole('dialog').getByText(words)).toBeVisible()
  await screen.unmount()
})
