import type { Organization } from '@archwire/contract/organizations/schema.ts'
import { userRolePermissions } from '@archwire/contract/grants.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answersAt, sessionOf } from '../../../test/given-case.ts'
import { givenOrganization, ofManager, sessionWithin } from '../../../test/given-organization.ts'
import { givenUser, listOf } from '../../../test/given-user.ts'
import { showPage } from '../../../test/show.tsx'
import { SessionContext, type Session } from '../../lib/session.tsx'
import { OrganizationParts } from './organization-parts.tsx'

const at = '2026-11-20T10:00:00.000Z'
const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const tabs = () =>
  page
    .getByRole('tab')
    .elements()
    .map(({ textContent }) => textContent)

const ofRole = (role: UserRole): Session =>
  sessionOf('supervisor', {
    roles: [{ name: role, label: role }],
    is_management: true,
    all_permissions: [...userRolePermissions[role]],
  })

function Screen({
  organization,
  session,
  part: first,
}: {
  organization: Organization
  session: Session
  part?: string
}) {
  const [part, setPart] = useState(first)
  return (
    <SessionContext value={session}>
      <OrganizationParts organization={organization} part={part} onPart={setPart} onDeleted={() => {}} />
    </SessionContext>
  )
}

const types = { data: [{ id: 1, name: 'Orthodontist' }] }
const answers = {
  '/organization/types': types,
  '/organizations/7/members': { users: [] },
  '/organizations/7/invitations': { invitations: [] },
  '/organizations?': { organizations: [], meta: { total: 0 } },
  '/users?': listOf(givenUser({ id: 9, full_name: 'Sam Super' })),
}

/** A server that answers reads, and records what is written; a write answers with the organization. */
function givenServer(organization: Organization, also: Record<string, unknown> = {}) {
  answersAt({ ...answers, ...also })
  const read = vi.mocked(globalThis.fetch).getMockImplementation()!
  const writes: [method: string, path: string, body: unknown][] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const method = init?.method ?? 'GET'
    if (method === 'GET') return read(address, init)
    const text = init?.body
    writes.push([
      method,
      (address as string).replace('/api/v1', ''),
      typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined,
    ])
    return Response.json({ organization, message: 'Done.' })
  })
  return writes
}

const all = [
  'Details',
  'Members',
  'Contacts',
  'Billing address',
  'Invoices',
  'Prices',
  'Locations',
  'Practice defaults',
  'Bracket libraries',
  'Notifications',
  'Notes',
]
const without = (...parts: string[]) => all.filter((part) => !parts.includes(part))
const people: [who: string, session: Session, said: Parameters<typeof givenOrganization>[0], seen: string[]][] = [
  ['an admin', ofRole('admin'), { can: ofManager, management_notes: '' }, all],
  [
    'an admin, of a partner lab',
    ofRole('admin'),
    { kind: 'partner', management_notes: '' },
    ['Details', 'Members', 'Locations', 'Notes'],
  ],
  [
    'an admin, while it is disabled',
    ofRole('admin'),
    { disabled_at: at, management_notes: '' },
    without('Members', 'Contacts', 'Billing address', 'Practice defaults'),
  ],
  [
    'an admin, once it is archived',
    ofRole('admin'),
    { is_archived: true, deleted_at: at, management_notes: '' },
    without('Practice defaults'),
  ],
  [
    'a supervisor, who sets no prices',
    ofRole('supervisor'),
    { can: ofManager, management_notes: '' },
    without('Prices'),
  ],
  ['a partner lab', ofRole('lab_partner'), {}, ['Details', 'Members', 'Locations', 'Bracket libraries']],
  ['its owner', sessionWithin('organization_owner'), {}, without('Prices', 'Notes')],
  ['its manager', sessionWithin('organization_manager'), {}, without('Prices', 'Notes')],
  ['a member', sessionWithin('organization_member'), {}, without('Invoices', 'Prices', 'Notes', 'Practice defaults')],
]

test.each(people)('%s sees these parts', async (_, session, said, seen) => {
  answersAt(answers)
  const screen = await showPage(() => <Screen organization={givenOrganization(said)} session={session} />)
  await expect.element(page.getByRole('region', { name: 'Information' })).toBeVisible()
  expect(tabs()).toEqual(seen)
  await screen.unmount()
})

