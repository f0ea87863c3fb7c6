import {
  addOns,
  assignments,
  customScanner,
  impressionTypes,
  labelOf,
  labelsOf,
  products,
  scanners,
} from '@archwire/contract/rx-forms/options.ts'
import { presentStatus, statusById } from '@archwire/contract/core/statuses.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import type { RxForm } from '@archwire/contract/rx-forms/schema.ts'
import { sql } from 'kysely'
import { methodName } from '../calendar/index.ts'

/** An Rx form as SQL builds it: everything but the labels and `can`. */
export type RxFormRow = Omit<
  RxForm,
  | 'can'
  | 'status'
  | 'submission_completed_by_name'
  | 'impression_type_name'
  | 'scanner_type_name'
  | 'products_list_names'
  | 'addon_options_names'
  | 'shipping_method_label'
> & { custom_scanner_type_name: string }

/** JSON of the form `r` of patient `p`, for embedding into a bigger SELECT. */
export const rxFormJson = sql`jsonb_build_object(
  'id', r.id, 'version', r.version, 'organization_id', r.organization_id, 'patient_id', r.patient_id, 'user_id', p.user_id,
  'created_by_user', (select jsonb_build_object('id', u.id, 'name', u.full_name) from users u where u.id = r.created_by_user_id),
  'location', (select jsonb_build_object('id', l.id, 'name', l.location_name) from locations l
    where l.organization_id = r.organization_id and l.id = r.location_id),
  'shipping_location', (select jsonb_build_object('id', l.id, 'name', l.location_name) from locations l
    where l.organization_id = r.organization_id and l.id = r.shipping_location_id)) || jsonb_build_object(
  'impression_date', r.impression_date::text, 'submission_completed_by', r.submission_completed_by,
  'impression_type', r.impression_type, 'scan_submission_type', r.scan_submission_type, 'scanner_type', r.scanner_type,
  'custom_scanner_type_name', r.custom_scanner_type_name, 'products_list', r.products_list, 'addon_options', r.addon_options,
  'jaws_id', r.jaws_id, 'arch_mode', r.arch_mode, 'rush_case', r.rush_case, 'rush_case_authorized_by', r.rush_case_authorized_by,
  'export_type', r.export_type, 'print_assignment', r.print_assignment, 'insert_brackets_assignment', r.insert_brackets_assignment,
  'root_integration', r.root_integration, 'order_more_supplies', r.order_more_supplies, 'boxes', r.boxes, 'box_size', r.box_size,
  'impression_baggies', r.impression_baggies, 'bonding_date', r.bonding_date::text, 'ship_date', r.ship_date::text,
  'arrival_date', r.arrival_date::text, 'shipping_method', r.shipping_method, 'special_instructions', r.special_instructions,
  'status_id', r.status_id, 'status_updated_at', iso(r.status_updated_at), 'ready_at', iso(r.ready_at),
  'completed_at', iso(r.completed_at), 'cancelled_at', iso(r.cancelled_at), 'created_at', iso(r.created_at))`

/** Adds labels and what the caller may do. */
export function presentRxForm(
  { custom_scanner_type_name: custom, ...row }: RxFormRow,
  can: { notify: boolean },
): RxForm {
  return {
    ...row,
    status: presentStatus(rxFormStatuses, statusById(rxFormStatuses, row.status_id)),
    submission_completed_by_name: labelOf(assignments, row.submission_completed_by),
    impression_type_name: labelOf(impressionTypes, row.impression_type),
    scanner_type_name: row.scanner_type === customScanner ? custom : labelOf(scanners, row.scanner_type),
    products_list_names: labelsOf(products, row.products_list),
    addon_options_names: labelsOf(addOns, row.addon_options),
    shipping_method_label: methodName(row.shipping_method),
    can: { mark_as_ready: can.notify },
  }
}
