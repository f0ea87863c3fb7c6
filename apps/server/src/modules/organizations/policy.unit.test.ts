import { expect, it } from 'vitest'
import { everybody } from '../../../test/facts.ts'
import { mayInvite } from './policy.ts'

/** Who invites whom (`people/who-invites`); more of it in members/policy.unit.test.ts. */
const practice = {
  organization_id: 7,
  organization_disabled: false,
  organization_archived: false,
  kind: 'practice' as const,
}
const lab = ['super_admin', 'admin', 'supervisor', 'tech_support']
const invites = (
  organization: typeof practice | (Omit<typeof practice, 'kind'> & { kind: 'partner' }),
  role: 'organization_owner' | 'organization_member',
) => Object.entries(everybody).flatMap(([name, who]) => (mayInvite(who, organization, role) ? [name] : []))

it('members are invited by the lab, owners and managers, of a disabled practice by the lab', () => {
  expect(invites(practice, 'organization_member').toSorted()).toEqual([...lab, 'owner', 'manager'].toSorted())
  expect(invites({ ...practice, organization_disabled: true }, 'organization_member').toSorted()).toEqual(
    lab.toSorted(),
  )
})

it('owners are invited by owners and by staff who manage organizations', () => {
  expect(invites(practice, 'organization_owner')).toEqual(['super_admin', 'admin', 'supervisor', 'owner'])
})

it('people of a partner lab are invited by supervisors, admins and super admins', () => {
  expect(invites({ ...practice, kind: 'partner' }, 'organization_member')).toEqual([
    'super_admin',
    'admin',
    'supervisor',
  ])
})
