import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sessionOf } from '../../../test/given-case.ts'
import { givenOld, givenUnpaid, pageOfOrders } from '../../../test/given-order.ts'
import { sessionWithin } from '../../../test/given-organization.ts'
import { givenInfo, givenMethod, paymentServer } from '../../../test/given-payments.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext, type Session } from '../../lib/session.tsx'
import { UnpaidInvoices } from './index.ts'

const owner = sessionWithin('organization_owner')
const ownedByOlga = ({ me, ...session }: Session): Session => ({
  ...session,
  me: { ...me, organizations: me.organizations.map((mine) => ({ ...mine, owner_name: 'Olga Owner' })) },
})
const card = givenMethod(1, { is_primary: true })
const bank = givenMethod(2, { payment_method_type: 'bank', brand: 'First Bank', last_four: '6789', expires: null })
const listed = givenOld(1, { fm_invoice_status: 'NOT_PAID', total: 109, fm_paid_at: null })
const server = (answers: Parameters<typeof paymentServer>[0]) =>
  paymentServer({
    'GET /organizations/7/list_orders': [{ body: pageOfOrders([listed]) }],
    'GET /orders/1': [{ body: givenUnpaid({ id: 1 }) }],
    'GET /f_m_payment_infos': [{ body: { payment_info: givenInfo({ payment_methods: [card, bank] }) } }],
    ...answers,
  })
const showAs = (session: Session) =>
  showPage(() => (
    <SessionContext value={session}>
      <UnpaidInvoices organizationId={7} />
    </SessionContext>
  ))
const button = (name: string) => page.getByRole('button', { name, exact: true })
const radio = (name: string) => page.getByRole('radio', { name })
const refusal = (status: number, error: string, code = status) => ({ status, body: { error, code } })

test('an owner pays with any method; a decline keeps the dialog with the provider’s words', async () => {
  const calls = server({
    'POST /orders/1/pay': [
      refusal(422, 'Insufficient funds.', errorCodes.paymentDeclined),
      { body: { ...givenUnpaid({ id: 1 }), message: 'The invoice is paid.' } },
    ],
  })
  const screen = await showAs(owner)
  await expect.element(page.getByText('This invoice is not paid. Next try on Mon, Nov 30, 2026.')).toBeVisible()
  await button('Pay invoice 1001').click()
  await expect.element(radio('Visa ending in 4241, primary')).toBeChecked()
  await expect.element(page.getByText('Total: $109.00, with a card fee of $1.00.')).toBeVisible()
  await button('Pay $109.00').click()
  await expect.element(page.getByText('Insufficient funds. Nothing was charged.')).toBeVisible()
  await radio('First Bank ending in 6789').click()
  await button('Pay $108.00').click()
  await expect.element(page.getByText('The invoice is paid.')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const [first, second] = calls.filter(({ method }) => method === 'POST')
  expect([first?.body, second?.body]).toEqual([
    { payment_method_id: 1, expected_total: 109 },
    { payment_method_id: 2, expected_total: 108 },
  ])
  await screen.unmount()
})

test('a pending invoice says when it is charged, or that it waits behind an older one', async () => {
  for (const [next_try, words] of [
    ['2026-11-30', 'It will be charged on Mon, Nov 30, 2026.'],
    [null, 'It waits for an older invoice that is not paid.'],
  ] as const) {
    server({ 'GET /orders/1': [{ body: givenUnpaid({ id: 1, fm_invoice_status: 'PENDING', next_try }) }] })
    const shown = await showAs(owner)
    await expect.element(shown.getByText(words)).toBeVisible()
    await shown.unmount()
  }
})

test('the same method after a decline is a new try; one that was not answered is the same one', async () => {
  const calls = server({
    'POST /orders/1/pay': [
      refusal(422, 'Insufficient funds.', errorCodes.paymentDeclined),
      refusal(503, 'The payment provider did not answer.'),
      { body: { ...givenUnpaid({ id: 1 }), message: 'The invoice is paid.' } },
    ],
  })
  const screen = await showAs(owner)
  await button('Pay invoice 1001').click()
  for (const words of [
    /^Insufficient funds\./,
    /did not answer\. Nothing will be charged twice if you try again\.$/,
    'The invoice is paid.',
  ]) {
    await button('Pay $109.00').click()
    await expect.element(page.getByText(words)).toBeVisible()
  }
  const keys = calls.filter(({ method }) => method === 'POST').map(({ key }) => key)
  expect(keys[1]).not.toBe(keys[0])
  expect(keys[2]).toBe(keys[1])
  await screen.unmount()
})

test('another total by now: nothing is charged, and the new one is shown and sent', async () => {
  let total = 109
  const calls = server({
    'GET /orders/1': [() => ({ body: givenUnpaid({ id: 1, payable: { totals: { card: total, bank: total } } }) })],
    'POST /orders/1/pay': [
      () => {
        total = 120
        return refusal(409, 'The total is another one by now.')
      },
      { body: { ...givenUnpaid({ id: 1 }), message: 'The invoice is paid.' } },
    ],
  })
  const screen = await showAs(owner)
  await button('Pay invoice 1001').click()
  await button('Pay $109.00').click()
  await expect.element(page.getByText('The total is another one by now.')).toBeVisible()
  await button('Pay $120.00').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    payment_method_id: 1,
    expected_total: 120,
  })
  await screen.unmount()
})

test('a manager reads who pays, a blocked practice what stops, and while a payment is made nobody pays', async () => {
  server({
    'GET /orders/1': [{ body: withoutPayable({ id: 1, fm_invoice_status: 'BLOCKED', next_try: null }) }],
  })
  const manager = await showAs(ownedByOlga(sessionWithin('organization_manager')))
  const words =
    'This invoice is not paid. Summit cannot start new cases, prints and corrections until all its invoices are paid. Olga Owner owns Summit and has to pay it.'
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  await manager.unmount()
  const why_not = 'A payment is in progress.'
  server({ 'GET /orders/1': [{ body: givenUnpaid({ id: 1, payable: { can_pay: false, why_not } }) }] })
  const waiting = await showAs(owner)
  await expect.element(page.getByText('This invoice is not paid. A payment is in progress.')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  await waiting.unmount()
})

const withoutPayable = (said: Parameters<typeof givenUnpaid>[0]) => {
  const { order, metadata } = givenUnpaid(said)
  return { order: { ...order, payable: null }, metadata }
}

test('the lab settles an invoice with a reason and the own password', async () => {
  const calls = server({
    'GET /orders/1': [{ body: givenUnpaid({ id: 1, payable: { can_pay: false, can_settle: true } }) }],
    'POST /orders/1/settle': [{ body: { ...givenUnpaid({ id: 1 }), message: 'The invoice is settled.' } }],
  })
  const screen = await showAs(sessionOf('supervisor'))
  await button('Settle invoice 1001').click()
  await expect
    .element(page.getByText(/^Summit will owe nothing of the \$108\.00 on this invoice, .* This cannot be undone\.$/))
    .toBeVisible()
  const confirm = button('Settle invoice')
  await expect.element(confirm).toBeDisabled()
  await radio('Written off').click()
  await expect.element(page.getByText(/^Summit will owe nothing of the \$109\.00 on this invoice/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Closed down')
  await expect.element(confirm).toBeDisabled()
  await page.getByRole('textbox', { name: 'Your password' }).fill('Secret-123')
  await confirm.click()
  await expect.element(page.getByText('The invoice is settled.')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    how: 'written_off',
    reason: 'Closed down',
    current_password: 'Secret-123',
    expected_total: 109,
  })
  await screen.unmount()
})
