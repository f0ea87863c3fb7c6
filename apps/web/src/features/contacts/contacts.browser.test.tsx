import type { Contact, ContactList } from '@archwire/contract/contacts/schema.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPage } from '../../../test/show.tsx'
import { Contacts } from './contacts.tsx'

const contact = (id: number, said: Partial<Contact> = {}): Contact => ({
  id,
  first_name: `Name${id}`,
  last_name: '',
  title: 'Front desk',
  email: '',
  phone_number: '',
  notes: '',
  is_create_account: false,
  ...said,
})
const listOf = (contacts: Contact[], said: Partial<ContactList> = {}): ContactList => ({
  contacts,
  version: 1,
  can: { update: true },
  ...said,
})

interface Server {
  list: ContactList
  broken?: boolean
  /** What the next save gets instead of a success. */
  refusal?: { status: number; error: unknown } | undefined
}

/** A server with these contacts; returns the bodies of the saves that reach it. */
function givenServer(server: Server) {
  const saves: { contacts: (Partial<Contact> & { id?: number })[]; version: number }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'PUT')
      return server.broken
        ? Response.json({ error: 'The server is busy.', code: 500 }, { status: 500 })
        : Response.json(server.list)
    const body = JSON.parse(init.body as string) as (typeof saves)[number]
    saves.push(body)
    if (server.refusal) {
      const { status, error } = server.refusal
      server.refusal = undefined
      return Response.json({ error, code: status }, { status })
    }
    const contacts = body.contacts.map((row, at) => contact(row.id ?? 100 + at, row))
    server.list = listOf(contacts, { version: server.list.version + 1 })
    return Response.json({ ...server.list, message: 'The contacts are saved.' })
  })
  return saves
}

const show = (mayChange = true) => showPage(() => <Contacts organizationId={7} mayChange={mayChange} />)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const card = (name: string) => page.getByRole('region', { name, exact: true })
const field = (name: string, of: string) => card(of).getByRole('textbox', { name })
const cards = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')

test('who may not change them reads them', async () => {
  givenServer({
    list: listOf(
      [
        contact(1, {
          last_name: 'Feld',
          email: 'ruth@example.com',
          phone_number: '+13035550143',
          notes: 'Before noon.',
        }),
        contact(2),
      ],
      { can: { update: false } },
    ),
  })
  const screen = await show()
  await expect.element(cards.first()).toMatchTextContent('Name1 Feld')
  expect(cards.elements().map((row) => row.textContent)).toEqual([
    'Name1 FeldFront deskruth@example.com(303) 555-0143Before noon.',
    'Name2Front desk',
  ])
  expect(page.getByRole('textbox').elements()).toEqual([])
  await screen.unmount()
})

test('says when there are none, and tries again what cannot be read', async () => {
  const server: Server = { list: listOf([]), broken: true }
  givenServer(server)
  const screen = await show(false)
  await expect.element(page.getByText('This could not be loaded.')).toBeVisible()
  server.broken = false
  await button('Try again').click()
  await expect.element(page.getByText('No contacts yet.')).toBeVisible()
  expect(button('Add contact').elements()).toEqual([])
  await screen.unmount()
})

test('adds, edits and removes, and saves the list as a whole', async () => {
  const saves = givenServer({ list: listOf([contact(1), contact(2)]) })
  const screen = await show()
  await expect.element(button('Save contacts')).toBeDisabled()
  await field('Title', 'Name2').fill(' Reception ')
  await button('Remove Name1').click()
  await expect.element(button('Remove Name2')).toHaveFocus()
  await button('Add contact').click()
  await expect.element(field('First Name', 'Contact 2')).toHaveFocus()
  await userEvent.keyboard('Ruth')
  await field('Title', 'Ruth').fill('Office manager')
  await field('Phone Number', 'Ruth').fill('+1 303 555 0143')
  await button('Save contacts').click()
  await expect.element(page.getByText('The contacts are saved.')).toBeVisible()
  const plain = { last_name: '', email: '', phone_number: '', notes: '', is_create_account: false }
  expect(saves).toEqual([
    {
      contacts: [
        { ...plain, id: 2, first_name: 'Name2', title: 'Reception' },
        { ...plain, first_name: 'Ruth', title: 'Office manager', phone_number: '+13035550143' },
      ],
      version: 1,
    },
  ])
  await expect.element(button('Save contacts')).toBeDisabled()
  await screen.unmount()
})

test('shows an email as it is read, whatever its stored form', async () => {
  const saves = givenServer({ list: listOf([contact(1, { email: 'desk@xn--mller-kva.example' })]) })
  const screen = await show()
  await expect.element(field('Email', 'Name1')).toHaveValue('desk@müller.example')
  await expect.element(button('Save contacts')).toBeDisabled()
  await field('Title', 'Name1').fill('Reception')
  await button('Save contacts').click()
  await expect.element(page.getByText('The contacts are saved.')).toBeVisible()
  expect(saves[0]!.contacts[0]!.email).toBe('desk@müller.example')
  await screen.unmount()
})

