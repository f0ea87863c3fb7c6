import type { PaymentInfo, PaymentMethod } from '@archwire/contract/payments/schema.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sessionWithin } from '../../../test/given-organization.ts'
import { fakeProvider, givenInfo, givenMethod, paymentServer } from '../../../test/given-payments.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { PaymentMethodChip } from './payment-method-chip.tsx'
import { PaymentMethods } from './payment-methods.tsx'

const session = sessionWithin('organization_owner', { first_name: 'Olga', last_name: 'Owner' })
const answerOf = (info: PaymentInfo) => ({ body: { payment_info: info } })
const saved = (info: PaymentInfo, message: string) => ({ body: { payment_info: info, payment_method_id: 1, message } })
const refusal = (status: number, error: unknown) => ({ status, body: { error, code: status } })
const show = () =>
  showPage(() => (
    <SessionContext value={session}>
      <PaymentMethods organizationId={7} />
    </SessionContext>
  ))

const first = givenMethod(1, { is_primary: true, payment_method_nickname: 'Front desk' })
const second = givenMethod(2, { expires: '04/2020', is_expired: true })
/** As the server calls it until its owner does. */
const unnamed = givenMethod(4, { payment_method_nickname: 'Visa 4244' })
const bank = givenMethod(3, { payment_method_type: 'bank', brand: 'First Bank', last_four: '6789', expires: null })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const rows = page.getByRole('list', { name: 'Payment methods' }).getByRole('listitem')
const dialog = page.getByRole('dialog')
const changes = (calls: ReturnType<typeof paymentServer>) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

test('shows each method: name, number, expiration, which one is charged, what can be done', async () => {
  const provider = fakeProvider()
  paymentServer({
    'GET /f_m_payment_infos': [
      answerOf(givenInfo({ payment_methods: [first, second, bank, unnamed], fields: provider.fields })),
    ],
  })
  await show()
  await expect.element(rows.first()).toBeVisible()
  expect(rows.elements().map((row) => row.textContent)).toEqual([
    'Front deskPrimaryVisa ending in 4241 · Expires 04/2199RenameReplaceRemove',
    'Visa ending in 4242ExpiredExpired 04/2020RenameMake primaryReplaceRemove',
    'First Bank ending in 6789Bank accountRenameMake primaryReplaceRemove',
    'Visa 4244Expires 04/2199RenameMake primaryReplaceRemove',
  ])
})

test('says when there is none; what cannot be read is tried again', async () => {
  const provider = fakeProvider()
  const server = { answer: refusal(500, 'The server is busy.') as object }
  paymentServer({ 'GET /f_m_payment_infos': [() => server.answer as ReturnType<typeof refusal>] })
  await show()
  await expect.element(page.getByText('The server is busy.')).toBeVisible()
  server.answer = answerOf(givenInfo({ fields: provider.fields }))
  await button('Try again').click()
  await expect.element(page.getByText('No payment methods yet.')).toBeVisible()
  await button('Add payment method').click()
  const form = page.getByRole('form', { name: 'New payment method' })
  await expect.element(form.getByRole('radio', { name: 'Card' })).toHaveFocus()
  await button('Cancel').click()
  await expect.element(button('Add payment method')).toHaveFocus()
})

test('a server without a provider shows the methods and adds none', async () => {
  paymentServer({ 'GET /f_m_payment_infos': [answerOf(givenInfo({ payment_methods: [first] }))] })
  await show()
  await expect.element(page.getByText('Paying is not available on this server.')).toBeVisible()
  await expect.element(button('Rename: Front desk')).toBeVisible()
  expect(button('Add payment method').elements()).toEqual([])
  expect(button('Replace: Front desk').elements()).toEqual([])
})

test('who may not change them reads them', async () => {
  const provider = fakeProvider()
  const method = { ...first, can: { update: false, delete: false } }
  const info = givenInfo({ payment_methods: [method], fields: provider.fields, can: { update: false } })
  paymentServer({ 'GET /f_m_payment_infos': [answerOf(info)] })
  await show()
  await expect.element(rows.first()).toHaveTextContent('Front deskPrimaryVisa ending in 4241 · Expires 04/2199')
  expect(page.getByRole('button').elements()).toEqual([])
})

