import { z } from 'zod'
import { actions, Day, Instant, OrganizationName, reasons, Status } from '../core/fields.ts'
import { LocationAddress } from '../locations/schema.ts'
import { TechWorkflow } from '../tech-workflows/routes.ts'
import { FlawedTray } from './flawed-tray.ts'

/** One printed item: an arch and what is made of it. */
export const PrintingRequestItem = z.strictObject({
  id: z.int(),
  arch: z.int(),
  content_type_id: z.int(),
  content_type: z.string(),
  insert_brackets: z.boolean(),
  file_id: z.int().nullable(),
  /** The flawed tray that this item replaces. */
  flawed_tray_id: z.int().nullable(),
  /** Who makes this item, where that is not who makes the rest of the print; absent else (`corrections/print`). */
  assignment: z.int().optional(),
})

/** By what a print of the lab is charged (`billing/print-rows`). */
export const PrintPricing = z.strictObject({
  /** The list and the practice's own prices that it keeps, as `GET /organizations/{id}/pricing` takes them. */
  price_list: z.int(),
  price_overrides: z.int(),
  /** Which kind of study model, as on the Rx form of its case. */
  arch_mode: z.literal([1, 2, 3, 4]),
  /** The method whose fee holds instead of that of its own method (`requests/keep-fee`); null: its own. */
  charged_method: z.string().nullable(),
  /** Why it is free of charge (`requests/free`); null: it is not. */
  free_reason: z.string().nullable(),
})
export type PrintPricing = z.infer<typeof PrintPricing>

export const PrintingRequest = z.strictObject({
  id: z.int(),
  customer_request_id: z.int(),
  patient_id: z.int(),
  organization_id: z.int(),
  version: z.int(),
  printing_request_status_id: z.int(),
  status: Status,
  /** Who prints: 1 own lab, 2 in-office, 3 third party. */
  assign_to: z.int(),
  assigned_to: z.strictObject({ id: z.int(), full_name: z.string() }).nullable(),
  location_id: z.int().nullable(),
  location: LocationAddress.nullable(),
  shipping_method_id: z.int().nullable(),
  shipping_method: z.string().nullable(),
  shipping_method_label: z.string(),
  expected_arrival_date: Day.nullable(),
  delivery_date_from: Day.nullable(),
  delivery_date_to: Day.nullable(),
  ship_date: Day.nullable(),
  tracking_number: z.string().nullable(),
  courier: z.strictObject({ name: z.string(), link: z.string().nullable() }).nullable(),
  patient_label_printed: z.boolean(),
  shipping_label_printed: z.boolean(),
  /** The same for all prints of one parcel; absent unless it holds at least two (`requests/bundles`); for staff alone. */
  bundled_shipment_id: z.string().optional(),
  /** When it was put into its parcel; absent until then (`requests/ships-today`); for staff alone. */
  packed_at: Instant.optional(),
  printing_request_items: z.array(PrintingRequestItem),
  /** By what it is charged (`billing/print-rows`): for people who read prices, of prints of the lab; absent else. */
  priced_by: PrintPricing.optional(),
  created_at: Instant,
  updated_at: Instant,
  completed_at: Instant.nullable(),
})
export type PrintingRequest = z.infer<typeof PrintingRequest>

/** What a person may be able to do with a request now. */
export const requestActions = [
  'complete',
  'cancel',
  'mark_patient_label',
  'mark_shipping_label',
  'edit_shipping',
  'assign',
  'edit_items',
  'delete_items',
  'work_steps',
  'flawed_work_steps',
] as const
export type RequestAction = (typeof requestActions)[number]

/** A request in full, with the case it belongs to and the work on it. */
export const CustomerRequest = z.strictObject({
  id: z.int(),
  organization_id: z.int(),
  /** As people read it: of an unnamed practice the account number. */
  organization_name: z.string(),
  status_id: z.int(),
  status: Status,
  /** Sent with decisions on what is shown here: the case's state, setup and Rx form, the print and where it ships. */
  seen: z.string(),
  patient_id: z.int(),
  patient: z.strictObject({
    id: z.int(),
    full_name: z.string(),
    case_number_text: z.string(),
    case_code: z.string(),
    numeric_suffix: z.int().nullable(),
    doctor_name: z.string().nullable(),
    patient_status: Status,
    is_on_hold: z.boolean(),
    case_tray_number: z.string().nullable(),
  }),
  /** More than one open request on the case: all actions are blocked except Cancel (`requests/duplicate`). */
  duplicated: z.boolean(),
  /** Of the case's Rx form; empty without one. */
  special_instructions: z.string(),
  printing_request: PrintingRequest.nullable(),
  workflow: TechWorkflow.nullable(),
  /** By arch, then the newest first; empty for a request without corrections. */
  flawed_trays: z.array(FlawedTray),
  /** The work on its flawed trays: 1 New, 2 In Progress, 3 Completed; null without any (`corrections/work`). */
  flawed_trays_status_id: z.int().nullable(),
  flawed_trays_workflow: TechWorkflow.nullable(),
  /** Of each arch whose tray was corrected, in this or another request of the case, the last corrected file (`requests/files`). */
  corrected_files: z.array(z.strictObject({ arch: z.int(), file_id: z.int() })),
  /** Who corrects its flawed trays: 1 own lab, 3 third party (`corrections/work`). */
  corrected_by: z.literal([1, 3]),
  /** The name of the partner that works on the case, if one does. */
  third_party_partner: z.string().nullable(),
  /** The partner lab that work of the case may be assigned to: its own, else the one that the practice names. */
  assignable_partner: z.string().nullable(),
  supplies: z
    .strictObject({
      boxes: z.int().nullable(),
      box_size: z.string().nullable(),
      impression_baggies: z.int().nullable(),
    })
    .nullable(),
  created_at: Instant,
  updated_at: Instant,
  completed_at: Instant.nullable(),
  can: actions(...requestActions),
  why_not: reasons(...requestActions),
})
export type CustomerRequest = z.infer<typeof CustomerRequest>

/** A request in a list: whose it is, what is printed, where it stands. */
export const RequestSummary = z.strictObject({
  id: z.int(),
  status_id: z.int(),
  status: Status,
  /** What is printed, as text: "Trays, Study Model". */
  summary: z.string(),
  /** Print, Tray correction, or both (`requests/list`). */
  type: z.string(),
  flawed_trays_status_id: z.int().nullable(),
  /** More than one open request on the case (`requests/duplicate`). */
  duplicated: z.boolean(),
  patient_id: z.int(),
  patient: z.strictObject({
    id: z.int(),
    /** "Last, First (n)" for lists. */
    formatted_name: z.string(),
    case_number_text: z.string(),
    case_code: z.string(),
    doctor_name: z.string().nullable(),
    is_on_hold: z.boolean(),
  }),
  organization: OrganizationName,
  /** Where it ships to, else where its case is from. */
  location_name: z.string().nullable(),
  /** Who prints: 1 own lab, 2 in-office, 3 third party. */
  assign_to: z.int().nullable(),
  tracking_number: z.string().nullable(),
  ship_date: Day.nullable(),
  created_at: Instant,
  updated_at: Instant,
})
export type RequestSummary = z.infer<typeof RequestSummary>