test('staff who may change it have a form, and what was changed is sent', async () => {
  const organization = givenOrganization({ can: ofManager, management_notes: '' })
  const writes = givenServer(organization)
  const screen = await showPage(() => <Screen organization={organization} session={ofRole('admin')} />)
  await expect.element(button('Save')).toBeDisabled()
  await field('Name').fill('')
  await expect.element(button('Save')).toBeDisabled()
  await field('Name').fill('Summit Orthodontics')
  const type = page.getByLabelText('Organization type')
  await type.fill('P2')
  type.element().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  await expect.element(page.getByText('Invalid name')).toBeVisible()
  await expect.element(button('Save')).toBeDisabled()
  await type.fill('Periodontist')
  await expect.element(page.getByText('“Periodontist” will be added as a new type.')).toBeVisible()
  await page.getByLabelText('Customer service manager').selectOptions('Sam Super')
  await page.getByLabelText('Rush cases').click()
  await button('Save').click()
  await expect.poll(() => writes).toHaveLength(1)
  expect(writes[0]).toEqual([
    'PUT',
    '/organizations/7',
    {
      name: 'Summit Orthodontics',
      organization_type: 'Periodontist',
      customer_service_manager_id: 9,
      rush_case_enabled: false,
      version: 4,
    },
  ])
  await screen.unmount()
})

test('an owner changes the name alone; the rest is information', async () => {
  const organization = givenOrganization({ can: ['update', 'archive'] })
  answersAt(answers)
  const screen = await showPage(() => (
    <Screen organization={organization} session={sessionWithin('organization_owner')} />
  ))
  await expect.element(field('Name')).toHaveValue('Summit')
  for (const label of ['Organization type', 'Customer service manager', 'Rush cases'])
    expect(page.getByLabelText(label).elements(), label).toEqual([])
  const information = page.getByRole('region', { name: 'Information' })
  await expect.element(information.getByText('Orthodontist')).toBeVisible()
  // What ends the access of people is set apart, behind everything else.
  await expect.element(page.getByRole('region', { name: 'Status' })).not.toBeInTheDocument()
  const state = page.getByRole('list', { name: 'Ends Summit' })
  const headings = page.getByRole('heading').elements()
  expect(headings.at(-1)?.textContent).toBe('Archive')
  expect(
    state
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Archive'])
  await screen.unmount()
})

test('an organization that no one named may stay so', async () => {
  const organization = givenOrganization({ name: 'Account 7', own_name: '', can: ofManager })
  const writes = givenServer(organization)
  const screen = await showPage(() => <Screen organization={organization} session={ofRole('admin')} />)
  await page.getByLabelText('Rush cases').click()
  await button('Save').click()
  await expect.poll(() => writes.map(([, , body]) => body)).toEqual([{ rush_case_enabled: false, version: 4 }])
  await screen.unmount()
})

test('what is disabled is read-only, and can be enabled', async () => {
  const organization = givenOrganization({ disabled_at: at, can: ['enable', 'archive', 'change_notes'] })
  const writes = givenServer(organization)
  const screen = await showPage(() => <Screen organization={organization} session={ofRole('admin')} />)
  await expect.element(page.getByRole('region', { name: 'Information' })).toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
  await button('Enable').click()
  await expect.poll(() => writes).toEqual([['PUT', '/organizations/7', { disabled: false, version: 4 }]])
  await screen.unmount()
})

test('a practice is disabled with a reason, or without one', async () => {
  const organization = givenOrganization({ can: ofManager })
  const writes = givenServer(organization)
  const screen = await showPage(() => <Screen organization={organization} session={ofRole('admin')} />)
  const dialog = page.getByRole('dialog', { name: 'Disable Summit?' })
  for (const disabled_reason of ['', 'Moved to another lab']) {
    await button('Disable').click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(disabled_reason)
    await dialog.getByRole('button', { name: 'Disable' }).click()
    const sent = ['PUT', '/organizations/7', { disabled: true, disabled_reason, version: 4 }]
    await expect.poll(() => writes.at(-1)).toEqual(sent)
    await expect.poll(() => dialog.elements()).toEqual([])
  }
  await screen.unmount()
})

test('the question before archiving says what happens to members and cases', async () => {
  const organization = givenOrganization({ can: ofManager })
  const writes = givenServer(organization)
  const screen = await showPage(() => <Screen organization={organization} session={ofRole('admin')} />)
  await button('Archive').click()
  const dialog = page.getByRole('dialog', { name: 'Archive Summit?' })
  await expect.element(dialog.getByText('Its 3 members will lose access at once.')).toBeVisible()
  await expect
    .element(
      dialog.getByText('The lab can finish its 2 open cases. New cases, prints and corrections will be refused.'),
    )
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expect.poll(() => writes).toEqual([['PUT', '/organizations/7/archive', { version: 4 }]])
  await screen.unmount()
})

test('what is archived can be restored', async () => {
  const organization = givenOrganization({ is_archived: true, deleted_at: at, can: ['restore'], number_of_members: 1 })
  const writes = givenServer(organization)
  const screen = await showPage(() => <Screen organization={organization} session={ofRole('admin')} />)
  await button('Restore').click()
  const dialog = page.getByRole('dialog', { name: 'Restore Summit?' })
  await expect
    .element(dialog.getByText(/Its 1 member will have access again, and new cases can be started\./))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => writes).toEqual([['PUT', '/organizations/7/un-archive', { version: 4 }]])
  await screen.unmount()
})

