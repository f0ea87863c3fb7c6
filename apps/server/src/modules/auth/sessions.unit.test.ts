import type { UserRole } from '@archwire/contract/roles.ts'
import { afterEach, expect, it } from 'vitest'
import { elsewhereId, membershipRow, practiceId } from '../../../test/facts.ts'
import type { Config } from '../../config.ts'
import { setClock } from '../../kernel/clock.ts'
import { actorOf, sessionLives, type MembershipRow, type SessionRow, type UserRow } from './sessions.ts'

const noon = new Date('2026-11-20T12:00:00Z')
afterEach(() => setClock(undefined))

const user = (
  role: UserRole | null,
  memberships: MembershipRow[] = [],
  custom_permissions: string[] = [],
): UserRow => ({
  id: 5,
  first_name: 'Ada',
  last_name: 'Byron',
  full_name: 'Ada Byron',
  email: 'ada@example.com',
  account_number: 'U-000005',
  role,
  custom_permissions,
  time_zone: null,
  memberships,
})
const actor = (...of: Parameters<typeof user>) => actorOf(user(...of), { id: 3, address: '10.0.0.1' })
const other = (change: Partial<MembershipRow> = {}) => membershipRow({ organization_id: elsewhereId, ...change })

it('an actor is who the session says', () => {
  setClock(() => noon)
  expect(actor('admin')).toMatchObject({
    userId: 5,
    name: 'Ada Byron',
    role: 'admin',
    isManagement: true,
    sessionId: 3,
    address: '10.0.0.1',
    now: noon,
  })
  expect(actor('doctor').isManagement).toBe(false)
})

it('only a partner whose labs are all disabled changes nothing', () => {
  const [off, on] = [membershipRow({ kind: 'partner', disabled: true }), other({ kind: 'partner' })]
  expect(actor('lab_partner', [off]).readOnly).toBe(true)
  expect(actor('lab_partner', [off, on]).readOnly).toBe(false)
  expect(actor('lab_partner', [on]).readOnly).toBe(false)
  expect(actor('lab_partner').readOnly).toBe(false)
  expect(actor('doctor', [membershipRow({ disabled: true })]).readOnly).toBe(false)
  expect(actor('admin').readOnly).toBe(false)
})

it('holds what the roles give and what was added, and no name that is no permission', () => {
  const person = actor(
    'doctor',
    [membershipRow({ custom_permissions: ['organization.patients.view-any', 'no.such'] }), other()],
    ['users.view-dashboard', 'no.such'],
  )
  expect([...person.permissions]).toEqual(['customer-requests.complete-assigned', 'users.view-dashboard'])
  expect(person.memberships.map(({ organizationId, role }) => [organizationId, role])).toEqual([
    [practiceId, 'organization_member'],
    [elsewhereId, 'organization_member'],
  ])
  const [here, there] = person.memberships
  expect(here!.permissions.has('organization.patients.view-any')).toBe(true)
  expect([...here!.permissions]).not.toContain('no.such')
  expect(there!.permissions.has('organization.patients.view-any')).toBe(false)
  expect(there!.permissions.has('organization.patients.view')).toBe(true)
  expect([...actor(null).permissions]).toEqual([])
})

it.each<[string, Parameters<typeof user>, object]>([
  ['the lab reaches all', ['tech_support', [membershipRow()]], { kind: 'lab' }],
  [
    'a partner what is assigned to its organizations',
    ['lab_partner', [membershipRow()]],
    { kind: 'partner', organizations: [practiceId] },
  ],
  [
    'owners and managers all of their practices, members their own cases',
    ['doctor', [membershipRow({ role: 'organization_owner' }), other()]],
    { kind: 'practice', user: 5, all: [practiceId], own: [elsewhereId] },
  ],
  [
    'assistants all, by their role',
    ['staff_member', [membershipRow(), other()]],
    { kind: 'practice', user: 5, all: [practiceId, elsewhereId], own: [] },
  ],
  [
    'a member who was given the sight of all, there',
    ['doctor', [membershipRow(), other({ custom_permissions: ['organization.patients.view-any'] })]],
    { kind: 'practice', user: 5, all: [elsewhereId], own: [practiceId] },
  ],
  ['nobody else anything', [null], { kind: 'practice', user: 5, all: [], own: [] }],
])('%s', (_what, person, scope) => expect(actor(...person).scope).toEqual(scope))

it('a session lives until its end; of management it ends with half an hour without a sign', () => {
  const config = { session: { managementIdleMinutes: 30 } } as Config
  const lives = (role: UserRole, idle: number, left: number) => {
    setClock(() => noon)
    const at = (milliseconds: number) => new Date(noon.getTime() + milliseconds)
    const row = { ...user(role), last_seen_at: at(-idle), expires_at: at(left) } as SessionRow
    return sessionLives(row, config)
  }
  const half = 30 * 60_000
  expect(lives('doctor', 10 * half, 1)).toBe(true)
  expect(lives('doctor', 0, 0)).toBe(false)
  expect(lives('admin', half, 1)).toBe(true)
  expect(lives('admin', half + 1, 1)).toBe(false)
  expect(lives('admin', 0, 0)).toBe(false)
})
