import type { Permission } from '@archwire/contract/permissions.ts'
import type { OrganizationRole, UserRole } from '@archwire/contract/roles.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { Actor } from '../src/kernel/actor.ts'
import { actorOf, type MembershipRow } from '../src/modules/auth/sessions.ts'
import type { CaseFacts } from '../src/modules/case-core/facts.ts'
import type { OrganizationState } from '../src/modules/organizations/index.ts'
import type { RequestFacts } from '../src/modules/requests/facts.ts'

/** Actors and facts for tests of policies and rules: no database, and what a test does not name is the usual. */
export const practiceId = 7
export const elsewhereId = 8
const partnerId = 9
/** The practice, open. */
export const openPractice: OrganizationState = {
  organization_id: practiceId,
  organization_disabled: false,
  organization_archived: false,
  kind: 'practice',
}
const session = { id: 1, address: '127.0.0.1' }

export const membershipRow = (change: Partial<MembershipRow> = {}): MembershipRow => ({
  organization_id: practiceId,
  role: 'organization_member',
  custom_permissions: [],
  name: 'Practice',
  account_number: 'O-000007',
  kind: 'practice',
  suspended: false,
  blocked: false,
  disabled: false,
  startup_fee_paid: true,
  ...change,
})

let people = 100
/** Someone as the session makes them: the rights are those of the roles, not a test's own. */
export function person(
  role: UserRole | null,
  ...memberships: [organizationId: number, role: OrganizationRole][]
): Actor {
  people += 1
  return actorOf(
    {
      id: people,
      first_name: 'Test',
      last_name: 'Person',
      full_name: 'Test Person',
      email: `person-${people}@example.com`,
      account_number: `U-000${people}`,
      role,
      custom_permissions: [],
      time_zone: null,
      memberships: memberships.map(([organization_id, role]) => membershipRow({ organization_id, role })),
    },
    session,
  )
}

/** One of each relation to a case of the practice; `outsider` owns another practice. */
export const everybody = {
  super_admin: person('super_admin'),
  admin: person('admin'),
  supervisor: person('supervisor'),
  tech_support: person('tech_support'),
  partner: person('lab_partner', [partnerId, 'organization_owner']),
  owner: person('doctor', [practiceId, 'organization_owner']),
  manager: person('staff_member', [practiceId, 'organization_manager']),
  member: person('doctor', [practiceId, 'organization_member']),
  assistant: person('staff_member', [practiceId, 'organization_member']),
  outsider: person('doctor', [elsewhereId, 'organization_owner']),
}
export type Person = keyof typeof everybody

/** The same person holding nothing but these: `organization.*` within the practice, others everywhere. */
export const holdingOnly = (actor: Actor, ...names: Permission[]): Actor => ({
  ...actor,
  permissions: new Set(names.filter((name) => !name.startsWith('organization.'))),
  memberships: actor.memberships.map((membership) => ({
    ...membership,
    permissions: new Set(names.filter((name) => name.startsWith('organization.'))),
  })),
})

/** A case in work at the lab, its doctor the member; in-office work has no work table (`cases/submitted`). */
export function caseFacts(change: Partial<CaseFacts> = {}): CaseFacts {
  const { submission_completed_by = assignment.ownLab } = change
  return {
    id: 1,
    organization_id: practiceId,
    organization_name: 'Practice',
    organization_disabled: false,
    organization_archived: false,
    organization_suspended: false,
    organization_blocked: false,
    user_id: everybody.member.userId,
    created_by_user_id: everybody.owner.userId,
    partner_organization_id: submission_completed_by === assignment.thirdParty ? partnerId : null,
    named_partner_id: submission_completed_by === assignment.thirdParty ? partnerId : null,
    first_name: 'Ada',
    last_name: 'Byron',
    numeric_suffix: null,
    case_number_text: '',
    status: 'in_progress',
    is_on_hold: false,
    archived: false,
    version: 1,
    doctor_notes: '',
    management_notes: '',
    internal_notes: '',
    rx_form_id: 2,
    rx_status: 'in_progress',
    submitted_at: '2026-11-19T16:00:00.000Z',
    submission_completed_by,
    products_list: 1,
    export_type: null,
    print_assignment: null,
    cancelled: false,
    workflow_id: submission_completed_by === assignment.inOffice ? null : 3,
    assigned_to: null,
    has_setup: true,
    printable: true,
    has_ios: false,
    ios_files: 0,
    has_stl: true,
    open_requests: 0,
    tray_waits: false,
    trays_made_by: null,
    prints_ios: false,
    rush_charged: false,
    unchanged_since_asked: false,
    seen: '',
    ...change,
  }
}

/** An open request that the lab prints. */
export const requestFacts = (change: Partial<RequestFacts> = {}): RequestFacts => ({
  id: 4,
  organization_id: 7,
  status: 'pending',
  print_id: 5,
  print_status: 'new',
  print_version: 1,
  location_id: 6,
  shipping_method: 'standard',
  charged_method: null,
  expected_arrival_date: '2026-12-02',
  delivery_date_from: '2026-12-01',
  delivery_date_to: '2026-12-02',
  ship_date: '2026-11-24',
  assignment: assignment.ownLab,
  workflow_id: 6,
  work_started: false,
  patient_label_printed: false,
  shipping_label_printed: false,
  prints_trays: false,
  trays: 0,
  trays_waiting: 0,
  flawed_status: null,
  flawed_workflow_id: null,
  flawed_work_started: false,
  correction_told: false,
  is_free: false,
  packed: false,
  open_requests: 1,
  ...change,
})

/**
 * Reads a table that is written as people write one: the first line names the columns, the first word of each further line
 * the row. Returns every cell.
 */
export function cellsOf<Row extends string, Column extends string>(table: string): [Row, Column, cell: string][] {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return rows.flatMap(([row, ...cells]) => {
    if (cells.length !== head.length) throw new TypeError(`${row}: ${cells.length} cells in ${head.length} columns`)
    return cells.map((cell, column): [Row, Column, string] => [row as Row, head[column] as Column, cell])
  })
}
