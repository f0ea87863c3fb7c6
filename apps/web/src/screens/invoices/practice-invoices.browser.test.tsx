import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenDetails } from '../../../test/given-contract.ts'
import { givenOld, givenUnpaid, noOrder, pageOfOrders } from '../../../test/given-order.ts'
import { givenOrganization, sessionWithin } from '../../../test/given-organization.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext, type Session } from '../../lib/session.tsx'
import { PracticeInvoices } from './practice-invoices.tsx'

const unpaid = [
  givenOld(1, { fm_invoice_status: 'NOT_PAID', fm_paid_at: null }),
  givenOld(2, { fm_invoice_status: 'PENDING', fm_paid_at: null }),
]
const serve = () =>
  answersAt({
    '/organizations/7/current_order': noOrder,
    '/organizations/7/list_orders': pageOfOrders(unpaid),
    '/orders/1': givenUnpaid({ id: 1 }),
    '/orders/2': givenUnpaid({ id: 2, invoice_id: 1002, fm_invoice_status: 'PENDING' }),
    '/organizations/7': { organization: { ...givenOrganization(), contract: { id: 9 } } },
    '/organizations/7/credits': {
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
    '/periodic_rules': { periodic_rules: [], meta: { current_page: 1, per_page: 25, total: 0, last_page: 1 } },
    '/contracts/9': { contract: givenDetails({ payment_methods: [] }) },
  })
const showAs = (session: Session) =>
  showPage(() => (
    <SessionContext value={session}>
      <PracticeInvoices organizationId={7} />
    </SessionContext>
  ))
const headings = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent)

test('what is not paid stands on top, the oldest first, each with when it is charged and its own button', async () => {
  await page.viewport(390, 800)
  const asked = serve()
  const screen = await showAs(sessionWithin('organization_owner'))
  await expect.element(page.getByText('It will be charged on Mon, Nov 30, 2026.')).toBeVisible()
  await expect.poll(headings).toEqual(['Unpaid invoices', 'Current Invoice', 'Old Invoices'])
  expect(
    page
      .getByRole('button', { name: /^Pay / })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Pay invoice 1001', 'Pay invoice 1002'])
  expect(asked.filter((address) => address.startsWith('/contracts'))).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.unmount()
  await page.viewport(1280, 800)
})

test('staff read the subscription there, which leads to its page, and how the practice pays', async () => {
  serve()
  const screen = await showAs(sessionOf('supervisor'))
  await expect.element(page.getByRole('link', { name: 'Details' })).toHaveAttribute('href', '/subscriptions/9')
  await expect.element(page.getByText('The practice has no payment method.')).toBeVisible()
  expect(headings().slice(-4)).toEqual(['Credit', 'Subscription', 'Periodic rules', 'Payment methods'])
  await screen.unmount()
})
