import type { Me } from '@archwire/contract/auth/routes.ts'
import { userRolePermissions } from '@archwire/contract/grants.ts'
import { userRoles, type OrganizationRole, type UserRole } from '@archwire/contract/roles.ts'
import { expect, test } from 'vitest'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import type { Practice } from './case-form.ts'
import { StartCase } from './start-case.tsx'

const practice = {
  organizationId: 7,
  preference: {
    metadata: {
      startup_fee_paid: false,
      blocked: null,
      organization: { id: 7, name: 'Summit', account_number: 'O-000007' },
    },
  },
} as unknown as Practice

const showAs = (role: UserRole, organizations: unknown[] = [], switchOrganization: (id: number) => void = () => {}) =>
  showPage(() => (
    <SessionContext
      value={{
        me: { id: 1, roles: [], all_permissions: userRolePermissions[role], organizations } as unknown as Me,
        organization: undefined,
        switchOrganization,
      }}
    >
      <StartCase draftKey="d1" practice={practice} draft={null} />
    </SessionContext>
  ))

test('people who manage organizations waive the start-up fee where it is missed, after a question', async () => {
  const calls = fakeServer({ body: { organization: {}, message: 'The start-up fee is waived.' } })
  const screen = await showAs('supervisor')
  await expect.element(screen.getByText('Start-up Fee for Organization not paid.')).toBeVisible()
  await screen.getByRole('button', { name: 'Waive the fee' }).click()
  expect(calls).toEqual([])
  await screen.getByRole('button', { name: 'Waive', exact: true }).click()
  await expect
    .poll(() => calls.map(({ method, path }) => `${method} ${path}`))
    .toContain('PUT /organizations/7/no-startup-fee')
  await screen.unmount()
})

test.each(userRoles.filter((role) => !['super_admin', 'admin', 'supervisor'].includes(role)))(
  '%s reads only that it is not paid',
  async (role) => {
    const screen = await showAs(role)
    await expect.element(screen.getByText('Start-up Fee for Organization not paid.')).toBeVisible()
    expect(screen.getByRole('button').elements()).toEqual([])
    await screen.unmount()
  },
)

/** A practice in which the person has this role. */
const membershipOf = (name: OrganizationRole, owner_name: string | null = 'Olga Owner') => ({
  id: 7,
  name: 'Summit',
  account_number: 'O-000007',
  owner_name,
  pivot: { role: { name, label: name }, all_permissions: [] },
})

test('an owner is led to the payment step of the account setup of this practice', async () => {
  const switched: number[] = []
  const screen = await showAs('doctor', [membershipOf('organization_owner')], (id) => switched.push(id))
  await expect.element(screen.getByText('Start-up Fee for Organization not paid.')).toBeVisible()
  expect(screen.getByText(/has to pay it/).elements()).toEqual([])
  await screen.getByRole('button', { name: 'Pay the start-up fee' }).click()
  expect(switched).toEqual([7])
  await expect.element(screen.getByText('A page that is not of this test')).toBeVisible()
  await screen.unmount()
})

test.each(['organization_manager', 'organization_member'] as const)('%s reads who has to pay', async (role) => {
  const screen = await showAs('doctor', [membershipOf(role)])
  await expect
    .element(screen.getByText('Start-up Fee for Organization not paid. Olga Owner owns Summit and has to pay it.'))
    .toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
  await screen.unmount()
})

test('a practice without an owner names none', async () => {
  const screen = await showAs('doctor', [membershipOf('organization_member', null)])
  await expect.element(screen.getByText('Start-up Fee for Organization not paid.', { exact: true })).toBeVisible()
  await screen.unmount()
})
