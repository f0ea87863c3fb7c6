import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt } from '../../../test/given-case.ts'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { SessionContext, type Me } from '../../lib/session.tsx'
import { AddUser } from './add-user.tsx'
import { ArchiveUser } from './archive-user.tsx'
import { UserActions } from './user-actions.tsx'
import { EditUser } from './edit-user.tsx'
import { at, givenUser, listOf, organization, session } from '../../../test/given-user.ts'
import { UserDetails } from './user-details.tsx'
import { UserPermissions } from './user-permissions.tsx'
import { WaitingEmail } from './waiting-email.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })

test('each field of a new user says what is wrong with it', async () => {
  answersAt({})
  const screen = await showPage(() => (
    <SessionContext value={session()}>
      <AddUser />
    </SessionContext>
  ))
  const words: [label: string, typed: string, problem: string][] = [
    ['First Name', '', 'Required'],
    ['Email', 'ada', 'Enter a valid email'],
    ['Username', 'ada', 'Must contain at least 6 characters.'],
    ['Username', 'a'.repeat(256), 'Only up to 255 characters is allowed.'],
    ['Username', '-ada-byron', 'Must only contain alphanumeric characters or "-" in between.'],
  ]
  for (const [label, typed, problem] of words) {
    const field = page.getByRole('textbox', { name: label })
    await field.fill(typed)
    field.element().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await expect.element(page.getByText(problem).first()).toBeVisible()
  }
  // A supervisor gives no staff role.
  const role = page.getByRole('combobox', { name: 'Role' })
  expect([...(role.element() as HTMLSelectElement).options].map(({ label }) => label)).toEqual([
    'Choose…',
    'Lab Partner',
    'Doctor',
    'Staff Member',
  ])
  await page.getByRole('textbox', { name: 'First Name' }).fill('Ada')
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Byron')
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Username' }).fill('')
  await role.selectOptions('Lab Partner')
  await expect.element(page.getByRole('group', { name: 'Partner lab' })).toBeVisible()
  await expect.element(button('Create')).toBeDisabled()
  await role.selectOptions('Doctor')
  await expect.element(button('Create')).toBeEnabled()
  await screen.unmount()
})

test('a role of the lab asks for the password, which the server may refuse at its field', async () => {
  const calls = fakeServer({ status: 422, body: { error: { current_password: ['Wrong password.'] }, code: 422 } })
  const admin = session({ roles: [{ name: 'admin', label: 'Admin' }] } as unknown as Partial<Me>)
  const screen = await showPage(() => (
    <SessionContext value={admin}>
      <AddUser />
    </SessionContext>
  ))
  await page.getByRole('textbox', { name: 'First Name' }).fill('Tess')
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Tech')
  await page.getByRole('textbox', { name: 'Email' }).fill('tess@example.com')
  const role = page.getByRole('combobox', { name: 'Role' })
  const own = page.getByLabelText(/Your password/)
  await role.selectOptions('Tech Support')
  await own.fill('Not-the-one-1')
  await role.selectOptions('Doctor')
  expect(own.elements()).toEqual([])
  await expect.element(button('Create')).toBeEnabled()
  // What was typed before is not kept.
  await role.selectOptions('Tech Support')
  await expect.element(own).toHaveValue('')
  await expect.element(button('Create')).toBeDisabled()
  await own.fill('Not-the-one-1')
  await button('Create').click()
  await expect.element(own).toHaveAccessibleDescription(/Wrong password\./)
  await expect.element(own).toHaveFocus()
  expect(calls.map(({ body }) => body)).toMatchObject([{ role: 'tech_support', current_password: 'Not-the-one-1' }])
  await screen.unmount()
})

