import type { Order } from '@archwire/contract/billing/schema.ts'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenCharge, givenItem, givenOrder, givenPayment } from '../../../test/given-order.ts'
import { sessionWithin } from '../../../test/given-organization.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext, type Session } from '../../lib/session.tsx'
import { OrderPage } from './order-page.tsx'

const given = ({ template, ...said }: Parameters<typeof givenOrder>[0] = {}) =>
  givenOrder({
    invoice_id: 1001,
    fm_invoice_status: 'PAID',
    fm_paid_at: '2026-11-20T10:00:00.000Z',
    created_at: '2026-11-20T10:00:00.000Z',
    kind: 'start_up',
    closing_day: '2026-11-20',
    due_day: '2026-11-20',
    period_start: null,
    period_end: null,
    order_items: [givenItem(1, { product: { id: 1, name: 'Start-up Fee' }, value: 200 })],
    charges: [givenCharge(2, 'Rush parcel', 1250.5, { can_remove: false })],
    discounts: [givenCharge(3, 'Start-up fee waived', 200, { promotion_code: 'NOSTARTUPFEE', can_remove: false })],
    credits: [{ id: 4, custom_description: 'Credit', value: 50 }],
    subtotal: 1200.5,
    tax: 84.04,
    credit_card_fee: 19.14,
    total: 1303.68,
    ...said,
    template: { startup_fee: 200, ...template },
  })
const showAs = (session: Session) =>
  showPage(() => (
    <SessionContext value={session}>
      <Suspense fallback="Loading">
        <OrderPage id={3} />
      </Suspense>
    </SessionContext>
  ))
const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
const button = (name: string) => page.getByRole('button', { name })

test('an invoice shows its practice, its lines with what is taken off, and its sums', async () => {
  answersAt({ '/orders/3': given() })
  const screen = await showAs(sessionOf('supervisor'))
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Invoice 1001')
  await expect.element(page.getByText('Closed', { exact: true })).toBeVisible()
  expect(textsOf('tbody tr')).toEqual([
    'Start-up Fee$200.00',
    expect.stringMatching(/^Rush parcel.*\$1,250\.50$/),
    expect.stringMatching(/^Start-up fee waived \(NOSTARTUPFEE\).*-\$200\.00$/),
    'Credit-$50.00',
  ])
  expect(textsOf('tfoot tr')).toEqual([
    'Subtotal$1,200.50',
    'Tax (MN, 6.875 %)$84.04',
    'Card fee (1.49 %)$19.14',
    'Total$1,303.68',
  ])
  await expect
    .element(page.getByRole('link', { name: 'Summit' }).first())
    .toHaveAttribute('href', '/organizations/7?tab=invoices')
  await screen.unmount()
})

