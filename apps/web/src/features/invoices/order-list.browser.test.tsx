import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenOld, pageOfOrders } from '../../../test/given-order.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { OldInvoices } from './old-invoices.tsx'
import { OrdersOfUser } from './orders-of-user.tsx'

const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
const button = (name: string | RegExp) => page.getByRole('button', { name })
const listPath = '/organizations/7/list_orders'

const showOld = async () => {
  const screen = await showPage(() => <OldInvoices organizationId={7} />)
  await page.getByText('Old Invoices').click()
  return screen
}

test('old invoices show the paid day if there is one, else the day they were made, and their state', async () => {
  const asked = answersAt({
    [listPath]: pageOfOrders([
      givenOld(3, { fm_invoice_status: 'NOT_PAID', fm_paid_at: null }),
      givenOld(2, { fm_invoice_status: 'BLOCKED', fm_paid_at: null }),
      givenOld(1),
    ]),
  })
  const screen = await showOld()
  await expect.element(page.getByRole('link', { name: 'Invoice 1001' })).toHaveAttribute('href', '/orders/1')
  expect(textsOf('li')).toEqual([
    'Invoice 1003Not paidCreated Mon, Oct 26, 2026$1,234.50CSVPDF',
    'Invoice 1002BlockedCreated Mon, Oct 26, 2026$1,234.50CSVPDF',
    'Invoice 1001ClosedPaid Fri, Nov 20, 2026$1,234.50CSVPDF',
  ])
  expect(new Set(asked.map(decodeURIComponent))).toEqual(
    new Set([`${listPath}?fm_invoice_status=PENDING,PAID,NOT_PAID,BLOCKED&page=1`]),
  )
  await screen.unmount()
})

test('without old invoices it says so', async () => {
  answersAt({ [listPath]: pageOfOrders([]) })
  const screen = await showOld()
  await expect.element(page.getByText('No orders yet.', { exact: true })).toBeVisible()
  await screen.unmount()
})

test('more are shown 25 at a time, and the keyboard stays in the list when there are no more', async () => {
  const all = Array.from({ length: 30 }, (_, index) => givenOld(30 - index))
  answersAt({
    [listPath]: (address: string) => {
      const number = Number(/[?&]page=(\d+)/.exec(address)![1])
      return pageOfOrders(all.slice((number - 1) * 25, number * 25), number, 30)
    },
  })
  const screen = await showOld()
  await expect.poll(() => textsOf('li').length).toBe(25)
  ;(button('Show more').element() as HTMLElement).focus()
  await button('Show more').click()
  await expect.poll(() => textsOf('li').length).toBe(30)
  expect(button('Show more').elements()).toEqual([])
  await expect.poll(() => document.activeElement?.tagName).toBe('A')
  await screen.unmount()
})

test('a list that cannot be read can be tried again', async () => {
  let fails = true
  answersAt({
    [listPath]: () =>
      fails ? Response.json({ error: 'Try later.', code: 503 }, { status: 503 }) : pageOfOrders([givenOld(1)]),
  })
  const screen = await showOld()
  await expect.element(page.getByText('Try later.')).toBeVisible()
  fails = false
  await button('Try again').click()
  await expect.element(page.getByRole('link', { name: 'Invoice 1001' })).toBeVisible()
  await screen.unmount()
})

test('the files of an invoice are downloaded from its row, and a failure is said', async () => {
  let fails = false
  const asked = answersAt({
    [listPath]: pageOfOrders([givenOld(1)]),
    '/orders/1/download_invoice': () =>
      fails
        ? Response.json({ error: 'The portal is very busy right now.', code: 503 }, { status: 503 })
        : new Response('bytes', { headers: { 'content-disposition': 'attachment; filename="invoice-1001.pdf"' } }),
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const screen = await showOld()
  await button('Download Invoice 1001 as PDF').click()
  await expect.poll(() => click.mock.calls.length).toBe(1)
  click.mockRestore()
  fails = true
  await button('Download Invoice 1001 as CSV').click()
  await expect.element(page.getByText('The portal is very busy right now.')).toBeVisible()
  expect(asked.filter((address) => address.startsWith('/orders'))).toEqual([
    '/orders/1/download_invoice?type=pdf',
    '/orders/1/download_invoice?type=csv',
  ])
  await screen.unmount()
})

test('the orders of a person name their practice; the open one has no total and no PDF', async () => {
  answersAt({
    '/users/5/orders': pageOfOrders([
      givenOld(4, { invoice_id: null, fm_invoice_status: 'CURRENT', fm_paid_at: null, total: 0 }),
      givenOld(1, { organization: { id: 8, name: 'Juniper' } }),
    ]),
  })
  await page.viewport(390, 800)
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <OrdersOfUser userId={5} />
    </SessionContext>
  ))
  await expect.element(page.getByRole('link', { name: 'Current order' })).toHaveAttribute('href', '/orders/4')
  expect(textsOf('li')).toEqual([
    'Current orderCurrentSummit · Created Mon, Oct 26, 2026CSV',
    'Invoice 1001ClosedJuniper · Paid Fri, Nov 20, 2026$1,234.50CSVPDF',
  ])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.unmount()
  await page.viewport(1280, 800)
})