test('a new role or email asks for the password, which the server may refuse at its field', async () => {
  const calls = fakeServer({ status: 422, body: { error: { current_password: ['Wrong password.'] }, code: 422 } })
  const user = givenUser({ can: ['update', 'update_identity', 'change_email', 'change_role'] })
  const screen = await showPage(() => <EditUser user={user} />)
  expect(page.getByLabelText(/Your password/).elements()).toEqual([])
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('Staff Member')
  await expect.element(button('Save')).toBeDisabled()
  await page.getByLabelText(/Your password/).fill('Not-the-one-1')
  await button('Save').click()
  await expect.element(page.getByText('Wrong password.')).toBeVisible()
  expect(calls[0]).toEqual({
    method: 'PUT',
    path: '/users/5',
    body: { role: 'staff_member', current_password: 'Not-the-one-1', version: 3 },
  })
  // The role of before again: nothing is asked, and nothing is left to save.
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('Doctor')
  await expect.element(button('Save')).toBeDisabled()
  expect(page.getByLabelText(/Your password/).elements()).toEqual([])
  await screen.unmount()
})

test('without the right to identity, email, account number and role are shown only', async () => {
  const screen = await showPage(() => <EditUser user={givenUser({ can: ['update'] })} />)
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly')
  await expect.element(page.getByRole('textbox', { name: 'Account Number' })).toHaveAttribute('readonly')
  await expect.element(page.getByRole('combobox', { name: 'Role' })).toBeDisabled()
  await expect.element(page.getByRole('textbox', { name: 'Username' })).not.toHaveAttribute('readonly')
  await screen.unmount()
})

test('an email that only others may change is shown only, beside an account number that may be changed', async () => {
  const screen = await showPage(() => <EditUser user={givenUser({ can: ['update', 'update_identity'] })} />)
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly')
  await expect.element(page.getByRole('textbox', { name: 'Account Number' })).not.toHaveAttribute('readonly')
  await screen.unmount()
})

const change = {
  email: 'jane.new@example.com',
  asked_at: '2026-11-20T10:00:00.000Z',
  not_before: '2026-11-21T10:00:00.000Z',
  is_confirmed: false,
}

test('a new email that waits is shown with its two conditions, and is canceled by those who may', async () => {
  const user = givenUser({ can: ['update', 'change_email'], email_change: change })
  const calls = fakeServer({ body: { user: { ...user, email_change: null }, message: 'Canceled.' } })
  const screen = await showPage(() => <WaitingEmail user={user} />)
  const note = page.getByRole('status').first()
  await expect.element(note).toMatchTextContent('jane.new@example.com. Waits for a click in the mail to this address')
  await expect.element(note).toMatchTextContent('not before 2026/11/21')
  await expect.element(note).toMatchTextContent('Until then the email stays jane@example.com.')
  await button('Cancel the new email').click()
  await expect.poll(() => calls).toMatchObject([{ method: 'DELETE', path: '/users/5/email_change' }])
  await screen.unmount()
})

test('a new email that is confirmed says from when it applies; others only read it', async () => {
  const user = givenUser({ can: ['update'], email_change: { ...change, is_confirmed: true } })
  const screen = await showPage(() => <WaitingEmail user={user} />)
  await expect.element(page.getByRole('status').first()).toMatchTextContent('Confirmed by its mail.')
  expect(button('Cancel the new email').elements()).toEqual([])
  await screen.unmount()
})

test('open cases can go to another doctor of the practice when a user is archived', async () => {
  const user = givenUser({ can: ['archive'], organizations: [organization(2, 3), organization(4, 0)] })
  const bodies: unknown[] = []
  const asked = answersAt({
    '/users?': listOf(user, givenUser({ id: 6, full_name: 'James Okafor' })),
    '/users/5/archive': () => ({ user, message: 'The user is archived.' }),
  })
  const called = globalThis.fetch
  globalThis.fetch = async (address, init) => {
    if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body))
    return called(address, init)
  }
  let closed = false
  const screen = await showPage(() => <ArchiveUser user={user} onClose={() => (closed = true)} />)
  await expect.element(page.getByText('3 open cases are under this name.')).toBeVisible()
  const doctors = page.getByRole('combobox', { name: 'Hand over open cases to' })
  await doctors.selectOptions('James Okafor')
  expect([...(doctors.element() as HTMLSelectElement).options].map(({ label }) => label)).toEqual([
    'No one',
    'James Okafor',
  ])
  // Only where there are open cases.
  expect(asked.filter((path) => path.includes('organizationId=4'))).toEqual([])
  expect(asked.some((path) => path.includes('organizationId=2'))).toBe(true)
  await button('Archive').click()
  await expect.poll(() => closed).toBe(true)
  expect(bodies).toEqual([{ hand_over_to: 6, version: 3 }])
  globalThis.fetch = called
  await screen.unmount()
})

