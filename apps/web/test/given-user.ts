import type { User, UserAction } from '@archwire/contract/users/schema.ts'
import { userActions } from '@archwire/contract/users/schema.ts'
import { sessionOf } from './given-case.ts'
import type { Me } from '../src/lib/session.tsx'

export const at = '2026-11-20T10:00:00.000Z'

interface Given extends Omit<Partial<User>, 'can'> {
  can?: readonly UserAction[]
}

/** Dr. Jane Marsh as the server answers her, with what a test says of her. */
export function givenUser({ can = [], ...said }: Given = {}): User {
  return {
    id: 5,
    first_name: 'Jane',
    last_name: 'Marsh',
    full_name: 'Jane Marsh',
    email: 'jane@example.com',
    account_number: 'U-000005',
    roles: [{ name: 'doctor', label: 'Doctor' }],
    is_archived: false,
    created_at: at,
    updated_at: at,
    username: 'jane-marsh',
    additional_emails: [],
    email_change: null,
    organization_id: null,
    organization_name: null,
    organizations: [],
    is_verified: true,
    deleted_at: null,
    number_of_cases: 0,
    grantable_roles: ['doctor', 'staff_member'],
    custom_permissions: [],
    version: 3,
    why_not: {},
    ...said,
    can: Object.fromEntries(userActions.map((action) => [action, can.includes(action)])) as User['can'],
  }
}

/** A membership of that person, with open cases. */
export const organization = (id: number, openCases: number): User['organizations'][number] => ({
  id,
  name: 'Summit',
  account_number: 'O-000002',
  pivot: { role: { name: 'organization_member', label: 'Member' } },
  open_cases: openCases,
})

/** The answer of the list with these people. */
export const listOf = (...rows: User[]) => ({
  users: rows,
  meta: { total: rows.length, page: 1, per_page: 15, last_page: 1, next: null },
})

/** What a supervisor sees; `said` for what is held besides. */
export const session = (said: Partial<Me> = {}) =>
  sessionOf('supervisor', { all_permissions: ['users.view', 'users.create'], ...said })
