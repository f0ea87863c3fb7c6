import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { begunSetup, buys, givenMethod, givenSetupServer, refusal, showSetup } from '../../../test/given-setup.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const heading = (name: string) => page.getByRole('heading', { level: 2, name })
const next = button('Next')
const done = { main_location: { id: 1, location_name: 'Main' }, startup_fee_paid: true }

test('a new practice begins with Welcome; the bar has two steps, and the banner says what is charged', async () => {
  givenSetupServer(begunSetup, [])
  const screen = await showSetup()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Account Setup')
  await expect.element(heading('Welcome')).toBeVisible()
  await expect
    .element(
      page.getByText(
        'The start-up fee of $200.00 is charged now, at the last step. Monthly billing begins in 30 days.',
      ),
    )
    .toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Steps of the account setup' })
  expect(bar.getByRole('button').elements()).toHaveLength(2)
  await expect.element(bar.getByRole('button', { name: 'Account Details' })).toBeEnabled()
  await expect.element(bar.getByRole('button', { name: 'Payment method' })).toBeDisabled()
  expect(button('Back').elements()).toEqual([])
  expect(screen.steps).toEqual([])
  await next.click()
  await expect.element(heading('Account Details')).toHaveFocus()
  await button('Back').click()
  await expect.element(heading('Welcome')).toHaveFocus()
  expect(screen.steps).toEqual([
    { step: '1', replace: false },
    { step: '0', replace: false },
  ])
  await screen.unmount()
})

test.each([
  ['the details are saved', {}, [], 'Payment method', '2'],
  ['there is a payment method', {}, [givenMethod()], 'Order summary', '3'],
  ['the fee is waived', { startup_fee: 'waived' as const }, [], 'Payment method', '2'],
  ['finished, and not paid', { is_finished: true }, [givenMethod()], 'Payment method', '2'],
])('continues where it was left, on any device: %s', async (_, setup, methods, name, step) => {
  givenSetupServer(setup, methods)
  const screen = await showSetup()
  await expect.element(heading(name)).toBeVisible()
  // The address names the step, without an entry of its own.
  expect(screen.steps).toEqual([{ step, replace: true }])
  await screen.unmount()
})

test.each([
  ['3', begunSetup, [], 'Account Details', '1'],
  ['3', {}, [], 'Payment method', '2'],
  ['1', { is_finished: true, can: { update: false, purchase: true } }, [], 'Payment method', '2'],
])('the address ?step=%s leads to no step that is not reached', async (step, setup, methods, name, led) => {
  givenSetupServer(setup, methods)
  const screen = await showSetup(step)
  await expect.element(heading(name)).toBeVisible()
  expect(screen.steps).toEqual([{ step: led, replace: true }])
  await screen.unmount()
})

test('the payment step continues automatically once there is a method; it can be removed there', async () => {
  const server = givenSetupServer({}, [])
  const screen = await showSetup()
  await expect.element(heading('Payment method')).toBeVisible()
  await expect.element(next).toHaveAccessibleDescription('Enter a payment method first.')
  server.info = { ...server.info, payment_methods: [givenMethod()] }
  await screen.refresh()
  await expect.element(heading('Order summary')).toHaveFocus()

  await button('Back').click()
  await expect.element(page.getByText(/Visa ending in 4242/)).toBeVisible()
  await button(/^Remove/).click()
  expect(server.asked.filter((call) => call.startsWith('DELETE'))).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(next).toHaveAccessibleDescription('Enter a payment method first.')
  await expect.element(heading('Payment method')).toHaveFocus()
  expect(server.asked).toContain('DELETE /f_m_payment_methods/3')
  await expect.element(heading('Payment method')).toBeVisible()
  await screen.unmount()
})

test('another card takes the place of the one that is there, with one button; Cancel keeps that', async () => {
  const server = givenSetupServer({}, [givenMethod({ payment_method_nickname: 'Visa 4242' })])
  server.info = { ...server.info, fields: { script: '/nowhere.js', web_token: 'token', is_stand_in: true } }
  const screen = await showSetup('2')
  // A name that says the number already is not followed by it.
  await expect.element(page.getByRole('list', { name: 'Payment methods' })).toMatchTextContent(/^Visa 4242$/)
  await button('Use another card').click()
  await expect.element(page.getByRole('form', { name: 'Replacement' })).toBeVisible()
  expect(button('Next').elements()).toHaveLength(1)
  await button('Cancel').click()
  await next.click()
  await expect.element(heading('Order summary')).toHaveFocus()
  await screen.unmount()
})

