import { customerRequestStatuses, printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { requestActions, type RequestAction } from '@archwire/contract/requests/schema.ts'
import type { Packed } from '../src/features/requests/shipments/parcel.ts'

interface Said {
  /** The case; request and print have numbers that follow from it. */
  id?: number
  name?: string
  bundle?: string | null
  status?: 'new' | 'in_progress' | 'completed'
  packed?: boolean
  patientLabel?: boolean
  shippingLabel?: boolean
  location?: boolean
  assign_to?: number
  ship_date?: string
  /** Why nothing can be done with it. */
  why?: string
}

/** A print of a practice in Boulder that ships with others, as the server answers it, with what a test says of it. */
export function givenParcelRequest(said: Said = {}): Packed {
  const { id = 7, name = 'Ada Byron', bundle = '2026-12-01.4.standard', status = 'new', why } = said
  const completed = status === 'completed'
  const at = '2026-11-20T10:00:00.000Z'
  const state = printingRequestStatuses[status]
  const request = customerRequestStatuses[completed ? 'completed' : 'pending']
  const can = Object.fromEntries(
    requestActions.map((action) => [action, !completed && why === undefined]),
  ) as Packed['can']
  const reasons: Partial<Record<RequestAction, string>> =
    why === undefined ? {} : { complete: why, mark_patient_label: why, mark_shipping_label: why }
  return {
    id: 100 + id,
    organization_id: 2,
    organization_name: 'Summit',
    status_id: request.id,
    status: { id: request.id, key: completed ? 'completed' : 'pending', label: request.label, color: request.color },
    seen: 'now',
    patient_id: id,
    patient: {
      id,
      full_name: name,
      case_number_text: '',
      case_code: `C-${id}`,
      numeric_suffix: null,
      doctor_name: 'Jane Marsh',
      patient_status: { id: 4, key: 'approved', label: 'Approved', color: 'teal' },
      is_on_hold: false,
      case_tray_number: null,
    },
    duplicated: false,
    printing_request: {
      id: 200 + id,
      customer_request_id: 100 + id,
      patient_id: id,
      organization_id: 2,
      version: 1,
      printing_request_status_id: state.id,
      status: { id: state.id, key: status, label: state.label, color: state.color },
      assign_to: said.assign_to ?? 1,
      assigned_to: null,
      location_id: said.location === false ? null : 4,
      location:
        said.location === false
          ? null
          : ({
              id: 4,
              organization_id: 2,
              location_name: 'Main office',
              full_name: 'Jane Marsh',
              street_address: '1200 Pearl Street',
              street_address_line_2: '',
              city: 'Boulder',
              state: 'CO',
              zip_code: '80302',
              country: 'USA',
              phone_number: '+13035550142',
            } as Packed['printing_request']['location']),
      shipping_method_id: 1,
      shipping_method: 'standard',
      shipping_method_label: 'Standard',
      expected_arrival_date: '2026-12-08',
      delivery_date_from: '2026-12-07',
      delivery_date_to: '2026-12-08',
      ship_date: said.ship_date ?? '2026-12-01',
      tracking_number: completed ? '1Z999AA10123456784' : null,
      courier: null,
      patient_label_printed: said.patientLabel ?? true,
      shipping_label_printed: said.shippingLabel ?? true,
      ...(bundle === null ? {} : { bundled_shipment_id: bundle }),
      ...(said.packed ? { packed_at: at } : {}),
      printing_request_items: [
        {
          id: 300 + id,
          arch: 1,
          content_type_id: 1,
          content_type: 'Trays',
          insert_brackets: true,
          file_id: null,
          flawed_tray_id: null,
        },
        {
          id: 400 + id,
          arch: 2,
          content_type_id: 1,
          content_type: 'Trays',
          insert_brackets: true,
          file_id: null,
          flawed_tray_id: null,
        },
      ],
      created_at: at,
      updated_at: at,
      completed_at: completed ? at : null,
    },
    workflow: null,
    special_instructions: '',
    flawed_trays: [],
    flawed_trays_status_id: null,
    flawed_trays_workflow: null,
    corrected_files: [],
    corrected_by: 1,
    third_party_partner: null,
    assignable_partner: null,
    supplies: { boxes: 2, box_size: 'small', impression_baggies: null },
    created_at: at,
    updated_at: at,
    completed_at: completed ? at : null,
    can,
    why_not: reasons,
  }
}
