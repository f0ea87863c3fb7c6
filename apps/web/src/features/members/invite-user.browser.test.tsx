import type { Invitation } from '@archwire/contract/members/schema.ts'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sessionOf } from '../../../test/given-case.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext, type Me } from '../../lib/session.tsx'
import type { SearchTexts } from '../../ui/list/list-state.ts'
import type { inviteSearch } from './invite-search.ts'
import { InviteUser } from './invite-user.tsx'

type Address = SearchTexts<typeof inviteSearch>

const givenInvitation = (id: number, said: Partial<Invitation> = {}): Invitation => ({
  id,
  email: `person${id}@example.com`,
  username: null,
  is_doctor: false,
  pivot: { role: { name: 'organization_member', label: 'Member' } },
  invited_by: 'Sam Super',
  sent_at: '2026-11-20T10:00:00.000Z',
  expires_at: '2026-11-27T10:00:00.000Z',
  is_expired: false,
  can: { resend: true, revoke: true },
  ...said,
})

const summit = { id: 7, name: 'Summit', account_number: 'O-000007', disabled_at: null }

/** A server with one organization of each kind and these invitations; returns the writes that reach it. */
function givenServer(invitations: Invitation[], refusal?: { status: number; error: unknown }) {
  const writes: string[] = []
  let open = invitations
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const path = (address as string).replace('/api/v1', '')
    const method = init?.method ?? 'GET'
    if (method === 'GET' && path.startsWith('/organizations?')) {
      const { searchParams } = new URL(path, 'http://test')
      const found = searchParams.get('kind') === 'partner' ? { ...summit, id: 9, name: 'Partner Lab' } : summit
      const rows = [found].filter(({ id }) => [null, String(id)].includes(searchParams.get('ids')))
      return Response.json({ organizations: rows, meta: { total: rows.length } })
    }
    if (method === 'GET') return Response.json({ invitations: open })
    writes.push([method, path, typeof init?.body === 'string' ? init.body : ''].join(' ').trim())
    if (refusal) return Response.json({ error: refusal.error, code: refusal.status }, { status: refusal.status })
    if (method === 'DELETE') {
      open = open.filter(({ id }) => !path.endsWith(`/${id}`))
      return Response.json({ message: 'The invitation is revoked.' })
    }
    if (path.endsWith('/resend'))
      return Response.json({ invitation: open[0], message: 'The invitation is sent again.' })
    const invitation = givenInvitation(99, { email: 'new@example.com' })
    open = [invitation, ...open]
    return Response.json({ invitation, message: 'The invitation is sent.' })
  })
  return writes
}

function showInvite(address: Address, said: Partial<Me> = {}) {
  const session = sessionOf('supervisor', said)
  function Screen() {
    const [search, setSearch] = useState(address)
    return (
      <SessionContext value={session}>
        <InviteUser search={search} onSearch={setSearch} />
        <output aria-label="Address">{JSON.stringify(search)}</output>
      </SessionContext>
    )
  }
  return showPage(Screen)
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const email = page.getByRole('textbox', { name: 'Email' })
const shownAddress = page.getByRole('status', { name: 'Address' })
const rows = page.getByRole('list', { name: 'Open invitations' }).getByRole('listitem')

test('asks for the organization first; the choice is in the address', async () => {
  givenServer([])
  const screen = await showInvite({})
  await expect.element(page.getByText('No organization is chosen.')).toBeVisible()
  expect(button('Invite').elements()).toEqual([])
  await button('Practice: Choose…').click()
  await page.getByRole('option', { name: 'Summit | O-000007' }).click()
  await expect.element(shownAddress).toHaveTextContent('{"organization_id":"7"}')
  await expect.element(button('Practice: Summit | O-000007')).toBeVisible()
  await expect.element(page.getByText('No open invitations.')).toBeVisible()
  // Another kind is another organization.
  await page.getByRole('radio', { name: 'Partner lab' }).click()
  await expect.element(shownAddress).toHaveTextContent('{"kind":"partner"}')
  await button('Partner lab: Choose…').click()
  await page.getByRole('option', { name: 'Partner Lab | O-000007' }).click()
  await expect.element(shownAddress).toHaveTextContent('{"organization_id":"9","kind":"partner"}')
  await expect.element(button('Invite')).toBeVisible()
  expect(page.getByRole('radio', { name: 'Doctor' }).elements()).toEqual([])
  await screen.unmount()
})

test('a disabled organization offers no invitation, and says why', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({
      organizations: [{ ...summit, disabled_at: '2026-11-20T10:00:00.000Z' }],
      meta: { total: 1 },
    }),
  )
  const screen = await showInvite({ organization_id: '7' })
  await expect
    .element(page.getByText('This organization is disabled. Enable it before you invite people.'))
    .toBeVisible()
  expect(button('Invite').elements()).toEqual([])
  await screen.unmount()
})

test('an organization that is not there is named as such', async () => {
  givenServer([])
  const screen = await showInvite({ organization_id: '404' })
  await expect.element(page.getByText('There is no such organization, or it is archived.')).toBeVisible()
  expect(button('Invite').elements()).toEqual([])
  await screen.unmount()
})

