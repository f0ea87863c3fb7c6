import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buys, givenSetupServer, refusal, showSetup } from '../../../test/given-setup.tsx'
import { later } from '../../../test/show.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 2, name })
const finish = button('Finish Setup')
const code = page.getByRole('textbox', { name: 'Promotion code' })
const thanks = heading('Thank you for your order.')
const problem = page.getByRole('alert')
/** The order as it is read, row by row. */
const rows = () => [...document.querySelectorAll('table tr')].map(({ textContent }) => textContent)
const half = { id: 1, code: 'HALF', value: 50, is_fixed: false, promotion_code_type_id: 1 } as const
const declined = () => refusal('Do not honor. Call your bank.', 2208, 409)
const purchaseCall = 'POST /organizations/7/process_initial_purchase'
const setupCall = 'GET /organizations/7/account-details'

test('a declined charge is said in the words of the provider, and the next one is a new request', async () => {
  const server = givenSetupServer()
  server.codes = [half]
  server.purchases = [declined, declined, buys(server)]
  const screen = await showSetup('3')
  await code.fill('HALF')
  await button('Apply').click()
  await expect.element(button('Remove code')).toBeVisible()
  await finish.click()
  await expect.element(problem).toMatchTextContent(/^Do not honor\. Call your bank\. Nothing was charged/)
  await expect.poll(() => document.activeElement?.textContent).toContain('Do not honor.')
  // Nothing that was entered is lost, and there is a way back.
  await expect.element(code).toHaveValue('HALF')
  await button('Use another card').click()
  await expect.element(heading('Payment method')).toBeVisible()
  await button('Next').click()
  expect(problem.elements()).toEqual([])
  expect(rows()).toContain('Promotion code HALF-$100.00')
  await finish.click()
  await expect.element(problem).toBeVisible()
  await finish.click()
  await expect.element(thanks).toBeVisible()
  expect(new Set(server.bought.map(({ key }) => key)).size).toBe(3)
  expect(server.bought[2]!.body).toEqual({ promotion_code: 'HALF', expected_total: 101.49 })
  await screen.unmount()
})

test('a provider that does not answer: the same request is sent again under the same key', async () => {
  const server = givenSetupServer()
  const silent = () => refusal('The payment provider did not answer.', 503)
  server.purchases = [silent, silent, declined, declined]
  const screen = await showSetup('3')
  await finish.click()
  await expect
    .element(problem)
    .toMatchTextContent(/^The payment provider did not answer\. Nothing will be charged twice if you try again\./)
  await button('Try again').click()
  await expect.poll(() => server.bought.length).toBe(2)
  await expect.element(finish).toBeEnabled()
  await finish.click()
  await expect.element(problem).toMatchTextContent(/^Do not honor/)
  const [first, second, third] = server.bought.map(({ key }) => key)
  expect([second, third]).toEqual([first, first])
  // That was an answer: the next request is another one.
  await finish.click()
  await expect.poll(() => server.bought.length).toBe(4)
  expect(server.bought[3]!.key).not.toBe(first)
  await screen.unmount()
})

test('a payment whose result is not known yet is waited for, and can be asked for again', async () => {
  const server = givenSetupServer()
  const inProgress = () => {
    server.setup = { ...server.setup, is_in_progress: true }
    return refusal('The payment provider did not answer.', 503)
  }
  const again = later()
  server.purchases = [inProgress, () => again.answer]
  const screen = await showSetup('3')
  await finish.click()
  await expect.element(heading('Payment in progress')).toBeVisible()
  expect(finish.elements()).toEqual([])
  await button('Try again').click()
  await expect.poll(() => server.bought.length).toBe(2)
  await expect.element(heading('Payment in progress')).toBeVisible()
  again.arrive(buys(server)())
  await expect.element(thanks).toBeVisible()
  expect(new Set(server.bought.map(({ key }) => key)).size).toBe(1)
  await screen.unmount()
})

test('a payment that was not answered, and failed in the end, says so; the next one is a new request', async () => {
  const server = givenSetupServer()
  server.purchases = [
    () => {
      server.setup = { ...server.setup, is_in_progress: true }
      return refusal('The payment provider did not answer.', 503)
    },
    () => refusal('A payment is in progress.'),
    buys(server),
  ]
  const screen = await showSetup('3')
  await finish.click()
  await button('Try again').click()
  await expect.poll(() => server.bought.length).toBe(2)
  // It is still in progress: that is said already.
  await expect.poll(() => server.asked.slice(server.asked.lastIndexOf(purchaseCall))).toContain(setupCall)
  await screen.refresh()
  await expect.element(heading('Payment in progress')).toBeVisible()
  expect(problem.elements()).toEqual([])
  server.setup = { ...server.setup, is_in_progress: false }
  await screen.refresh()
  await expect.element(problem).toHaveTextContent('The payment did not go through. Nothing was charged.')
  await finish.click()
  await expect.element(thanks).toBeVisible()
  const [first, second, third] = server.bought.map(({ key }) => key)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  await screen.unmount()
})

test('someone else is paying at the same time: the page waits for them', async () => {
  const server = givenSetupServer()
  server.purchases = [
    () => {
      server.setup = { ...server.setup, is_in_progress: true }
      return refusal('A payment is in progress.')
    },
  ]
  const screen = await showSetup('3')
  await finish.click()
  await expect.element(heading('Payment in progress')).toBeVisible()
  buys(server)()
  await screen.refresh()
  await expect.element(thanks).toBeVisible()
  expect(server.bought).toHaveLength(1)
  await screen.unmount()
})

test('another total by now: nothing is charged, and the new one is shown', async () => {
  const server = givenSetupServer()
  server.purchases = [
    () => {
      server.setup = { ...server.setup, billing_state: 'MN' }
      return refusal('The total has changed. Nothing was charged.')
    },
    buys(server),
  ]
  const screen = await showSetup('3')
  await finish.click()
  await expect.element(problem).toHaveTextContent('The total has changed. Nothing was charged.')
  expect(rows().at(-1)).toBe('Total$216.93')
  await finish.click()
  await expect.element(thanks).toBeVisible()
  expect(server.bought.map(({ body }) => body)).toEqual([{ expected_total: 202.98 }, { expected_total: 216.93 }])
  await screen.unmount()
})

test('a double click pays once, and a slow payment says what is waited for', async () => {
  const server = givenSetupServer()
  const { answer, arrive } = later()
  server.purchases = [() => answer]
  const screen = await showSetup('3')
  await finish.dblClick()
  await expect.element(page.getByText('The payment is being made. Please keep this page open.')).toBeVisible()
  await expect.element(finish).toHaveAttribute('data-loading')
  expect(button('Back').elements()).toEqual([])
  arrive(buys(server)())
  await expect.element(thanks).toBeVisible()
  expect(server.bought).toHaveLength(1)
  await screen.unmount()
})
