import { customerRequestStatuses, type CustomerRequestStatus } from '@archwire/contract/requests/lifecycle.ts'
import { requestActions, type CustomerRequest, type RequestAction } from '@archwire/contract/requests/schema.ts'

/** The print of that request: both arches as trays by the lab, shipped the standard way. */
export const givenPrint = (said: object = {}) =>
  ({
    id: 3,
    customer_request_id: 9,
    patient_id: 7,
    organization_id: 2,
    version: 1,
    assign_to: 1,
    assigned_to: null,
    location_id: 6,
    location: {
      id: 6,
      location_name: 'Main office',
      full_name: '',
      street_address: '1 Main Street',
      street_address_line_2: '',
      city: 'Denver',
      state: 'CO',
      zip_code: '80202',
      country: 'USA',
      phone_number: '',
    },
    shipping_method_id: 1,
    shipping_method: 'standard',
    shipping_method_label: 'Standard',
    expected_arrival_date: '2026-11-30',
    delivery_date_from: '2026-11-27',
    delivery_date_to: '2026-11-30',
    ship_date: '2026-11-23',
    tracking_number: null,
    courier: null,
    patient_label_printed: false,
    shipping_label_printed: false,
    printing_request_items: [
      {
        id: 5,
        arch: 1,
        content_type_id: 1,
        content_type: 'Trays',
        insert_brackets: false,
        file_id: null,
        flawed_tray_id: null,
      },
      {
        id: 6,
        arch: 2,
        content_type_id: 1,
        content_type: 'Trays',
        insert_brackets: false,
        file_id: null,
        flawed_tray_id: null,
      },
    ],
    ...said,
  }) as unknown as NonNullable<CustomerRequest['printing_request']>

interface Given extends Omit<Partial<CustomerRequest>, 'can' | 'status'> {
  state?: CustomerRequestStatus
  can?: readonly RequestAction[]
}

/** A request for a print of Ada Byron as the server answers it, with what a test says of it. */
export function givenRequest({ state = 'pending', can = [], ...said }: Given = {}): CustomerRequest {
  const { id, label, color } = customerRequestStatuses[state]
  return {
    id: 9,
    organization_id: 2,
    organization_name: 'Summit',
    status_id: id,
    status: { id, key: state, label, color },
    seen: 'now',
    patient_id: 7,
    patient: {
      id: 7,
      full_name: 'Ada Byron',
      case_number_text: '',
      case_code: 'C-7',
      numeric_suffix: null,
      doctor_name: 'Jane Marsh',
      patient_status: { id: 4, key: 'approved', label: 'Approved', color: 'green' },
      is_on_hold: false,
      case_tray_number: null,
    },
    duplicated: false,
    printing_request: givenPrint(),
    workflow: null,
    special_instructions: '',
    flawed_trays: [],
    flawed_trays_status_id: null,
    flawed_trays_workflow: null,
    corrected_files: [],
    corrected_by: 1,
    third_party_partner: null,
    assignable_partner: null,
    supplies: null,
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    completed_at: null,
    why_not: {},
    ...said,
    can: Object.fromEntries(requestActions.map((action) => [action, can.includes(action)])) as CustomerRequest['can'],
  }
}