test('without open cases nothing is asked before a user is archived', async () => {
  answersAt({})
  const screen = await showPage(() => (
    <ArchiveUser user={givenUser({ organizations: [organization(2, 0)] })} onClose={() => {}} />
  ))
  await expect.element(page.getByRole('heading', { name: 'Archive Jane Marsh?' })).toBeVisible()
  expect(page.getByRole('combobox').elements()).toEqual([])
  await screen.unmount()
})

const exported = {
  permission: 'users.view-dashboard',
  label: 'View dashboard',
  description: 'See the statistics dashboard',
  enabled: true,
  held_by_role: false,
  changed_by: { id: 1, full_name: 'Sofia Almeida', is_management: true },
  changed_at: at,
}

test('a permission is turned off with the password, and says who changed it last', async () => {
  const calls = fakeServer({ status: 422, body: { error: { current_password: ['Wrong password.'] }, code: 422 } })
  const user = givenUser({ can: ['change_permissions'], custom_permissions: [exported] })
  const screen = await showPage(() => <UserPermissions user={user} />)
  await expect.element(page.getByText(/Turned on by Sofia Almeida/)).toBeVisible()
  await page.getByRole('checkbox', { name: 'View dashboard' }).click()
  await expect.element(button('Turn off')).toBeDisabled()
  await page.getByLabelText(/Your password/).fill('Not-the-one-1')
  await button('Turn off').click()
  await expect.element(page.getByText('Wrong password.')).toBeVisible()
  expect(calls[0]?.body).toEqual({
    permission: 'users.view-dashboard',
    enabled: false,
    current_password: 'Not-the-one-1',
  })
  await screen.unmount()
})

test('what the role holds is ticked and locked, and permissions stand in groups', async () => {
  const names = [
    ['patients.archive', 'Archive cases'],
    ['customer-requests.cancel', 'Cancel requests'],
    ['organization.get-current-order', 'Read the current invoice'],
    ['users.create', 'Create users'],
  ] as const
  const held = names.map(([permission, label], index) => ({
    ...exported,
    permission,
    label,
    enabled: false,
    held_by_role: index === 0,
  }))
  const user = givenUser({ can: ['change_permissions'], custom_permissions: held })
  const screen = await showPage(() => <UserPermissions user={user} />)
  const box = (group: string) => page.getByRole('group', { name: group }).getByRole('checkbox')
  await expect.element(box('Cases')).toBeChecked()
  await expect.element(box('Cases')).toBeDisabled()
  await expect.element(page.getByText('Included in the role.')).toBeVisible()
  for (const group of ['Requests and trays', 'People and practices', 'Money']) {
    await expect.element(box(group)).not.toBeChecked()
    await expect.element(box(group)).toBeEnabled()
  }
  await screen.unmount()
})