test('its people come from their account page, and a narrow page does not scroll sideways', async () => {
  await page.viewport(390, 800)
  answersAt({ '/orders/3': given({ organization: { id: 7, name: 'W'.repeat(200), account_number: 'O-000007' } }) })
  const screen = await showAs(sessionWithin('organization_owner'))
  await expect
    .element(page.getByRole('link', { name: 'Invoices' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/account\?tab=/))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.unmount()
  await page.viewport(1280, 800)
})

test('an open order has no number, no paid date and no PDF', async () => {
  answersAt({ '/orders/3': givenOrder() })
  const screen = await showAs(sessionOf('supervisor'))
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Current order')
  await expect.element(page.getByText('Current', { exact: true })).toBeVisible()
  expect(textsOf('dt')).toEqual(['Practice', 'Account Number', 'Date', 'Closes on', 'Charged from', 'Period'])
  await expect.element(button('Download CSV')).toBeVisible()
  expect(button('Download PDF').elements()).toEqual([])
  await screen.unmount()
})

test('both files are downloaded under the names that the portal gives, and a failure is said', async () => {
  let fails = false
  const asked = answersAt({
    '/orders/3/download_invoice': (address: string) =>
      fails
        ? Response.json({ error: 'The portal is very busy right now.', code: 503 }, { status: 503 })
        : new Response('bytes', {
            headers: {
              'content-disposition': `attachment; filename="x"; filename*=UTF-8''invoice-1001.${address.slice(-3)}`,
            },
          }),
    '/orders/3': given(),
  })
  const names: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const screen = await showAs(sessionOf('supervisor'))
  await button('Download CSV').click()
  await expect.poll(() => names).toEqual(['invoice-1001.csv'])
  await button('Download PDF').click()
  await expect.poll(() => names).toEqual(['invoice-1001.csv', 'invoice-1001.pdf'])
  expect(asked.filter((address) => address.includes('download'))).toEqual([
    '/orders/3/download_invoice?type=csv',
    '/orders/3/download_invoice?type=pdf',
  ])
  click.mockRestore()
  fails = true
  await button('Download PDF').click()
  await expect.element(page.getByText('The portal is very busy right now.')).toBeVisible()
  await screen.unmount()
})

test('an invoice lists every try to pay it, with what was paid back below it', async () => {
  await page.viewport(390, 800)
  const at = '2026-11-20T10:00:00.000Z'
  const payments: Order['payments'] = [
    givenPayment(1, { status: 'DECLINED', message: 'Insufficient funds.' }),
    givenPayment(2, { refunded: 50.25, refunds: [{ id: 9, created_at: at, value: 50.25 }] }),
    givenPayment(3, { method: null, status: 'DECLINED', message: 'There is no payment method.' }),
    givenPayment(4, { kind: 'outside', method: null, reason: 'Check 1042', by: 'Olga Owner' }),
  ]
  answersAt({ '/orders/3': given({ payments, settled_as: 'outside' }) })
  const screen = await showAs(sessionWithin('organization_owner'))
  await expect.element(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  expect(textsOf('header')[0]).toMatch(/Invoice 1001Paid outside/)
  const rows = textsOf('tbody tr').slice(-5)
  expect(rows[0]).toMatch(/^Visa ending in 1111Declined.* · Insufficient funds\.\$109\.00$/)
  expect(rows[1]).toMatch(/^Visa ending in 1111Paid.*\$109\.00$/)
  expect(rows[2]).toMatch(/^Refund to Visa ending in 1111.*-\$50\.25$/)
  expect(rows[3]).toMatch(/^No payment methodDeclined.*There is no payment method\.\$109\.00$/)
  expect(rows[4]).toMatch(/^Paid outside\d.* · Olga Owner · Check 1042\$109\.00$/)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.unmount()
  await page.viewport(1280, 800)
})

test('a payment under review stands on the invoice, with its amounts for people who review it alone', async () => {
  const at = '2026-11-20T10:00:00.000Z'
  const review = { id: 5, kind: 'charged_other_sum', opened_at: at, closed_at: null, details: null } as const
  const closed = { ...review, id: 6, kind: 'unknown_payment', closed_at: at } as const
  answersAt({ '/orders/3': given({ reviews: [review, closed] }) })
  const owner = await showAs(sessionWithin('organization_owner'))
  await expect.element(page.getByRole('heading', { name: 'Payments under review' })).toBeVisible()
  const words = page.getByText(
    'Another amount was charged for this invoice than was asked for. The lab is reviewing it.',
  )
  await expect.element(words).toBeVisible()
  await expect
    .element(
      page.getByText('A payment of this invoice that was declined may have been charged. The lab has reviewed it.'),
    )
    .toBeVisible()
  expect(page.getByText(/Expected:/).elements()).toEqual([])
  expect(page.getByRole('link', { name: 'Payments to review' }).elements()).toEqual([])
  await owner.unmount()
  const details = { transaction: 't-9', expected: 202.98, reported: 1 }
  answersAt({ '/orders/3': given({ reviews: [{ ...review, details }] }) })
  const lab = await showAs(sessionOf('supervisor'))
  await expect.element(words).toBeVisible()
  await expect.element(page.getByText(/^Provider: \$1\.00 · Expected: \$202\.98/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Payments to review' }))
    .toHaveAttribute('href', '/payments-to-review?transaction=t-9')
  await lab.unmount()
})

test('an invoice that is not paid leads an owner to where it is paid, and tells others who pays it', async () => {
  answersAt({ '/orders/3': given({ fm_invoice_status: 'NOT_PAID', fm_paid_at: null }) })
  const owner = await showAs(sessionWithin('organization_owner'))
  await expect.element(page.getByText('The payment of this invoice did not go through.')).toBeVisible()
  await expect.element(button('Pay the start-up fee')).toBeVisible()
  await owner.unmount()
  const session = sessionWithin('organization_manager')
  const organizations = session.me.organizations.map((mine) => ({ ...mine, owner_name: 'Olga Owner' }))
  const manager = await showAs({ ...session, me: { ...session.me, organizations } })
  await expect.element(page.getByText(/did not go through\. Olga Owner owns .+ and has to pay it\.$/)).toBeVisible()
  expect(button('Pay the start-up fee').elements()).toEqual([])
  await manager.unmount()
  // A paid one says nothing of it.
  answersAt({ '/orders/3': given() })
  const paid = await showAs(sessionWithin('organization_owner'))
  await expect.element(page.getByText('Closed', { exact: true })).toBeVisible()
  expect(page.getByText(/did not go through/).elements()).toEqual([])
  await paid.unmount()
})
