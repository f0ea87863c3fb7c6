import { flawedTrayStatuses, type FlawedTrayStatus } from '@archwire/contract/flawed-trays/lifecycle.ts'
import { flawedTrayActions, type FlawedTray, type FlawedTrayAction } from '@archwire/contract/requests/flawed-tray.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'

interface Given extends Omit<Partial<FlawedTray>, 'can' | 'status'> {
  status?: FlawedTrayStatus
  can?: readonly FlawedTrayAction[]
}

/** A flawed upper tray of the case of Ada Byron as the server answers it, with what a test says of it. */
export function givenTray({ status = 'awaiting_fix', can = [], ...said }: Given = {}): FlawedTray {
  const { id, label, color } = flawedTrayStatuses[status]
  return {
    id: 21,
    organization_id: 2,
    patient_id: 7,
    customer_request_id: 9,
    version: 1,
    status_id: id,
    status: { id, key: status, label, color },
    arch: 1,
    print: 2,
    insert_brackets: false,
    expedited_shipping: false,
    cause: null,
    remark: '',
    file_id: 31,
    file: { id: 31, name: 'Byron, Ada.ios' },
    stl_file_id: 32,
    stl_file: { id: 32, name: 'setup-upper.stl' },
    corrected_file_id: null,
    corrected_file: null,
    corrected_at: null,
    uploaded_files: [],
    compare_viewer_id: null,
    created_by: 'Jane Marsh',
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    why_not: {},
    ...said,
    can: Object.fromEntries(flawedTrayActions.map((action) => [action, can.includes(action)])) as FlawedTray['can'],
  }
}

/** The open request of that case, with these flawed trays. */
export const givenRequestOf = (trays: FlawedTray[], said: object = {}): CustomerRequest =>
  ({
    id: 9,
    organization_id: 2,
    status: { id: 1, key: 'pending', label: 'Pending', color: 'grape' },
    duplicated: false,
    patient: { id: 7, full_name: 'Ada Byron', case_number_text: '', case_code: 'C-7' },
    printing_request: null,
    workflow: null,
    flawed_trays: trays,
    flawed_trays_status_id: 1,
    flawed_trays_workflow: null,
    corrected_files: [],
    corrected_by: 1,
    third_party_partner: null,
    assignable_partner: null,
    can: {},
    why_not: {},
    ...said,
  }) as unknown as CustomerRequest
