import type { Me } from '@archwire/contract/auth/routes.ts'
import { patientStatuses, type PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { caseActions, type CaseAction, type Patient } from '@archwire/contract/patients/schema.ts'
import { vi } from 'vitest'
import type { Session } from '../src/lib/session.tsx'

interface Given extends Omit<Partial<Patient>, 'can' | 'patient_status'> {
  status?: PatientStatus
  can?: readonly CaseAction[]
}

/** A case of Ada Byron as the server answers it, with what a test says of it. */
export function givenCase({ status = 'awaiting_approval', can = [], ...said }: Given = {}): Patient {
  const { id, label, color } = patientStatuses[status]
  return {
    id: 7,
    version: 1,
    seen: 'now',
    first_name: 'Ada',
    last_name: 'Byron',
    full_name: 'Ada Byron',
    formatted_name: 'Byron, Ada',
    case_number_text: '',
    case_code: 'C-7',
    numeric_suffix: null,
    patient_status_id: id,
    patient_status: { id, key: status, label, color },
    organization_id: 2,
    organization: { id: 2, name: 'Summit', account_number: 'O-000002' },
    user_id: 5,
    user: { id: 5, full_name: 'Jane Marsh', account_number: 'U-000005' },
    is_on_hold: false,
    on_hold_notes: [],
    notes_changed: { doctor_notes: null, management_notes: null, internal_notes: null },
    treatment_notes: [],
    rush_case: false,
    duplicated: false,
    has_ios_file: false,
    has_stl_file: true,
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    setup_completed_at: null,
    completed_at: null,
    deleted_at: null,
    cancelled_at: null,
    ship_date: null,
    bonding_date: null,
    submission_completed_by: 1,
    impression_type: 4,
    submission_viewer_id: 'sent',
    setup_viewer_id: 'made',
    open_request_id: null,
    doctor_number: null,
    doctor_notes: '',
    management_notes: '',
    internal_notes: null,
    changes_asked: null,
    setup_shown: true,
    third_party_partner: null,
    assignable_partner: null,
    rx_form: null,
    rx_form_unread: [],
    patient_files: [],
    ios_files: [],
    ios_file_id: null,
    organization_type: null,
    customer_request: null,
    initial_case_setup: null,
    customer_requests: [],
    why_not: {},
    ...said,
    can: Object.fromEntries(caseActions.map((action) => [action, can.includes(action)])) as Patient['can'],
  }
}

/** Who works for the lab, or for the practice of that case. */
export const sessionOf = (role: 'supervisor' | 'doctor', said: Partial<Me> = {}): Session => ({
  me: {
    id: 1,
    full_name: 'Olga Owner',
    roles: [{ name: role, label: role }],
    is_management: role === 'supervisor',
    all_permissions: [],
    organizations: [],
    ...said,
  } as unknown as Me,
  organization: undefined,
  switchOrganization: () => {},
})

/**
 * A server that answers each call by the path it begins with, the longest first: with a body, or what a function says
 * of the address and the call. Returns the addresses, as they come.
 */
export function answersAt(answers: Record<string, unknown>): string[] {
  const addresses: string[] = []
  const paths = Object.keys(answers).toSorted((a, b) => b.length - a.length)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const asked = (address as string).replace('/api/v1', '')
    addresses.push(asked)
    const path = paths.find((each) => asked.startsWith(each))
    if (path === undefined) return Response.json({ error: 'Nothing is there.' }, { status: 404 })
    const answer = answers[path]
    const said =
      typeof answer === 'function'
        ? await (answer as (asked: string, init?: RequestInit) => unknown)(asked, init)
        : answer
    return said instanceof Response ? said : Response.json(said)
  })
  return addresses
}
