import { presentStatus, statusById } from '@archwire/contract/core/statuses.ts'
import { courierOf } from '@archwire/contract/requests/couriers.ts'
import { contentTypes, printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { assignment, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import type { Actor } from '../../kernel/actor.ts'
import { addressColumns, presentAddress, type AddressRow } from '../locations/index.ts'
import { readsPrices } from '../pricing/index.ts'
import { bundleOf, parcelOf, seesTechnician } from '../case-core/index.ts'
import { methodName, shippingMethodIds, type ShippingMethodId } from '../calendar/index.ts'

/** A print as SQL builds it: everything but labels, status and courier. */
export type PrintRow = Omit<
  PrintingRequest,
  'status' | 'courier' | 'location' | 'shipping_method_label' | 'shipping_method_id' | 'printing_request_items'
> & {
  location: AddressRow | null
  printing_request_items: Omit<PrintingRequest['printing_request_items'][number], 'content_type'>[]
}

/** JSON of the print `pr`, for embedding into a bigger SELECT. */
export const printJson = sql`jsonb_build_object(
  'id', pr.id, 'customer_request_id', pr.customer_request_id, 'patient_id', pr.patient_id, 'organization_id', pr.organization_id,
  'version', pr.version, 'printing_request_status_id', pr.status_id, 'assign_to', pr.assignment,
  'assigned_to', (select jsonb_build_object('id', a.id, 'full_name', a.full_name) from tech_workflows tw join users a on a.id = tw.assigned_to
    where tw.organization_id = pr.organization_id and tw.printing_request_id = pr.id),
  'location_id', pr.location_id,
  'location', (select to_jsonb(x) from (select ${addressColumns} from locations l join organizations o on o.id = l.organization_id
    where l.organization_id = pr.organization_id and l.id = pr.location_id) x),
  'shipping_method', pr.shipping_method, 'expected_arrival_date', pr.expected_arrival_date::text,
  'delivery_date_from', pr.delivery_date_from::text, 'delivery_date_to', pr.delivery_date_to::text, 'ship_date', pr.ship_date::text,
  'tracking_number', pr.tracking_number, 'patient_label_printed', pr.patient_label_printed_at is not null,
  'shipping_label_printed', pr.shipping_label_printed_at is not null,
  'printing_request_items', coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'arch', i.jaw_type_id, 'content_type_id', i.content_type_id,
      'insert_brackets', i.insert_brackets, 'file_id', i.file_id,
      'flawed_tray_id', i.flawed_tray_id)
        || case when i.assignment is null then '{}'::jsonb else jsonb_build_object('assignment', i.assignment) end order by i.jaw_type_id, i.content_type_id, i.id)
    from printing_request_items i where i.organization_id = pr.organization_id and i.printing_request_id = pr.id), '[]'::jsonb),
  'created_at', iso(pr.created_at), 'updated_at', iso(pr.updated_at), 'completed_at', iso(pr.completed_at))
  || jsonb_strip_nulls(jsonb_build_object('bundled_shipment_id', ${bundleOf},
    'packed_at', case when pr.packed_into = ${parcelOf('pr')} then iso(pr.packed_at) end))
  || case when pr.assignment = ${assignment.ownLab} and pr.price_list is not null then jsonb_build_object('priced_by', jsonb_build_object(
    'price_list', pr.price_list, 'price_overrides', pr.price_overrides, 'charged_method', pr.charged_method, 'free_reason', pr.free_reason,
    'arch_mode', coalesce((select rx.arch_mode from rx_forms rx where rx.organization_id = pr.organization_id and rx.patient_id = pr.patient_id), 1)))
    else '{}'::jsonb end`

/** `case column when 1 then 'Trays' …`: labels of the contract's fixed list. */
const contentName = sql.raw(
  `case i.content_type_id ${contentTypes.map(({ id, label }) => `when ${id} then '${label}'`).join(' ')} end`,
)

/** What the print `pr` makes, as text: "Trays, Study Model". */
export const printSummary = sql`coalesce((select string_agg(distinct ${contentName}, ', ') from printing_request_items i
  where i.organization_id = pr.organization_id and i.printing_request_id = pr.id), 'Print')`

/** What the request `cr` with its print `pr` is, as text (`requests/list`). */
export const requestType = sql`case when cr.flawed_trays_status_id is null then 'Print' when pr.id is null then 'Tray correction'
  else 'Print, Tray correction' end`

/**
 * A print as this caller reads it: labels, status and courier, and who prints it if the caller may see that. What ships
 * with it may be out of a practice's or partner's reach: only staff see parcels. Who reads no prices does not learn by which
 * it is charged.
 */
export function presentPrint(actor: Pick<Actor, 'role' | 'now'>, print: PrintRow): PrintingRequest {
  const { bundled_shipment_id: bundle, packed_at: packed, priced_by, ...row } = print
  const parcel = isStaff(actor.role) && {
    ...(bundle !== undefined && { bundled_shipment_id: bundle }),
    ...(packed !== undefined && { packed_at: packed }),
  }
  const method = methodName(row.shipping_method)
  const methodIndex = shippingMethodIds.indexOf(row.shipping_method as ShippingMethodId)
  return {
    ...row,
    ...parcel,
    ...(priced_by && readsPrices(actor) && { priced_by }),
    location: row.location && presentAddress(actor, row.location),
    assigned_to: seesTechnician(actor, row.assign_to) ? row.assigned_to : null,
    status: presentStatus(printingRequestStatuses, statusById(printingRequestStatuses, row.printing_request_status_id)),
    shipping_method_id: methodIndex < 0 ? null : methodIndex + 1,
    shipping_method_label: method,
    courier: row.tracking_number === null ? null : courierOf(row.tracking_number, method),
    printing_request_items: row.printing_request_items.map((item) => ({
      ...item,
      content_type: labelOf(contentTypes, item.content_type_id),
    })),
  }
}
