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
import { rxFormColumns, rxFormFields, shownName } from '@archwire/contract/rx-forms/fields.ts'
import { presentStatus, statusById } from '@archwire/contract/core/statuses.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import type { RxForm } from '@archwire/contract/rx-forms/schema.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../kernel/actor.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { methodName } from '../calendar/index.ts'
import { fullAddress } from '../locations/index.ts'
import { presentPrice, type PricedRow } from '../pricing/index.ts'

/** The name of a custom scanner is not shown as a separate field: it becomes the scanner's name. */
const isRead = (name: (typeof rxFormColumns)[number]) =>
  name === 'custom_scanner_type_name' || !('unshown' in rxFormFields[name])

/** An Rx form as SQL builds it: everything but the labels. */
export type RxFormRow = Omit<
  RxForm,
  | 'status'
  | 'submission_completed_by_name'
  | 'impression_type_name'
  | 'scanner_type_name'
  | 'products_list_names'
  | 'addon_options_names'
  | 'shipping_method_label'
  | 'price'
  | 'created_by_user'
> &
  PricedRow & {
    custom_scanner_type_name: string
    created_by_user: (NonNullable<RxForm['created_by_user']> & { role: UserRole | null }) | null
  }

/** A column of the form `r` with the name under which it is shown. */
function shownColumn(name: (typeof rxFormColumns)[number]): RawBuilder<unknown> {
  const [key, column] = [sql.raw(`'${shownName(name)}'`), sql.ref(`r.${name}`)]
  const { kind } = rxFormFields[name]
  if (kind === 'day') return sql`${key}, ${column}::text`
  if (kind === 'location')
    return sql`${key}, (select jsonb_build_object('id', l.id, 'name', l.location_name, 'full_name', l.first_name || ' ' || l.last_name,
        'full_address', ${fullAddress}, 'phone_number', l.phone_number) from locations l
      where l.organization_id = r.organization_id and l.id = ${column})`
  if (kind === 'libraries')
    return sql`${key}, coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name) order by plain(b.name), b.id)
      from bracket_libraries b where b.organization_id = r.organization_id and b.id = any(${column})), '[]')`
  return sql`${key}, ${column}`
}

/** JSON of the form `r` of patient `p`, for embedding into a bigger SELECT. */
export const rxFormJson = sql`jsonb_build_object(
  'id', r.id, 'version', r.version, 'organization_id', r.organization_id, 'patient_id', r.patient_id, 'user_id', p.user_id,
  'created_by_user', (select jsonb_build_object('id', u.id, 'name', u.full_name, 'role', u.role) from users u where u.id = r.created_by_user_id),
  'ship_date', r.ship_date::text, 'arrival_date', r.arrival_date::text,
  'status_id', r.status_id, 'status_updated_at', iso(r.status_updated_at), 'ready_at', iso(r.ready_at),
  'completed_at', iso(r.completed_at), 'cancelled_at', iso(r.cancelled_at), 'created_at', iso(r.created_at), 'price_list', r.price_list,
  'price_overrides', r.price_overrides, 'price_lines', r.price_lines,
  'tooth_numbering', (select n.tooth_numbering from organizations n where n.id = r.organization_id)
  ) || jsonb_build_object(${sql.join(rxFormColumns.filter(isRead).map(shownColumn))})`

/** Adds labels, who submitted it as this person may know them, and the price for anyone who reads prices. */
export function presentRxForm(
  actor: Pick<Actor, 'role'>,
  {
    custom_scanner_type_name: custom,
    created_by_user: by,
    price_list,
    price_overrides,
    price_lines,
    ...row
  }: RxFormRow,
): RxForm {
  return {
    ...row,
    created_by_user: by && { id: by.id, name: nameOfDoer(actor, by) },
    status: presentStatus(rxFormStatuses, statusById(rxFormStatuses, row.status_id)),
    submission_completed_by_name: labelOf(assignments, row.submission_completed_by),
    impression_type_name: labelOf(impressionTypes, row.impression_type),
    scanner_type_name: row.scanner_type === customScanner ? custom : labelOf(scanners, row.scanner_type),
    products_list_names: labelsOf(products, row.products_list),
    addon_options_names: labelsOf(addOns, row.addon_options),
    shipping_method_label: methodName(row.shipping_method),
    price: presentPrice(actor, { price_list, price_overrides, price_lines }),
  }
}