test('a method is renamed without the password; an empty name and one that holds a card number are not sent', async () => {
  const info = givenInfo({ payment_methods: [first], needs_password: true })
  const calls = paymentServer({
    'GET /f_m_payment_infos': [answerOf(info)],
    'PUT /f_m_payment_methods/1': [saved(info, 'The payment method is renamed.')],
  })
  await show()
  await button('Rename: Front desk').click()
  const name = dialog.getByRole('textbox', { name: 'Nickname' })
  const confirm = dialog.getByRole('button', { name: 'Rename', exact: true })
  await expect.element(confirm).toBeDisabled()
  await name.fill(' ')
  await userEvent.keyboard('{Tab}')
  await expect.element(name).toHaveAccessibleDescription('Required')
  await name.fill('4242-4242-4242-4242')
  await expect.element(name).toHaveAccessibleDescription('Do not enter card or account numbers here.')
  await expect.element(confirm).toBeDisabled()
  await name.fill(' Back office ')
  await confirm.click()
  await expect.element(page.getByText('The payment method is renamed.')).toBeVisible()
  expect(changes(calls)).toEqual([
    ['PUT', '/f_m_payment_methods/1', { payment_method_nickname: 'Back office', version: 1 }],
  ])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a name that someone else changed in the meantime is not written over unseen', async () => {
  const info = (said: Partial<PaymentMethod>) => givenInfo({ payment_methods: [{ ...first, ...said }] })
  const server = { info: info({}) }
  const calls = paymentServer({
    'GET /f_m_payment_infos': [() => answerOf(server.info)],
    'PUT /f_m_payment_methods/1': [
      refusal(409, 'Someone else changed this in the meantime.'),
      saved(info({ version: 3 }), 'The payment method is renamed.'),
    ],
  })
  await show()
  await button('Rename: Front desk').click()
  await dialog.getByRole('textbox', { name: 'Nickname' }).fill('Mine')
  server.info = info({ payment_method_nickname: 'Theirs', version: 2 })
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect.element(dialog).toMatchTextContent('Someone else changed this payment method in the meantime.')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect.element(page.getByText('The payment method is renamed.')).toBeVisible()
  expect(changes(calls).map(([, , body]) => body)).toEqual([
    { payment_method_nickname: 'Mine', version: 1 },
    { payment_method_nickname: 'Mine', version: 2 },
  ])
})

test('another one is made primary, with the password once there is a contract', async () => {
  const info = givenInfo({ payment_methods: [first, second], needs_password: true })
  const calls = paymentServer({
    'GET /f_m_payment_infos': [answerOf(info)],
    'PUT /f_m_payment_methods/2': [
      refusal(422, { current_password: ['Wrong password.'] }),
      saved(info, 'This payment method is the primary one now.'),
    ],
  })
  await show()
  await button('Make primary: Visa ending in 4242').click()
  await expect.element(dialog).toMatchTextContent('Make Visa ending in 4242 the primary payment method?')
  const confirm = dialog.getByRole('button', { name: 'Make primary' })
  await expect.element(confirm).toBeDisabled()
  const password = dialog.getByLabelText(/Your password/)
  await password.fill('Not-the-one-1')
  await confirm.click()
  await expect.element(password).toHaveAccessibleDescription('Wrong password.')
  await expect.element(password).toHaveFocus()
  await password.fill('Tall-Hedge-41')
  await confirm.click()
  await expect.element(page.getByText('This payment method is the primary one now.')).toBeVisible()
  expect(changes(calls)).toEqual([
    ['PUT', '/f_m_payment_methods/2', { is_primary: true, version: 1, current_password: 'Not-the-one-1' }],
    ['PUT', '/f_m_payment_methods/2', { is_primary: true, version: 1, current_password: 'Tall-Hedge-41' }],
  ])
})

test('before the contract no password is asked for', async () => {
  const server = { info: givenInfo({ payment_methods: [first, second] }) }
  const calls = paymentServer({
    'GET /f_m_payment_infos': [() => answerOf(server.info)],
    'DELETE /f_m_payment_methods/1': [saved(server.info, 'The payment method is removed.')],
  })
  await show()
  await button('Remove: Front desk').click()
  await expect.element(dialog).toMatchTextContent('This cannot be undone.')
  await expect.element(dialog).toMatchTextContent('Visa ending in 4242 will be the primary payment method.')
  expect(dialog.getByLabelText(/Your password/).elements()).toEqual([])
  server.info = givenInfo({ payment_methods: [second] })
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(page.getByText('The payment method is removed.')).toBeVisible()
  await vi.waitFor(() => expect(rows.elements()).toHaveLength(1))
  expect(changes(calls)).toEqual([['DELETE', '/f_m_payment_methods/1', {}]])
})

