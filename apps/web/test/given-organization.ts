import type { Member } from '@archwire/contract/members/schema.ts'
import type { Organization, OrganizationAction } from '@archwire/contract/organizations/schema.ts'
import { organizationRolePermissions } from '@archwire/contract/grants.ts'
import { roleLabels, type OrganizationRole } from '@archwire/contract/roles.ts'
import type { Me } from '../src/lib/session.tsx'
import { sessionOf } from './given-case.ts'

const at = '2026-11-20T10:00:00.000Z'
const actions: readonly OrganizationAction[] = [
  'update',
  'assign_type',
  'add_type',
  'assign_lab',
  'disable',
  'enable',
  'archive',
  'restore',
  'delete',
  'waive_startup_fee',
  'change_notes',
]
/** What staff who manage organizations can do with one that is open. */
export const ofManager = actions.filter((action) => action !== 'enable' && action !== 'restore')

interface Given extends Omit<Partial<Organization>, 'can'> {
  can?: readonly OrganizationAction[]
}

/** Summit, a practice of three people with two open cases, with what a test says of it. */
export function givenOrganization({ can = [], ...said }: Given = {}): Organization {
  return {
    id: 7,
    name: 'Summit',
    own_name: 'Summit',
    account_number: 'O-000007',
    kind: 'practice',
    owner: { id: 5, full_name: 'Jane Marsh', email: 'jane@example.com' },
    main_location: { city: 'Denver', state: 'CO', zip_code: '80204' },
    customer_service_manager: null,
    startup_fee_paid: true,
    startup_fee_waived_by: null,
    startup_fee_order_id: null,
    disabled_at: null,
    disabled_reason: '',
    deleted_at: null,
    is_archived: false,
    created_at: at,
    organization_type: { id: 1, name: 'Orthodontist' },
    organization_type_id: 1,
    organization_manager: null,
    onboarding_id: null,
    no_startup_fee: false,
    survey_response: null,
    third_party_partner: null,
    rush_case_enabled: true,
    template_version: 2,
    suspended: false,
    management_notes: null,
    number_of_members: 3,
    number_of_open_cases: 2,
    version: 4,
    why_not: {},
    ...said,
    can: Object.fromEntries(actions.map((action) => [action, can.includes(action)])) as Organization['can'],
  }
}

/** A member of it, with what the reader may do. */
export const givenMember = (id: number, said: Partial<Member> = {}): Member => ({
  id,
  full_name: `Person ${id}`,
  last_name: `${id}`,
  email: `person${id}@example.com`,
  roles: [{ name: 'doctor', label: 'Doctor' }],
  is_doctor: true,
  pivot: { role: { name: 'organization_member', label: 'Member' } },
  can: { change_role: true, remove: true },
  ...said,
})

/** A person of Summit in this role, who is also its current organization's. */
export function sessionWithin(role: OrganizationRole, said: Partial<Me> = {}) {
  const organization = {
    id: 7,
    name: 'Summit',
    account_number: 'O-000007',
    disabled: false,
    contract: { suspended_at: null, license: null },
    pivot: { role: { name: role, label: roleLabels[role] }, all_permissions: [...organizationRolePermissions[role]] },
  } as unknown as Me['organizations'][number]
  return { ...sessionOf('doctor', { organizations: [organization], ...said }), organization }
}