test('additional emails are shown for people of the lab whom one may edit, not for practice people', async () => {
  const tech = givenUser({
    roles: [{ name: 'tech_support', label: 'Tech Support' }],
    additional_emails: [{ id: 9, email: 'desk@example.com' }],
    can: ['update'],
  })
  answersAt({ '/users/5': { user: tech }, '/users/6': { user: givenUser({ id: 6, can: ['update'] }) } })
  const show = (id: number) =>
    showPage(() => (
      <SessionContext value={session()}>
        <UserDetails id={id} />
      </SessionContext>
    ))
  const emails = page.getByRole('heading', { name: 'Additional notification emails' })
  const screen = await show(5)
  await expect.element(emails).toBeVisible()
  await expect.element(button('Delete desk@example.com')).toBeVisible()
  await screen.unmount()
  const other = await show(6)
  await expect.element(page.getByRole('heading', { name: 'Update User' })).toBeVisible()
  expect(emails.elements()).toEqual([])
  await other.unmount()
})

test('an archived user is information, to be restored; what is not possible now says why', async () => {
  const user = givenUser({
    is_archived: true,
    deleted_at: at,
    number_of_cases: 2,
    organizations: [organization(2, 1)],
    can: ['restore'],
    why_not: { update: 'This user is archived.', delete: 'This user has cases. Archive instead.' },
  })
  answersAt({ '/users/5': { user } })
  const screen = await showPage(() => (
    <SessionContext value={session()}>
      <UserDetails id={5} />
    </SessionContext>
  ))
  await expect.element(page.getByRole('heading', { name: 'User Information' })).toBeVisible()
  await expect.element(button('Restore')).toBeEnabled()
  await expect.element(button('Delete')).toHaveAttribute('aria-disabled', 'true')
  const cases = page.getByRole('link', { name: '2 cases' })
  // All of them, those that wait for nothing too.
  expect(decodeURIComponent(cases.element().getAttribute('href')!)).toContain('queryUser')
  expect(button('Save').elements()).toEqual([])
  expect(button('Archive').elements()).toEqual([])
  await screen.unmount()
})

test('the link to choose a password is sent again where the server offers it', async () => {
  const user = givenUser({ can: ['send_link'] })
  const calls = fakeServer({ status: 200, body: { user, message: 'We have sent the link again.' } })
  const screen = await showPage(() => <UserActions user={user} onDeleted={() => {}} />)
  await button('Send the link again').click()
  await expect.poll(() => calls).toMatchObject([{ method: 'POST', path: '/users/5/send_link' }])
  await screen.unmount()
  const other = await showPage(() => <UserActions user={givenUser({ can: ['archive'] })} onDeleted={() => {}} />)
  await expect.element(button('Archive')).toBeVisible()
  expect(button('Send the link again').elements()).toEqual([])
  await other.unmount()
})

test('a partner lab reads a doctor, without actions, permissions and a way to the list', async () => {
  const user = givenUser({ organizations: [organization(2, 1)], number_of_cases: 1 })
  answersAt({ '/users/5': { user } })
  const me = { roles: [{ name: 'lab_partner', label: 'Lab Partner' }] } as unknown as Partial<Me>
  const screen = await showPage(() => (
    <SessionContext value={session(me)}>
      <UserDetails id={5} />
    </SessionContext>
  ))
  await expect.element(page.getByRole('heading', { name: 'User Information' })).toBeVisible()
  await expect.element(page.getByText('jane@example.com')).toBeVisible()
  await expect.element(page.getByText('Summit', { exact: true })).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  expect(page.getByRole('checkbox').elements()).toEqual([])
  expect(
    page
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Summit', '1 case'])
  await screen.unmount()
})

test('a partner lab without cases of a doctor is told about its own, not that the doctor has none', async () => {
  answersAt({ '/users/5': { user: givenUser({ organizations: [organization(2, 1)] }) } })
  const me = { roles: [{ name: 'lab_partner', label: 'Lab Partner' }] } as unknown as Partial<Me>
  const screen = await showPage(() => (
    <SessionContext value={session(me)}>
      <UserDetails id={5} />
    </SessionContext>
  ))
  await expect.element(page.getByText('No cases of this doctor are assigned to your lab.')).toBeVisible()
  expect(page.getByText('No cases yet.').elements()).toEqual([])
  await screen.unmount()
})
