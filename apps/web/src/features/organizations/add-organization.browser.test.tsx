import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { givenOrganization } from '../../../test/given-organization.ts'
import { sessionOf } from '../../../test/given-case.ts'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { AddOrganization } from './add-organization.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name })

const showForm = (...permissions: string[]) =>
  showPage(() => (
    <SessionContext value={sessionOf('supervisor', { all_permissions: ['organizations.create', ...permissions] })}>
      <AddOrganization />
    </SessionContext>
  ))

async function fillOwner() {
  await field('First Name').fill('Ada')
  await field('Last Name').fill('Byron')
  await field('Email').fill(' ada@example.com ')
}

test('each field says what is wrong with it', async () => {
  fakeServer({ body: {} })
  const screen = await showForm('users.update')
  const words: [label: string, typed: string, problem: string][] = [
    ['First Name', '', 'Required'],
    ['Email', 'ada', 'Enter a valid email'],
    ['Username', 'ada', 'Must contain at least 6 characters.'],
    ['Username', 'a'.repeat(256), 'Only up to 255 characters is allowed.'],
    ['Username', '-ada-byron', 'Must only contain alphanumeric characters or "-" in between.'],
    ['Account Number', 'a'.repeat(21), 'Only up to 20 characters is allowed.'],
  ]
  for (const [label, typed, problem] of words) {
    await field(label).fill(typed)
    field(label)
      .element()
      .dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await expect.element(page.getByText(problem).first()).toBeVisible()
  }
  // Only those who manage organizations make a partner lab.
  expect(page.getByRole('group', { name: 'Kind' }).elements()).toEqual([])
  await screen.unmount()
})

test('only those who change who a person is give an account number', async () => {
  fakeServer({ body: {} })
  const screen = await showForm()
  await expect.element(field('Username')).toBeVisible()
  expect(field('Account Number').elements()).toEqual([])
  await screen.unmount()
})

test('an organization is made with its owner, and its fee is waived by a second call', async () => {
  const organization = givenOrganization({ startup_fee_paid: false })
  const calls = fakeServer(
    { body: { organization, message: 'The organization is created.' } },
    { body: { organization, message: 'The start-up fee is waived.' } },
  )
  const screen = await showForm()
  await fillOwner()
  await page.getByLabelText('No start-up fee').click()
  await button('Create').click()
  await expect.element(page.getByText('A page that is not of this test')).toBeVisible()
  expect(calls).toEqual([
    {
      method: 'POST',
      path: '/organizations',
      body: {
        first_name: 'Ada',
        last_name: 'Byron',
        email: 'ada@example.com',
        username: '',
        organization: '',
        kind: 'practice',
      },
    },
    { method: 'PUT', path: '/organizations/7/no-startup-fee', body: undefined },
  ])
  await screen.unmount()
})

test('the new organization is opened although its fee was not waived', async () => {
  const organization = givenOrganization({ startup_fee_paid: false })
  const calls = fakeServer(
    { body: { organization, message: 'The organization is created.' } },
    { status: 500, body: { error: 'Something went wrong.', code: 500 } },
  )
  const screen = await showForm()
  await fillOwner()
  await page.getByLabelText('No start-up fee').click()
  await button('Create').click()
  await expect.element(page.getByText('A page that is not of this test')).toBeVisible()
  expect(calls.map(({ method }) => method)).toEqual(['POST', 'PUT'])
  await screen.unmount()
})

test('what was typed stays when the server refuses it, with the focus on the first field', async () => {
  const words = 'Someone has this email already.'
  fakeServer({ status: 422, body: { error: { email: [words] }, code: 422 } })
  const screen = await showForm()
  await fillOwner()
  await button('Create').click()
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(field('Email')).toHaveFocus()
  await expect.element(field('First Name')).toHaveValue('Ada')
  await screen.unmount()
})

test('a partner lab has a name and no fee', async () => {
  const calls = fakeServer({ body: { organization: givenOrganization({ kind: 'partner' }), message: 'Done.' } })
  const screen = await showForm('organizations.manage')
  await fillOwner()
  await page.getByLabelText('No start-up fee').click()
  await page.getByRole('radio', { name: 'Partner lab' }).click()
  expect(page.getByLabelText('No start-up fee').elements()).toEqual([])
  await expect.element(button('Create')).toBeDisabled()
  await field('Partner lab name').fill('Peak Lab')
  await button('Create').click()
  await expect.element(page.getByText('A page that is not of this test')).toBeVisible()
  expect(calls).toHaveLength(1)
  expect(calls[0]!.body).toMatchObject({ kind: 'partner', organization: 'Peak Lab' })
  await screen.unmount()
})