test('says what is wrong at each field, and leads to the first', async () => {
  const saves = givenServer({ list: listOf([contact(1)]) })
  const screen = await show()
  await field('First Name', 'Name1').fill(' ')
  await field('Title', 'Contact 1').fill('')
  await field('Email', 'Contact 1').fill('ruth')
  await field('Phone Number', 'Contact 1').fill('12')
  await button('Save contacts').click()
  await expect.element(field('First Name', 'Contact 1')).toHaveFocus()
  await expect.element(field('First Name', 'Contact 1')).toHaveAccessibleDescription('First Name is required')
  await expect.element(field('Title', 'Contact 1')).toHaveAccessibleDescription('Title is required')
  await expect.element(field('Email', 'Contact 1')).toHaveAccessibleDescription('Email is invalid')
  await expect.element(field('Phone Number', 'Contact 1')).toHaveAccessibleDescription(/^Invalid phone number\./)
  await field('Email', 'Contact 1').fill('')
  await card('Contact 1').getByRole('checkbox', { name: 'Create an account' }).click()
  await expect
    .element(field('Email', 'Contact 1'))
    .toHaveAccessibleDescription('An email is required to create an account.')
  expect(saves).toEqual([])
  await button('Cancel').click()
  await expect.element(field('First Name', 'Name1')).toHaveValue('Name1')
  await screen.unmount()
})

test('an account is asked for once; a refusal is shown at its row, and nothing is lost', async () => {
  const server: Server = {
    list: listOf([contact(1, { is_create_account: true }), contact(2, { email: 'two@example.com' })]),
    refusal: { status: 422, error: { 'contacts.1.email': ['This person is invited already.'] } },
  }
  const saves = givenServer(server)
  const screen = await show()
  await expect.element(card('Name1').getByText('Invited', { exact: true })).toBeVisible()
  expect(card('Name1').getByRole('checkbox').elements()).toEqual([])
  await card('Name2').getByRole('checkbox', { name: 'Create an account' }).click()
  await button('Save contacts').click()
  await expect.element(field('Email', 'Name2')).toHaveAccessibleDescription('This person is invited already.')
  await expect.element(field('Email', 'Name2')).toHaveFocus()
  await field('Email', 'Name2').fill('other@example.com')
  await button('Save contacts').click()
  await expect.element(page.getByText('The contacts are saved.')).toBeVisible()
  expect(saves.map(({ contacts }) => contacts[1])).toMatchObject([
    { email: 'two@example.com', is_create_account: true },
    { email: 'other@example.com', is_create_account: true },
  ])
  await expect.element(card('Name2').getByText('Invited', { exact: true })).toBeVisible()
  await screen.unmount()
})

test('someone else saved in the meantime: what was done here can be kept on top of it', async () => {
  const server: Server = {
    list: listOf([contact(1), contact(2), contact(3)]),
    refusal: { status: 409, error: 'Someone else changed this in the meantime.' },
  }
  const saves = givenServer(server)
  const screen = await show()
  await field('Title', 'Name1').fill('Mine')
  await button('Remove Name3').click()
  server.list = listOf([contact(1, { notes: 'Theirs' }), contact(3), contact(4)], { version: 2 })
  await button('Save contacts').click()
  await expect.element(page.getByText(/Someone else changed this list of contacts/)).toBeVisible()
  await button('Keep mine').click()
  await expect.element(card('Name4')).toBeVisible()
  await button('Save contacts').click()
  await expect.element(page.getByText('The contacts are saved.')).toBeVisible()
  expect(saves[1]).toMatchObject({ version: 2, contacts: [{ id: 1, title: 'Mine' }, { id: 4 }] })
  expect(saves[1]!.contacts).toHaveLength(2)
  await screen.unmount()
})

test('their list can be taken instead', async () => {
  const server: Server = {
    list: listOf([contact(1)]),
    refusal: { status: 409, error: 'Someone else changed this in the meantime.' },
  }
  givenServer(server)
  const screen = await show()
  await field('Title', 'Name1').fill('Mine')
  server.list = listOf([contact(1, { title: 'Theirs' })], { version: 2 })
  await button('Save contacts').click()
  await button('Show theirs').click()
  await expect.element(field('Title', 'Name1')).toHaveValue('Theirs')
  await expect.element(button('Save contacts')).toBeDisabled()
  await screen.unmount()
})

test('leaving asks about unsaved changes, and they are there again after a stay', async () => {
  givenServer({ list: listOf([contact(1)]) })
  const screen = await show()
  await field('Title', 'Name1').fill('Mine')
  screen.leave()
  const question = page.getByRole('dialog')
  await expect.element(question).toMatchTextContent('Your changes to the contacts are not saved yet.')
  await userEvent.keyboard('{Escape}')
  await expect.element(field('Title', 'Name1')).toHaveValue('Mine')
  await button('Cancel').click()
  await expect.element(field('Title', 'Name1')).toHaveValue('Front desk')
  screen.leave()
  await expect.element(page.getByRole('heading', { name: 'Another page' })).toBeVisible()
  await screen.unmount()
})