test('the form says what is wrong, invites, and is empty again; the list shows the new one', async () => {
  const writes = givenServer([])
  const screen = await showInvite({ organization_id: '7' })
  await expect.element(button('Invite')).toBeDisabled()
  for (const person of ['Doctor', 'Staff'])
    await expect.element(page.getByRole('radio', { name: person })).not.toBeChecked()
  await email.fill('new')
  await userEvent.keyboard('{Tab}')
  await expect.element(email).toHaveAccessibleDescription('Enter a valid email')
  await email.fill('')
  await expect.element(email).toHaveAccessibleDescription('Required')
  await email.fill(' new@example.com ')
  await page.getByRole('textbox', { name: 'Username' }).fill('any text')
  await expect.element(button('Invite')).toBeDisabled()
  await page.getByRole('radio', { name: 'Staff' }).click()
  await button('Invite').click()
  await expect.element(page.getByText('The invitation is sent.')).toBeVisible()
  expect(writes).toHaveLength(1)
  expect(writes[0]).toMatch(/^POST \/organizations\/7\/invite \{/)
  expect(JSON.parse(writes[0]!.slice(writes[0]!.indexOf('{')))).toEqual({
    email: 'new@example.com',
    username: 'any text',
    role: 'organization_member',
    is_doctor: false,
  })
  await expect.element(page.getByRole('radio', { name: 'Staff' })).not.toBeChecked()
  await expect.element(email).toHaveValue('')
  await expect.element(email).toHaveFocus()
  await expect.element(button('Invite')).toBeDisabled()
  await expect.element(rows).toMatchTextContent('new@example.com')
  await screen.unmount()
})

test('an owner is offered to those who manage organizations, a manager to no one', async () => {
  givenServer([])
  const role = page.getByRole('combobox', { name: 'Role' })
  const offered = () => [...(role.element() as HTMLSelectElement).options].map(({ label }) => label)
  const first = await showInvite({ organization_id: '7' })
  await expect.element(role).toHaveValue('organization_member')
  expect(offered()).toEqual(['Member'])
  await first.unmount()
  const second = await showInvite({ organization_id: '7' }, { all_permissions: ['organizations.manage'] })
  await expect.element(role).toHaveValue('organization_member')
  expect(offered()).toEqual(['Member', 'Owner'])
  await second.unmount()
})

test('an owner is invited with the own password, which the server may refuse at its field', async () => {
  const writes = givenServer([], { status: 422, error: { current_password: ['Wrong password.'] } })
  const screen = await showInvite({ organization_id: '7' }, { all_permissions: ['organizations.manage'] })
  await email.fill('owner@example.com')
  await page.getByRole('radio', { name: 'Doctor' }).click()
  const own = page.getByLabelText(/Your password/)
  await expect.element(button('Invite')).toBeEnabled()
  expect(own.elements()).toEqual([])
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('Owner')
  await expect.element(button('Invite')).toBeDisabled()
  await own.fill('Not-the-one-1')
  await button('Invite').click()
  await expect.element(own).toHaveAccessibleDescription(/Wrong password\./)
  await expect.element(own).toHaveFocus()
  expect(JSON.parse(writes[0]!.slice(writes[0]!.indexOf('{')))).toMatchObject({
    role: 'organization_owner',
    current_password: 'Not-the-one-1',
  })
  await screen.unmount()
})

test('a refusal stands at its field', async () => {
  givenServer([], { status: 422, error: { email: ['This person is a member already.'] } })
  const screen = await showInvite({ organization_id: '7' })
  await email.fill('member@example.com')
  await page.getByRole('radio', { name: 'Doctor' }).click()
  await button('Invite').click()
  await expect.element(email).toHaveAccessibleDescription('This person is a member already.')
  await expect.element(email).toHaveFocus()
  await screen.unmount()
})

test('open invitations say their role and when they end, and are sent again or revoked after a question', async () => {
  const expired = givenInvitation(2, { is_expired: true, is_doctor: true })
  const others = givenInvitation(3, { can: { resend: false, revoke: false } })
  const writes = givenServer([givenInvitation(1), expired, others])
  const screen = await showInvite({ organization_id: '7' })
  await expect.element(rows.first()).toMatchTextContent('person1@example.com')
  const words = rows.elements().map((row) => row.textContent)
  expect(words.map((text) => /^person\d@example\.com(Member)(Doctor)?(Expired)?Sent/.exec(text)?.slice(1))).toEqual([
    ['Member', undefined, undefined],
    ['Member', 'Doctor', 'Expired'],
    ['Member', undefined, undefined],
  ])
  expect(rows.nth(2).getByRole('button').elements()).toEqual([])
  await button('Resend to person2@example.com').click()
  await expect.element(page.getByText('The invitation is sent again.')).toBeVisible()
  await button('Revoke for person1@example.com').click()
  const question = page.getByRole('dialog', { name: 'Revoke this invitation?' })
  await expect.element(question).toMatchTextContent('The link that was sent to person1@example.com stops working.')
  expect(writes).toEqual(['POST /organizations/7/invitations/2/resend'])
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText('The invitation is revoked.')).toBeVisible()
  expect(writes[1]).toBe('DELETE /organizations/7/invitations/1')
  await expect.poll(() => rows.elements().length).toBe(2)
  await screen.unmount()
})
