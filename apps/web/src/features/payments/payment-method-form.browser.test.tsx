import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeProvider, givenInfo, givenMethod, paymentServer } from '../../../test/given-payments.ts'
import { field, fillCard, radio, saved, showForm, submit, whenReady, year } from '../../../test/payment-form.tsx'

test('a card goes to the provider, and its token to the portal', async () => {
  const provider = fakeProvider()
  const info = givenInfo({ fields: provider.fields })
  const after = givenInfo({ fields: provider.fields, payment_methods: [givenMethod(5)] })
  const calls = paymentServer({ 'POST /f_m_payment_methods': [saved(after)] })
  const onSaved = vi.fn()
  await showForm(info, onSaved)
  await expect.element(page.getByText(/This server uses a stand-in/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Test cards and accounts' }))
    .toHaveAttribute('href', `${location.origin}/`)
  await fillCard(provider)
  const { webToken, kind } = provider.shown.at(-1)!
  expect({ webToken, kind }).toEqual({ webToken: 'public-key', kind: 'card' })
  const frame = page.getByTitle('Card', { exact: true })
  await vi.waitFor(() => expect(frame.element().getBoundingClientRect().height).toBe(120))
  await field('Nickname').fill(' Front desk ')
  await submit.click()
  await expect.element(page.getByText('The payment method is saved.')).toBeVisible()
  expect(provider.tokenized).toEqual([
    { method: 'card', month: '04', year, customer_id: 'customer-7', firstname: 'Victor', lastname: 'Lang' },
  ])
  expect(calls).toEqual([
    {
      method: 'POST',
      path: '/f_m_payment_methods',
      body: {
        organization_id: 7,
        token_id: 'token-1',
        payment_method_nickname: 'Front desk',
        bot_check: expect.stringMatching(/^solution-/) as string,
      },
      key: expect.any(String) as string,
    },
  ])
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(after, 5)
})

test('a bank account is entered in the provider’s fields; a practice it does not know is made known first', async () => {
  const provider = fakeProvider()
  const info = givenInfo({ fields: provider.fields, customer_id: null, billing_address: null })
  const calls = paymentServer({
    'POST /f_m_payment_infos': [
      { body: { payment_info: givenInfo({ fields: provider.fields, customer_id: 'customer-new' }) } },
    ],
    'POST /f_m_payment_methods': [saved(info)],
  })
  await showForm(info)
  await whenReady()
  await radio('Bank account').click()
  await vi.waitFor(() => expect(provider.shown.at(-1)!.kind).toBe('bank'))
  await whenReady()
  await expect.element(page.getByTitle('Bank account', { exact: true })).toBeVisible()
  await expect.element(radio('Savings')).toBeChecked()
  await expect.element(radio('Personal')).toBeChecked()
  provider.fillIn()
  await field('Bank name').fill('First Bank ')
  await radio('Checking').click()
  await radio('Business').click()
  await submit.click()
  await expect.element(page.getByText('The payment method is saved.')).toBeVisible()
  expect(provider.tokenized).toEqual([
    {
      method: 'bank',
      firstname: 'Olga',
      lastname: 'Owner',
      person_name: 'Olga Owner',
      bank_name: 'First Bank',
      bank_type: 'checking',
      bank_holder_type: 'business',
      customer_id: 'customer-new',
    },
  ])
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/f_m_payment_infos', { organization_id: 7 }],
    ['/f_m_payment_methods', { organization_id: 7, token_id: 'token-1', bot_check: expect.any(String) as string }],
  ])
})

test('what is wrong with a card is said at its fields, and the first gets the focus', async () => {
  const provider = fakeProvider()
  const calls = paymentServer({})
  await showForm(givenInfo({ fields: provider.fields, needs_password: true }))
  await whenReady()
  await submit.click()
  const shown = provider.shown.at(-1)!
  await vi.waitFor(() => expect(shown.errors).toEqual({ number: 'Required', cvv: 'Required' }))
  await expect.element(field('Expiration month')).toHaveAccessibleDescription('Required')
  await expect.element(field('Expiration year')).toHaveAccessibleDescription('Required')
  await expect.element(page.getByLabelText(/Your password/)).toHaveAccessibleDescription(/^Required/)
  await vi.waitFor(() => expect(document.activeElement).toBe(page.getByTitle('Card', { exact: true }).element()))
  await vi.waitFor(() => expect(shown.focused).toBe('number'))
  shown.report({ number: false, cvv: false })
  await vi.waitFor(() => expect(shown.errors).toEqual({ number: 'Invalid Card Number', cvv: 'Invalid CVV' }))
  shown.report({ number: true, cvv: false })
  await vi.waitFor(() => expect(shown.errors).toEqual({ cvv: 'Invalid CVV' }))
  for (const [month, years, at] of [
    ['13', year, 'month'],
    ['00', year, 'month'],
    ['4', year, 'month'],
    ['04', '29', 'year'],
    ['04', '2020', 'year'],
  ] as const) {
    await field('Expiration month').fill(month)
    await field('Expiration year').fill(years)
    await expect.element(field(`Expiration ${at}`)).toHaveAccessibleDescription('Invalid Expiration Date')
  }
  await field('Nickname').fill('4242 4242-4242 4242')
  await submit.click()
  await expect.element(field('Nickname')).toHaveAccessibleDescription(/^Do not enter card or account numbers here\./)
  await field('Nickname').fill('a'.repeat(101))
  await expect.element(field('Nickname')).toHaveValue('a'.repeat(100))
  expect([calls, provider.tokenized]).toEqual([[], []])
})

