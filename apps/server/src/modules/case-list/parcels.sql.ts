import type { DayRange } from '@archwire/contract/core/fields.ts'
import { printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { openStatuses } from '@archwire/contract/core/statuses.ts'
import { sql, type RawBuilder } from 'kysely'
import { ids } from '../../db/ids.ts'
import type { Actor } from '../../kernel/actor.ts'
import { bundleOf, parcelOf } from '../case-core/index.ts'
import type { CaseSearch } from './filters.sql.ts'
import { printConditions } from './work-filters.sql.ts'

const { completed } = printingRequestStatuses

/** A ship date within a range whose ends may be open. */
export const shipsWithin = (day: RawBuilder<unknown>, [from, to]: DayRange): RawBuilder<boolean> =>
  sql`${day} between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`

/**
 * Whether a list keeps parcels together (`requests/bundles`): prints of the lab alone, in the order of ship dates, either
 * within a range of them and about to ship or completed, or of one tracking number. Never for a partner.
 */
export function keepsParcels({ role }: Pick<Actor, 'role'>, search: CaseSearch): boolean {
  const { requestTypeStatus: kinds, requestAssignments: who } = search
  const ofLab = who?.length === 1 && who[0] === assignment.ownLab
  if (!isStaff(role) || !ofLab || !kinds || kinds.some(({ kind }) => kind !== 'printing_request')) return false
  if ((search.orderBy ?? 'ship_date') !== 'ship_date') return false
  if (search['filter[tracking_number]'] !== undefined) return true
  const shipsOrShipped = search['filter[shipping]'] === true || kinds.every(({ status }) => status === completed.id)
  return search['filter[ship_date_between]'] !== undefined && shipsOrShipped
}

interface Parcels {
  /** The case `c` has a print that the search means. */
  found: RawBuilder<unknown>
  /** The parcel of that print, as a text that sorts by ship date. */
  parcel: RawBuilder<unknown>
  /** Added to the row: the parcel and the request, where others ship with it. */
  ofRow: RawBuilder<unknown>
}

/** How a list keeps parcels together; undefined where it does not. The newest print that a search means decides. */
export function parcelsIn(actor: Actor, search: CaseSearch, zone: string): Parcels | undefined {
  if (!keepsParcels(actor, search)) return undefined
  const range = search['filter[ship_date_between]']
  const states = search.requestTypeStatus!.map(({ status }) => status)
  const meant = sql.join(
    [
      sql`pr.assignment = ${sql.lit(assignment.ownLab)}`,
      ...(states.includes(0) ? [] : [sql`pr.status_id = any(${states}::int[])`]),
      ...(range ? [shipsWithin(sql`pr.ship_date`, range)] : []),
      ...(search['filter[shipping]'] ? [sql`pr.status_id in (${ids(...openStatuses(printingRequestStatuses))})`] : []),
      ...printConditions(search, zone),
    ],
    sql` and `,
  )
  const newest = sql`from printing_requests pr
    where pr.organization_id = c.organization_id and pr.patient_id = c.patient_id and ${meant} order by pr.id desc limit 1`
  return {
    found: sql`exists (select 1 from printing_requests pr
      where pr.organization_id = c.organization_id and pr.patient_id = c.patient_id and ${meant})`,
    parcel: sql`coalesce((select coalesce(${parcelOf('pr')}, pr.ship_date::text) ${newest}), '~')`,
    ofRow: sql`coalesce((select jsonb_strip_nulls(jsonb_build_object('bundled_shipment_id', ${bundleOf},
      'bundled_request_id', case when ${bundleOf} is not null then pr.customer_request_id end)) ${newest}), '{}')`,
  }
}
