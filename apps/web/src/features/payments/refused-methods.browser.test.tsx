import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeProvider, givenInfo, paymentServer } from '../../../test/given-payments.ts'
import { field, fillCard, refusal, saved, showForm, submit, whenReady, year } from '../../../test/payment-form.tsx'

test.each([
  ['its message', { message: 'This card is not accepted.' }, 'This card is not accepted.'],
  ['an error', new Error('The card was blocked.'), 'The card was blocked.'],
  ['a text', 'Try another card.', 'Try another card.'],
  ['nothing', undefined, 'Something went wrong, please try again.'],
  ['a field that is not there', [{ field: 'firstname', message: 'The name is too long.' }], 'The name is too long.'],
])('a refusal of the provider with %s is shown above the button; nothing typed is lost', async (_, thrown, words) => {
  const provider = fakeProvider()
  const calls = paymentServer({ 'POST /f_m_payment_methods': [saved(givenInfo())] })
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what the provider rejects with
  provider.answers.unshift(() => Promise.reject(thrown))
  await showForm(givenInfo({ fields: provider.fields }))
  await fillCard(provider)
  await field('Nickname').fill('Front desk')
  await submit.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(words)
  await expect.element(field('Expiration year')).toHaveValue(year)
  await expect.element(field('Nickname')).toHaveValue('Front desk')
  expect(calls).toEqual([])
  await submit.click()
  await expect.element(page.getByText('The payment method is saved.')).toBeVisible()
  expect(provider.tokenized).toHaveLength(2)
})

test.each([
  [
    'field and message',
    [
      { field: 'card_exp', message: 'The card has expired.' },
      { field: 'cvv', message: 'Wrong code.' },
    ],
  ],
  [
    'pairs',
    [
      ['month', 'The card has expired.'],
      ['card_cvv', 'Wrong code.'],
    ],
  ],
  ['an object', { expiry_month: ['The card has expired.'], cvv: 'Wrong code.' }],
  ['errors', { message: 'Invalid.', errors: { month: 'The card has expired.', cvv: ['Wrong code.'] } }],
])('messages of the provider as %s are shown at their fields', async (_, thrown) => {
  const provider = fakeProvider()
  paymentServer({})
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what the provider rejects with
  provider.answers.unshift(() => Promise.reject(thrown))
  await showForm(givenInfo({ fields: provider.fields }))
  await fillCard(provider)
  await submit.click()
  await expect.element(field('Expiration month')).toHaveAccessibleDescription('The card has expired.')
  await vi.waitFor(() => expect(provider.shown.at(-1)!.errors).toEqual({ cvv: 'Wrong code.' }))
  // The first one in the order of the page.
  await vi.waitFor(() => expect(provider.shown.at(-1)!.focused).toBe('cvv'))
  expect(document.activeElement).toBe(page.getByTitle('Card', { exact: true }).element())
  expect(page.getByRole('alert').elements()).toEqual([])
  provider.shown.at(-1)!.report({ number: true, cvv: false })
  await vi.waitFor(() => expect(provider.shown.at(-1)!.errors).toEqual({ cvv: 'Invalid CVV' }))
})

test('a request without an answer is repeated unchanged, under its own key', async () => {
  const provider = fakeProvider()
  const calls = paymentServer({
    'POST /f_m_payment_methods': [
      refusal(503, 'The payment provider did not answer.'),
      refusal(503, 'The payment provider did not answer.'),
      saved(givenInfo()),
    ],
  })
  await showForm(givenInfo({ fields: provider.fields }))
  await fillCard(provider)
  await submit.click()
  const alert = page.getByRole('alert')
  await expect
    .element(alert)
    .toHaveTextContent('The payment provider did not answer. Try again: the payment method will not be added twice.')
  // However much later.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000)
  await page.getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('The payment method is saved.')).toBeVisible()
  expect(calls).toHaveLength(3)
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
  expect(calls[1]!.body).toEqual(calls[0]!.body)
  expect(calls[2]!.body).toEqual(calls[0]!.body)
  expect(provider.tokenized).toHaveLength(1)
})

test('another card after a request without an answer is another request', async () => {
  const provider = fakeProvider()
  provider.answers.push(async () => ({ id: 'token-2' }))
  const calls = paymentServer({
    'POST /f_m_payment_methods': [refusal(503, 'The payment provider did not answer.'), saved(givenInfo())],
  })
  await showForm(givenInfo({ fields: provider.fields }))
  await fillCard(provider)
  await submit.click()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  provider.shown.at(-1)!.report({ number: false, cvv: true })
  provider.fillIn()
  await submit.click()
  await expect.element(page.getByText('The payment method is saved.')).toBeVisible()
  expect(calls.map(({ body }) => (body as { token_id: string }).token_id)).toEqual(['token-1', 'token-2'])
  expect(calls[0]!.key).not.toBe(calls[1]!.key)
})

test('a wrong password is said at its field; the card is not given to the provider again', async () => {
  const provider = fakeProvider()
  const calls = paymentServer({
    'POST /f_m_payment_methods': [refusal(422, { current_password: ['Wrong password.'] }), saved(givenInfo())],
  })
  await showForm(givenInfo({ fields: provider.fields, needs_password: true }), vi.fn(), 3)
  await fillCard(provider)
  const password = page.getByLabelText(/Your password/)
  await password.fill('Not-the-one-1')
  await submit.click()
  await expect.element(password).toHaveAccessibleDescription(/^Wrong password\./)
  await expect.element(password).toHaveFocus()
  await password.fill('Tall-Hedge-41')
  await submit.click()
  await expect.element(page.getByText('The payment method is saved.')).toBeVisible()
  const bodies = calls.map(({ body }) => body as Record<string, unknown>)
  expect(bodies).toMatchObject([
    { token_id: 'token-1', replaces: 3, current_password: 'Not-the-one-1' },
    { token_id: 'token-1', replaces: 3, current_password: 'Tall-Hedge-41' },
  ])
  // Each counts once.
  expect(bodies[0]!.bot_check).not.toBe(bodies[1]!.bot_check)
  expect(provider.tokenized).toHaveLength(1)
})

test('a card that the portal refuses is given to the provider again', async () => {
  const provider = fakeProvider()
  paymentServer({
    'POST /f_m_payment_methods': [refusal(422, { token_id: ['Unknown payment method.'] }), saved(givenInfo())],
  })
  await showForm(givenInfo({ fields: provider.fields }))
  await fillCard(provider)
  await submit.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Unknown payment method.')
  await submit.click()
  await expect.element(page.getByText('The payment method is saved.')).toBeVisible()
  expect(provider.tokenized).toHaveLength(2)
})

test('a bot check that fails stops the submit and says so', async () => {
  const provider = fakeProvider()
  const calls = paymentServer({
    'GET /bot_check': [refusal(500, 'Something went wrong.')],
    'POST /f_m_payment_methods': [saved(givenInfo())],
  })
  await showForm(givenInfo({ fields: provider.fields }))
  await fillCard(provider)
  await submit.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The human verification failed. Please try again.')
  await whenReady()
  expect([calls, provider.tokenized]).toEqual([[], []])
})