test('everything of a bank account is required', async () => {
  const provider = fakeProvider()
  const calls = paymentServer({})
  await showForm(givenInfo({ fields: provider.fields }))
  await radio('Bank account').click()
  await vi.waitFor(() => expect(provider.shown.at(-1)?.kind).toBe('bank'))
  await whenReady()
  await submit.click()
  await expect.element(field('Bank name')).toHaveFocus()
  await expect.element(field('Bank name')).toHaveAccessibleDescription('Required')
  await vi.waitFor(() =>
    expect(provider.shown.at(-1)!.errors).toEqual({ bank_account: 'Required', bank_routing: 'Required' }),
  )
  await field('Bank name').fill('4242424242424242')
  await expect.element(field('Bank name')).toHaveAccessibleDescription('Do not enter card or account numbers here.')
  expect([calls, provider.tokenized]).toEqual([[], []])
})

test('a script that does not load says so, and can be loaded again', async () => {
  const provider = fakeProvider()
  const calls = paymentServer({ 'POST /f_m_payment_methods': [saved(givenInfo())] })
  provider.loads(false)
  await showForm(givenInfo({ fields: provider.fields }))
  await expect.element(page.getByRole('alert')).toMatchTextContent('could not be loaded')
  await expect.element(page.getByRole('button', { name: 'Save payment method' })).toBeDisabled()
  await radio('Bank account').click()
  await expect.poll(() => provider.failed).toEqual(['card', 'bank'])
  await expect.element(page.getByRole('alert')).toMatchTextContent('turn off blockers of ads')
  await radio('Card').click()
  // Each choice loads a document of its own, which must have failed before the script loads.
  await expect.poll(() => provider.failed).toEqual(['card', 'bank', 'card'])
  provider.loads(true)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await fillCard(provider)
  await submit.click()
  await expect.element(page.getByText('The payment method is saved.')).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('a server without a payment provider says so', async () => {
  await showForm(givenInfo())
  await expect.element(page.getByRole('alert')).toHaveTextContent('Paying is not available on this server.')
  expect(page.getByRole('textbox').elements()).toEqual([])
})

test('leaving asks about what was typed; after a stay it is there', async () => {
  const provider = fakeProvider()
  paymentServer({})
  const screen = await showForm(givenInfo({ fields: provider.fields }))
  await fillCard(provider)
  screen.leave()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('This payment method is not saved yet.')
  await userEvent.keyboard('{Escape}')
  await expect.element(field('Expiration month')).toHaveValue('04')
  await page.getByRole('button', { name: 'Cancel' }).click()
  screen.leave()
  await expect.element(page.getByRole('heading', { name: 'Another page' })).toBeVisible()
})

test('what the provider’s script sends besides the agreed messages has no effect', async () => {
  const provider = fakeProvider()
  const calls = paymentServer({ 'POST /f_m_payment_methods': [saved(givenInfo())] })
  provider.answers.unshift(() => new Promise(() => {}))
  await showForm(givenInfo({ fields: provider.fields }))
  await fillCard(provider)
  await submit.click()
  await vi.waitFor(() => expect(provider.tokenized).toHaveLength(1))
  const { send } = provider.shown.at(-1)!
  for (const message of [
    null,
    'token',
    { type: 'height', height: 1e9 },
    { type: 'height', height: '50' },
    { type: 'valid', valid: [['payment_method_nickname', true]] },
    { type: 'token', request: 1, token: { toString: 'token-1' } },
    { type: 'token', request: 1, token: '<img src=x>' },
    { type: 'token', request: 2, token: 'of-no-request' },
  ])
    send(message)
  send({ type: 'refused', request: 1, refusal: { message: '<b>Refused</b>', fields: [['__proto__', 4], 'x'] } })
  await expect.element(page.getByRole('alert')).toHaveTextContent('<b>Refused</b>')
  expect(page.getByTitle('Card', { exact: true }).element().getBoundingClientRect().height).toBe(120)
  await expect.element(field('Nickname')).toHaveValue('')
  expect(calls).toEqual([])
})
