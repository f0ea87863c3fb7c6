import type { BillingAddress as Address, BillingAddressAnswer } from '@archwire/contract/billing-address/schema.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPage } from '../../../test/show.tsx'
import { BillingAddress } from './billing-address.tsx'

const address: Address = {
  first_name: 'Victor',
  last_name: 'Lang',
  email: 'books@example.com',
  phone_number: '+13035550145',
  street_address: '1200 Larimer Street',
  street_address_line_2: 'Suite 410',
  city: 'Denver',
  state: 'CO',
  country: 'USA',
  zip_code: '80204',
}
const answerOf = (billing_address: Address | null, said: Partial<BillingAddressAnswer> = {}): BillingAddressAnswer => ({
  billing_address,
  version: 1,
  can: { update: true },
  ...said,
})

interface Server {
  answer: BillingAddressAnswer
  broken?: boolean
  refusal?: { status: number; error: unknown } | undefined
}

/** A server with this address; returns the bodies of the saves that reach it. */
function givenServer(server: Server): unknown[] {
  const saves: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'PUT')
      return server.broken
        ? Response.json({ error: 'The server is busy.', code: 500 }, { status: 500 })
        : Response.json(server.answer)
    const { version: _version, ...saved } = JSON.parse(init.body as string) as Address & { version: number }
    saves.push({ ...saved, version: _version })
    if (server.refusal) {
      const { status, error } = server.refusal
      server.refusal = undefined
      return Response.json({ error, code: status }, { status })
    }
    server.answer = answerOf(saved, { version: server.answer.version + 1 })
    return Response.json({ ...server.answer, message: 'The billing address is saved.' })
  })
  return saves
}

const show = (mayChange = true) => showPage(() => <BillingAddress organizationId={7} mayChange={mayChange} />)
const button = (name: string) => page.getByRole('button', { name })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const select = (name: string) => page.getByRole('combobox', { name })
const save = button('Save billing address')

test('who may not change it reads it', async () => {
  givenServer({ answer: answerOf(address) })
  const screen = await show(false)
  await expect.element(page.getByText('Victor Lang')).toBeVisible()
  await expect.element(page.getByText('1200 Larimer Street, Suite 410, Denver, CO 80204, USA')).toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
  await screen.unmount()
  // Whom the page offers it to, and the server not, as while the practice is disabled.
  givenServer({ answer: answerOf(address, { can: { update: false } }) })
  const second = await show()
  await expect.element(page.getByText('Victor Lang')).toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
  await second.unmount()
})

test('says when there is none, and tries again what cannot be read', async () => {
  const server: Server = { answer: answerOf(null), broken: true }
  givenServer(server)
  const screen = await show(false)
  await expect.element(page.getByText('This could not be loaded.')).toBeVisible()
  server.broken = false
  await button('Try again').click()
  await expect.element(page.getByText('No billing address yet.')).toBeVisible()
  await screen.unmount()
})

test('a first one is of the USA, and is saved whole', async () => {
  const saves = givenServer({ answer: answerOf(null) })
  const screen = await show()
  await expect.element(select('Country')).toHaveValue('USA')
  await expect.element(save).toBeDisabled()
  await field('First Name').fill(' Victor ')
  await field('Last Name').fill('Lang')
  await field('Email').fill('books@example.com')
  await field('Phone Number').fill('+1 303 555 0145')
  await field('Street Address').fill('1200 Larimer Street')
  await field('City').fill('Denver')
  await expect.element(save).toBeDisabled()
  await select('State').selectOptions('CO')
  await field('Zip Code').fill('80204')
  await save.click()
  await expect.element(page.getByText('The billing address is saved.')).toBeVisible()
  expect(saves).toEqual([{ ...address, street_address_line_2: '', version: 1 }])
  await expect.element(save).toBeDisabled()
  await screen.unmount()
})

test('shows an email as it is read, whatever its stored form', async () => {
  givenServer({ answer: answerOf({ ...address, email: 'books@xn--mller-kva.example' }) })
  const screen = await show()
  await expect.element(field('Email')).toHaveValue('books@müller.example')
  await expect.element(save).toBeDisabled()
  await screen.unmount()
})

test('says what is wrong at each field', async () => {
  givenServer({ answer: answerOf(address) })
  const screen = await show()
  for (const [name, text, message] of [
    ['First Name', '', 'Required'],
    ['Last Name', '', 'Required'],
    ['Email', 'books', 'Enter a valid email'],
    ['Phone Number', '+03035550145', 'Invalid phone number.'],
    ['Street Address', '', 'Required'],
    ['City', '', 'Required'],
    ['Zip Code', '', 'Required'],
  ] as const) {
    await field(name).fill(text)
    await userEvent.keyboard('{Tab}')
    await expect
      .element(field(name))
      .toHaveAccessibleDescription(new RegExp(`^${message.replace('.', String.raw`\.`)}`))
  }
  await field('Zip Code').fill('hello')
  await userEvent.keyboard('{Tab}')
  await expect.element(field('Zip Code')).toHaveAccessibleDescription(/^Enter a ZIP code like 80202 or 80202-1234\./)
  await select('Country').selectOptions('CAN')
  await expect.element(select('State')).toBeVisible()
  await expect.element(save).toBeDisabled()
  await button('Cancel').click()
  await expect.element(field('City')).toHaveValue('Denver')
  await screen.unmount()
})

test('a refusal is shown at its field', async () => {
  givenServer({ answer: answerOf(address), refusal: { status: 422, error: { zip_code: ['Unknown zip code.'] } } })
  const screen = await show()
  await field('Zip Code').fill('00000')
  await save.click()
  await expect.element(field('Zip Code')).toHaveAccessibleDescription('Unknown zip code.')
  await expect.element(field('Zip Code')).toHaveFocus()
  await button('Cancel').click()
  await screen.unmount()
})

test('someone else saved in the meantime: mine is kept on top of theirs', async () => {
  const server: Server = {
    answer: answerOf(address),
    refusal: { status: 409, error: 'Someone else changed this in the meantime.' },
  }
  const saves = givenServer(server)
  const screen = await show()
  await field('City').fill('Boulder')
  server.answer = answerOf({ ...address, last_name: 'Theirs' }, { version: 2 })
  await save.click()
  await expect.element(page.getByText(/Someone else changed this billing address/)).toBeVisible()
  await button('Keep mine').click()
  await save.click()
  await expect.element(page.getByText('The billing address is saved.')).toBeVisible()
  expect(saves[1]).toEqual({ ...address, city: 'Boulder', last_name: 'Theirs', version: 2 })
  await screen.unmount()
})

test('leaving asks about unsaved changes', async () => {
  givenServer({ answer: answerOf(address) })
  const screen = await show()
  await field('City').fill('Boulder')
  screen.leave()
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent('Your changes to this billing address are not saved yet.')
  await userEvent.keyboard('{Escape}')
  await expect.element(field('City')).toHaveValue('Boulder')
  await button('Cancel').click()
  await screen.unmount()
})