test('removing asks for the password; a refusal that is not about it closes the question', async () => {
  const info = givenInfo({ payment_methods: [first, second], needs_password: true })
  const calls = paymentServer({
    'GET /f_m_payment_infos': [answerOf(info)],
    'DELETE /f_m_payment_methods/2': [refusal(409, 'The last payment method cannot be removed.')],
  })
  await show()
  await button('Remove: Visa ending in 4242').click()
  const confirm = dialog.getByRole('button', { name: 'Remove', exact: true })
  await expect.element(confirm).toBeDisabled()
  await dialog.getByLabelText(/Your password/).fill('Tall-Hedge-41')
  await confirm.click()
  await expect.element(page.getByText('The last payment method cannot be removed.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(changes(calls)).toEqual([['DELETE', '/f_m_payment_methods/2', { current_password: 'Tall-Hedge-41' }]])
})

test('a practice that got its contract in the meantime is asked for the password in the same dialog', async () => {
  const server = { info: givenInfo({ payment_methods: [first, second] }) }
  const calls = paymentServer({
    'GET /f_m_payment_infos': [() => answerOf(server.info)],
    'PUT /f_m_payment_methods/2': [
      refusal(422, { current_password: ['Required'] }),
      saved(server.info, 'This payment method is the primary one now.'),
    ],
  })
  await show()
  await button('Make primary: Visa ending in 4242').click()
  server.info = givenInfo({ payment_methods: [first, second], needs_password: true })
  const confirm = dialog.getByRole('button', { name: 'Make primary' })
  await confirm.click()
  await dialog.getByLabelText(/Your password/).fill('Tall-Hedge-41')
  await confirm.click()
  await expect.element(page.getByText('This payment method is the primary one now.')).toBeVisible()
  expect(changes(calls).map(([, , body]) => body)).toEqual([
    { is_primary: true, version: 1 },
    { is_primary: true, version: 1, current_password: 'Tall-Hedge-41' },
  ])
})

test('the last one stays while the contract is active, and says why', async () => {
  const info = givenInfo({ payment_methods: [{ ...first, can: { update: true, delete: false } }] })
  paymentServer({ 'GET /f_m_payment_infos': [answerOf(info)] })
  await show()
  const why = 'The last payment method cannot be removed while the contract is active. Replace it instead.'
  await expect.element(page.getByText(why)).toBeVisible()
  const remove = button('Remove: Front desk')
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true')
  await expect.element(remove).toHaveAccessibleDescription(why)
  remove.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(dialog.elements()).toEqual([])
})

test('a method is replaced where it is listed', async () => {
  const provider = fakeProvider()
  const server = { info: givenInfo({ payment_methods: [first], fields: provider.fields }) }
  const after = givenInfo({ payment_methods: [givenMethod(4, { is_primary: true })], fields: provider.fields })
  const calls = paymentServer({
    'GET /f_m_payment_infos': [() => answerOf(server.info)],
    'POST /f_m_payment_methods': [saved(after, 'The payment method is replaced.')],
  })
  await show()
  await button('Replace: Front desk').click()
  await expect.element(page.getByRole('radio', { name: 'Card' })).toHaveFocus()
  await expect.element(page.getByRole('heading', { name: 'Replace Front desk' })).toBeVisible()
  await expect.element(page.getByText(/It will be removed once the new one is saved\./)).toBeVisible()
  await expect.element(button('Save payment method')).toBeEnabled()
  provider.fillIn()
  await page.getByRole('textbox', { name: 'Expiration month' }).fill('12')
  await page.getByRole('textbox', { name: 'Expiration year' }).fill('2199')
  server.info = after
  await button('Save payment method').click()
  await expect.element(page.getByText('The payment method is replaced.')).toBeVisible()
  await expect.element(rows.first()).toMatchTextContent('Visa ending in 4244')
  expect(changes(calls)).toMatchObject([['POST', '/f_m_payment_methods', { replaces: 1, token_id: 'token-1' }]])
  expect(page.getByRole('form').elements()).toEqual([])
})

test('on a phone nothing is wider than the screen, and no word of a button is cut off', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const provider = fakeProvider()
  const info = givenInfo({ payment_methods: [first, second, bank], fields: provider.fields, needs_password: true })
  paymentServer({ 'GET /f_m_payment_infos': [answerOf(info)] })
  await show()
  await button('Add payment method').click()
  await expect.element(button('Save payment method')).toBeEnabled()
  expect(document.documentElement.scrollWidth).toBe(390)
  for (const each of page.getByRole('button').elements())
    for (const part of [each, ...each.querySelectorAll('*')])
      expect(part.scrollWidth, each.textContent).toBeLessThanOrEqual(part.clientWidth || part.scrollWidth)
})

test('a chip names its method, and removes it where it can be removed', async () => {
  const onRemove = vi.fn()
  await showPage(() => (
    <>
      <PaymentMethodChip method={first} onRemove={onRemove} />
      <PaymentMethodChip method={{ ...second, can: { update: true, delete: false } }} onRemove={onRemove} />
      <PaymentMethodChip method={bank} />
    </>
  ))
  await expect.element(page.getByText('Front desk')).toBeVisible()
  await expect.element(page.getByText('Visa ending in 4241')).toBeVisible()
  await button('Remove Front desk').click()
  expect(onRemove).toHaveBeenCalledOnce()
  expect(page.getByRole('button').elements()).toHaveLength(1)
})