test('a method that cannot be removed is replaced here, or on the Payment tab where that can be opened', async () => {
  const kept = givenMethod({ can: { update: true, delete: false } })
  const server = givenSetupServer({ is_finished: true }, [kept])
  server.info = { ...server.info, fields: { script: '/nowhere.js', web_token: 'token', is_stand_in: true } }
  const screen = await showSetup()
  await expect.element(page.getByText(/^The last payment method cannot be removed\./)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Payment tab' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/account\?tab=/))
  await button('Use another card').click()
  await expect.element(page.getByRole('form', { name: 'Replacement' })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Card', exact: true })).toHaveFocus()
  await button('Cancel').click()
  await expect.element(button('Use another card')).toBeVisible()
  await screen.unmount()
  // While it is the only page, there is no link.
  const waived = givenSetupServer({ startup_fee: 'waived' }, [kept])
  waived.info = { ...waived.info, fields: null }
  const second = await showSetup('2')
  await expect.element(page.getByText(/To pay in a different way, replace it here\.$/)).toBeVisible()
  expect(page.getByRole('link').elements()).toEqual([])
  expect(button('Use another card').elements()).toEqual([])
  await second.unmount()
})

test('removing asks for the password where that is needed', async () => {
  const server = givenSetupServer({ is_finished: true })
  server.info = { ...server.info, needs_password: true }
  const screen = await showSetup()
  await button(/^Remove/).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Remove' })).toBeDisabled()
  await dialog.getByLabelText(/^Your password/).fill('Secret-1')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(next).toHaveAccessibleDescription('Enter a payment method first.')
  await screen.unmount()
})

test('a setup that was finished elsewhere thanks for the order, with the receipt and the first case', async () => {
  const server = givenSetupServer()
  const screen = await showSetup(undefined, done)
  await expect.element(heading('Order summary')).toBeVisible()
  buys(server)()
  await screen.refresh()
  await expect.element(heading('Thank you for your order.')).toHaveFocus()
  await expect.element(page.getByText('$202.98 was charged. Your account is ready.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Show the receipt' })).toHaveAttribute('href', '/orders/5')
  await expect
    .element(page.getByRole('link', { name: 'Start your first case' }))
    .toHaveAttribute('href', '/organizations/7/rx-forms/add')
  const next = page.getByRole('region', { name: 'What comes next' }).getByRole('link')
  expect(next.elements().map((link) => link.getAttribute('href'))).toEqual(
    ['members', 'defaults', 'libraries', 'notifications'].map((part) => expect.stringContaining(`part=${part}`)),
  )
  await screen.unmount()
})

test.each([
  [
    'a bank account',
    { status: 'PENDING' as const, total: 200 },
    /^The payment of \$200\.00 from your bank account takes/,
  ],
  ['nothing to pay', { total: 0 }, /^Nothing was charged\./],
])('the thanks say how it was paid: %s', async (_, said, words) => {
  const server = givenSetupServer()
  buys(server, said)()
  const screen = await showSetup('3')
  await expect.element(page.getByText(words)).toBeVisible()
  // The session does not know of the main location yet: the first case would lead back here.
  await expect.element(button('Start your first case')).toBeDisabled()
  await screen.unmount()
})

test('a payment in progress is waited for, and the page continues when it has ended', { timeout: 40_000 }, async () => {
  const server = givenSetupServer({ is_in_progress: true, can: { update: false, purchase: false } })
  const screen = await showSetup()
  await expect.element(heading('Payment in progress')).toHaveFocus()
  expect(button('Finish Setup').elements()).toEqual([])
  expect(button('Try again').elements()).toEqual([])
  await expect.element(button(/^Account Details/)).toBeDisabled()
  // It asks by itself.
  buys(server)()
  await expect.element(heading('Thank you for your order.'), { timeout: 15_000 }).toBeVisible()
  await screen.unmount()
})

test('a payment in progress that failed says so, and everything can be changed again', async () => {
  const server = givenSetupServer({ is_in_progress: true })
  server.purchases = [() => refusal('x')]
  const screen = await showSetup()
  await expect.element(heading('Payment in progress')).toBeVisible()
  server.setup = { ...server.setup, is_in_progress: false }
  await screen.refresh()
  await expect.element(page.getByText('The payment did not go through. Nothing was charged.')).toBeVisible()
  await expect.element(button('Finish Setup')).toBeEnabled()
  await screen.unmount()
})

test('a payment in progress that the provider declined says why, and everything can be changed again', async () => {
  const server = givenSetupServer({ is_in_progress: true, can: { update: false, purchase: false } })
  const screen = await showSetup()
  await expect.element(heading('Payment in progress')).toBeVisible()
  server.setup = {
    ...server.setup,
    is_in_progress: false,
    last_problem: 'Insufficient funds.',
    can: { update: true, purchase: true },
  }
  await screen.refresh()
  await expect
    .element(page.getByText('Insufficient funds. Nothing was charged, and everything you entered is kept.'))
    .toBeVisible()
  await expect.element(button('Finish Setup')).toBeEnabled()
  // Said once. On the other steps, and to an owner who comes back later, it is said above.
  expect(page.getByText(/^Why the last payment failed/).elements()).toEqual([])
  await button('Use another card').click()
  await expect.element(page.getByText('Why the last payment failed: Insufficient funds.')).toBeVisible()
  await screen.unmount()
})

test.each([
  ['declined', {}],
  ['returned by the bank', { is_finished: true, can: { update: false, purchase: true } }],
])('an owner who comes back reads why the last payment failed: %s', async (_, said) => {
  givenSetupServer({ ...said, last_problem: 'R01: insufficient funds' })
  const screen = await showSetup()
  await expect.element(page.getByText('Why the last payment failed: R01: insufficient funds')).toBeVisible()
  await screen.unmount()
})
