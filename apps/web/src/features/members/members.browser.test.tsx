import { userRolePermissions } from '@archwire/contract/grants.ts'
import type { OrganizationRole } from '@archwire/contract/roles.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenMember, givenOrganization, sessionWithin } from '../../../test/given-organization.ts'
import { givenUser, listOf } from '../../../test/given-user.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext, type Session } from '../../lib/session.tsx'
import { Members } from './members.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })

/** A server with these members, which records what is written; `refusals` are the answers of the first writes. */
function givenServer(...users: ReturnType<typeof givenMember>[]) {
  return givenRefusing([], ...users)
}

function givenRefusing(refusals: object[], ...users: ReturnType<typeof givenMember>[]) {
  answersAt({
    '/organizations/7/members': { users },
    '/organizations/7/invitations': { invitations: [] },
    '/users?': listOf(givenUser({ id: 1, full_name: 'Person 1' }), givenUser({ id: 9, full_name: 'Sam Super' })),
  })
  const read = vi.mocked(globalThis.fetch).getMockImplementation()!
  const writes: [method: string, path: string, body: unknown][] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const method = init?.method ?? 'GET'
    if (method === 'GET') return read(address, init)
    const body = JSON.parse(init?.body as string) as unknown
    writes.push([method, (address as string).replace('/api/v1', ''), body])
    const refusal = refusals.shift()
    if (refusal) return Response.json({ error: refusal, code: 422 }, { status: 422 })
    return Response.json({ users, message: 'Done.' })
  })
  return writes
}

function showMembers(session: Session) {
  return showPage(() => (
    <SessionContext value={session}>
      <Members organization={givenOrganization()} />
    </SessionContext>
  ))
}

const admin = sessionOf('supervisor', {
  roles: [{ name: 'admin', label: 'Admin' }],
  all_permissions: [...userRolePermissions.admin],
})

const within = (role: OrganizationRole) => sessionWithin(role, { id: 3 })

test('a member’s row offers what the server allows, and the own row nothing', async () => {
  const users = [
    givenMember(1, { can: { change_role: true, remove: false } }),
    givenMember(2, { is_doctor: false, roles: [{ name: 'staff_member', label: 'Staff Member' }] }),
    givenMember(3),
  ]
  givenServer(...users)
  const screen = await showMembers(within('organization_owner'))
  await expect.element(page.getByRole('cell', { name: 'person1@example.com' })).toBeVisible()
  const offered = (id: number) =>
    page
      .getByRole('row')
      .filter({ hasText: `person${id}@` })
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent)
  expect(offered(1)).toEqual(['Change role', 'Hand over cases'])
  expect(offered(2)).toEqual(['Change role', 'Remove'])
  expect(offered(3)).toEqual([])
  // People of a practice have no pages of users; owners may invite owners.
  expect(page.getByRole('link', { name: 'Person 1' }).elements()).toEqual([])
  expect(button('Add member').elements()).toEqual([])
  const roles = [...(page.getByLabelText(/^Role/).element() as HTMLSelectElement).options].map(({ label }) => label)
  expect(roles).toContain('Owner')
  await screen.unmount()
})

test('changing a role asks for the password, removing for the doctor who takes the cases', async () => {
  const writes = givenServer(givenMember(1), givenMember(2))
  const screen = await showMembers(within('organization_owner'))
  await button('Change role: Person 1').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText(/Role/).selectOptions('Manager')
  await expect.element(dialog.getByRole('button', { name: 'Change role' })).toBeDisabled()
  await dialog.getByLabelText(/Your password/).fill('Not-the-one-1')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect.poll(() => writes).toHaveLength(1)
  await button('Remove: Person 2').click()
  await expect.element(dialog.getByText(/Other addresses in the notification settings stay/)).toBeVisible()
  await page.getByRole('dialog').getByLabelText('Hand over open cases to').selectOptions('Person 1')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => writes).toHaveLength(2)
  await button('Hand over cases: Person 1').click()
  await page
    .getByRole('dialog')
    .getByLabelText(/Hand over to/)
    .selectOptions('Person 2')
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
  await expect
    .poll(() => writes)
    .toEqual([
      [
        'POST',
        '/organizations/7/change_role',
        { user_id: 1, role: 'organization_manager', current_password: 'Not-the-one-1' },
      ],
      ['POST', '/organizations/7/remove_member', { user_id: 2, hand_over_to: 1 }],
      ['POST', '/organizations/7/hand_over_patients', { from_user_id: 1, to_user_id: 2 }],
    ])
  await screen.unmount()
})