test('deleting asks for the name, and what is in the way is said at the button', async () => {
  const organization = givenOrganization({ can: ofManager })
  const writes = givenServer(organization)
  const screen = await showPage(() => <Screen organization={organization} session={ofRole('admin')} />)
  await button('Delete').click()
  const dialog = page.getByRole('dialog', { name: 'Delete Summit?' })
  await expect.element(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('summit')
  await expect.element(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('Summit')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => writes).toEqual([['DELETE', '/organizations/7', { name: 'Summit' }]])
  await screen.unmount()

  const kept = givenOrganization({ why_not: { delete: 'Archive instead.' } })
  const again = await showPage(() => <Screen organization={kept} session={ofRole('admin')} />)
  await expect.element(button('Delete')).toHaveAccessibleDescription('Archive instead.')
  await again.unmount()
})

test('a settled start-up fee leads to its invoice, for readers who may see it', async () => {
  const waived = givenOrganization({ startup_fee_waived_by: 'Ada Byron', startup_fee_order_id: 3 })
  const screen = await showPage(() => <Screen organization={waived} session={ofRole('admin')} />)
  await expect.element(page.getByRole('link', { name: 'Waived by Ada Byron' })).toHaveAttribute('href', '/orders/3')
  await screen.unmount()

  const hidden = givenOrganization({ startup_fee_order_id: null })
  const again = await showPage(() => <Screen organization={hidden} session={ofRole('lab_partner')} />)
  await expect.element(page.getByText('Settled')).toBeVisible()
  expect(page.getByRole('link', { name: 'Settled' }).elements()).toEqual([])
  await again.unmount()
})

test('the start-up fee is waived after a question', async () => {
  const organization = givenOrganization({ startup_fee_paid: false, can: ofManager })
  const writes = givenServer(organization)
  const screen = await showPage(() => <Screen organization={organization} session={ofRole('admin')} />)
  await button('Waive start-up fee').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Waive' }).click()
  await expect.poll(() => writes).toEqual([['PUT', '/organizations/7/no-startup-fee', undefined]])
  await screen.unmount()
})

test('notes can be saved only while they differ, and leaving asks about them', async () => {
  const organization = givenOrganization({ management_notes: 'Prefers calls.', can: ofManager })
  const writes = givenServer(organization)
  const screen = await showPage(() => <Screen organization={organization} session={ofRole('admin')} part="notes" />)
  const notes = field('Notes')
  await expect.element(notes).toHaveValue('Prefers calls.')
  await expect.element(button('Save')).toBeDisabled()
  await notes.fill('Prefers mail.')
  await expect.element(button('Save')).toBeEnabled()
  await notes.fill('Prefers calls.')
  await expect.element(button('Save')).toBeDisabled()
  await notes.fill('Prefers mail.')
  screen.leave()
  await expect.element(page.getByText('Your changes to this management note are not saved yet.')).toBeVisible()
  await button('Stay').click()
  await button('Save').click()
  await expect
    .poll(() => writes)
    .toEqual([['PUT', '/organizations/7/management_notes', { management_notes: 'Prefers mail.', version: 4 }]])
  await screen.unmount()
})
