import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { givenItem, givenOrder } from '../../../test/given-order.ts'
import { bank, buys, givenMethod, givenSetupServer, refusal, showSetup } from '../../../test/given-setup.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 2, name })
const finish = button('Finish Setup')
const code = page.getByRole('textbox', { name: 'Promotion code' })
const thanks = heading('Thank you for your order.')
/** The order as it is read, row by row. */
const rows = () => [...document.querySelectorAll('table tr')].map(({ textContent }) => textContent)
const half = { id: 1, code: 'HALF', value: 50, is_fixed: false, promotion_code_type_id: 1 } as const
const all = { ...half, code: 'NOSTARTUPFEE', value: 100 }

test.each([
  [
    'a card',
    'CO',
    {},
    ['Start-up Fee$200.00', 'Subtotal$200.00', 'Credit card fee 1.49%$2.98', 'Total$202.98'],
    202.98,
  ],
  [
    'a card, with tax',
    'MN',
    {},
    ['Start-up Fee$200.00', 'Subtotal$200.00', 'Tax 6.875% (MN)$13.75', 'Credit card fee 1.49%$3.18', 'Total$216.93'],
    216.93,
  ],
  [
    'a bank account, with tax',
    'MN',
    bank,
    ['Start-up Fee$200.00', 'Subtotal$200.00', 'Tax 6.875% (MN)$13.75', 'Bank (ACH)Free', 'Total$213.75'],
    213.75,
  ],
])('shows what %s pays, and sends the total that it showed', async (_, billing_state, said, lines, expected_total) => {
  const server = givenSetupServer({ billing_state }, [givenMethod(said)])
  server.purchases = [buys(server)]
  const screen = await showSetup('3')
  await expect.poll(rows).toEqual(lines)
  await finish.click()
  await expect.element(thanks).toHaveFocus()
  expect(server.bought.map(({ body }) => body)).toEqual([{ expected_total }])
  await screen.unmount()
})

test('a waived fee charges nothing, and takes no code', async () => {
  // The waiver has made the first order.
  const order = { id: 5, invoice_id: 1001, fm_invoice_status: 'PAID', total: 0 } as const
  const server = givenSetupServer({ startup_fee: 'waived', order })
  server.purchases = [buys(server, { total: 0 })]
  const screen = await showSetup('3')
  await expect.element(page.getByText(/^The lab waived the start-up fee\. Nothing is charged now\./)).toBeVisible()
  expect(rows()).toEqual(['Start-up Fee$200.00', 'Start-up fee waived-$200.00', 'Subtotal$0.00', 'Total$0.00'])
  expect(code.elements()).toEqual([])
  await finish.click()
  await expect.element(thanks).toBeVisible()
  expect(server.bought.map(({ body }) => body)).toEqual([{ expected_total: 0 }])
  await screen.unmount()
})

test('a promotion code is applied once, and can be taken off', async () => {
  const server = givenSetupServer()
  server.codes = [half]
  const screen = await showSetup('3')
  await expect.element(button('Apply')).toBeDisabled()
  await code.fill('nothing')
  await button('Apply').click()
  await expect.element(code).toHaveAccessibleDescription('This promotion code does not exist.')
  await expect.element(code).toHaveFocus()
  await code.fill(' half ')
  await button('Apply').click()
  await expect.element(page.getByText('HALF takes $100.00 off the start-up fee.')).toBeVisible()
  expect(server.asked.at(-1)).toBe('GET /promotion_codes/validate_code/half?promotion_code_type_id=1&organization_id=7')
  await expect.element(code).toBeDisabled()
  await expect.element(button('Remove code')).toHaveFocus()
  expect(rows()).toEqual([
    'Start-up Fee$200.00',
    'Promotion code HALF-$100.00',
    'Subtotal$100.00',
    'Credit card fee 1.49%$1.49',
    'Total$101.49',
  ])
  // It is there after another step.
  await button('Back').click()
  await button('Next').click()
  await expect.element(button('Remove code')).toBeVisible()
  await button('Remove code').click()
  await expect.element(code).toHaveFocus()
  expect(rows().at(-1)).toBe('Total$202.98')
  await code.fill('4242 4242 4242 4242')
  await expect.element(button('Apply')).toBeDisabled()
  await screen.unmount()
})

test('a code of 100 % charges nothing', async () => {
  const server = givenSetupServer()
  server.codes = [all]
  server.purchases = [buys(server, { total: 0 })]
  const screen = await showSetup('3')
  await code.fill('NOSTARTUPFEE')
  await button('Apply').click()
  await expect.element(page.getByText(/^Nothing is charged now\. The payment method is for/)).toBeVisible()
  expect(rows().at(-1)).toBe('Total$0.00')
  await finish.click()
  await expect.element(thanks).toBeVisible()
  expect(server.bought.map(({ body }) => body)).toEqual([{ promotion_code: 'NOSTARTUPFEE', expected_total: 0 }])
  await screen.unmount()
})

test('a code that the purchase refuses is to be entered anew', async () => {
  const server = givenSetupServer()
  server.codes = [half]
  server.purchases = [() => refusal({ promotion_code: ['This promotion code has expired.'] }, 422)]
  const screen = await showSetup('3')
  await code.fill('HALF')
  await button('Apply').click()
  await expect.element(button('Remove code')).toBeVisible()
  await finish.click()
  await expect.element(code).toHaveAccessibleDescription('This promotion code has expired.')
  await expect.element(code).toBeEnabled()
  expect(rows().at(-1)).toBe('Total$202.98')
  await screen.unmount()
})

test('a returned payment: the same order is paid by another method, without a code', async () => {
  const order = { id: 5, invoice_id: 1001, fm_invoice_status: 'NOT_PAID', total: 213.75 } as const
  const server = givenSetupServer({
    is_finished: true,
    order,
    amount_due: 216.93,
    can: { update: false, purchase: true },
  })
  server.order = givenOrder({
    ...order,
    kind: 'start_up',
    order_items: [givenItem(1, { product: { id: 1, name: 'Start-up Fee' }, value: 200 })],
    subtotal: 200,
    tax: 13.75,
    template: { startup_fee: 200 },
  })
  server.purchases = [buys(server, { total: 216.93 })]
  const screen = await showSetup('3')
  await expect.element(page.getByText('Invoice 1001')).toBeVisible()
  await expect.element(page.getByText(/^The payment of the start-up fee did not go through\./)).toBeVisible()
  expect(rows().at(-1)).toBe('Total$213.75')
  await expect.element(page.getByText('Paid by card, with its fee, it costs $216.93.')).toBeVisible()
  expect(code.elements()).toEqual([])
  await finish.click()
  await expect.element(thanks).toBeVisible()
  expect(server.bought.map(({ body }) => body)).toEqual([{ expected_total: 216.93 }])
  await screen.unmount()
})

test('who cannot pay now reads whom to ask', async () => {
  givenSetupServer({ can: { update: false, purchase: false } })
  const screen = await showSetup('3')
  await expect.element(finish).toHaveAccessibleDescription('The setup cannot be finished now. Ask the lab.')
  await screen.unmount()
})

test.each(['0', '1', '2', '3'])('step %s fits a phone', async (step) => {
  await page.viewport(390, 800)
  givenSetupServer()
  const screen = await showSetup(step)
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.unmount()
  await page.viewport(1280, 800)
})