test('a wrong password is said at its field, which gets the focus', async () => {
  const writes = givenRefusing([{ current_password: ['This is not your password.'] }], givenMember(1))
  const screen = await showMembers(within('organization_owner'))
  await button('Change role: Person 1').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText(/Role/).selectOptions('Manager')
  const password = dialog.getByLabelText(/Your password/)
  await password.fill('Not-the-one-1')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect.element(password).toHaveAccessibleDescription('This is not your password.')
  await expect.element(password).toHaveFocus()
  await password.fill('The-right-one-1')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect.poll(() => writes).toHaveLength(2)
  await screen.unmount()
})

test('staff add a known person at once; members cannot be chosen', async () => {
  const writes = givenServer(givenMember(1))
  const screen = await showMembers(admin)
  await button('Add member').click()
  const dialog = page.getByRole('dialog', { name: 'Add member' })
  await expect.element(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await expect.element(dialog.getByRole('option', { name: /Person 1/ })).toHaveTextContent('Person 1Already a member')
  await expect.element(dialog.getByRole('option', { name: /Person 1/ })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('option', { name: /Sam Super/ }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect
    .poll(() => writes)
    .toEqual([['POST', '/organizations/7/add_member', { user_id: 9, role: 'organization_member' }]])
  await screen.unmount()
})

test('a person who is added as an owner takes the own password of the one who adds', async () => {
  const writes = givenServer(givenMember(1))
  const screen = await showMembers(admin)
  await button('Add member').click()
  const dialog = page.getByRole('dialog', { name: 'Add member' })
  await dialog.getByRole('option', { name: /Sam Super/ }).click()
  await dialog.getByLabelText(/Role/).selectOptions('Owner')
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  await expect.element(add).toBeDisabled()
  await dialog.getByLabelText(/Your password/).fill('Not-the-one-1')
  await add.click()
  await expect
    .poll(() => writes)
    .toEqual([
      [
        'POST',
        '/organizations/7/add_member',
        { user_id: 9, role: 'organization_owner', current_password: 'Not-the-one-1' },
      ],
    ])
  await screen.unmount()
})

test('a member of a practice reads who belongs to it, and changes nothing', async () => {
  const none = { change_role: false, remove: false }
  givenServer(givenMember(1, { can: none }), givenMember(3, { can: none }))
  const screen = await showMembers(within('organization_member'))
  await expect.element(page.getByRole('cell', { name: 'person1@example.com' })).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  expect(page.getByRole('region').elements()).toHaveLength(1)
  await screen.unmount()
})

test('people of a partner lab get from a doctor of a practice to the page of the user', async () => {
  givenServer(givenMember(1), givenMember(2, { is_doctor: false }))
  const partner = sessionOf('supervisor', {
    roles: [{ name: 'lab_partner', label: 'Lab Partner' }],
    all_permissions: [...userRolePermissions.lab_partner],
  })
  const screen = await showMembers(partner)
  await expect
    .element(page.getByRole('link', { name: 'Person 1' }))
    .toHaveAttribute('href', expect.stringMatching(/\/users\/1$/))
  await expect.element(page.getByRole('cell', { name: 'Person 2' })).toBeVisible()
  expect(page.getByRole('link').elements()).toHaveLength(1)
  await screen.unmount()
})

test('staff get from a member to the page of the user', async () => {
  givenServer(givenMember(1))
  const screen = await showMembers(admin)
  await expect
    .element(page.getByRole('link', { name: 'Person 1' }))
    .toHaveAttribute('href', expect.stringMatching(/\/users\/1$/))
  await screen.unmount()
})
