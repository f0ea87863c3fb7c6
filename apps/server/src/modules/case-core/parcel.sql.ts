import { printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql, type RawBuilder } from 'kysely'
import { ids } from '../../db/ids.ts'

/**
 * Which prints ship in one parcel follows from the prints: those of the lab with one location, shipping method and ship
 * date, completed ones included (`requests/bundles`). Nothing is stored, so nothing has to be kept true
 * (docs/decisions/104).
 */

/** The print goes into a parcel of the lab, as far as who prints it and its state say. As the index `printing_requests_parcel` has it. */
const goesOut = (alias: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`${of('assignment')} = ${sql.lit(assignment.ownLab)} and ${of('status_id')} <> ${ids(printingRequestStatuses.canceled)}`
}

/** The parcel of a print, as a text that sorts by ship date; null where it goes into none. */
export const parcelOf = (alias: string): RawBuilder<string | null> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`case when ${goesOut(alias)} then ${of('ship_date')}::text || '.' || ${of('location_id')} || '.' || ${of('shipping_method')} end`
}

/** Another print ships in the parcel of the print `pr`; prints of archived cases do not count. */
export const shipsWithOthers = sql<boolean>`exists (select 1 from printing_requests w
  join patients wp on wp.organization_id = w.organization_id and wp.id = w.patient_id
  where w.organization_id = pr.organization_id and w.location_id = pr.location_id and w.ship_date = pr.ship_date
    and w.shipping_method = pr.shipping_method and ${goesOut('w')} and w.id <> pr.id and wp.deleted_at is null)`

/** The parcel of the print `pr` where it holds at least two prints; null otherwise. */
export const bundleOf = sql<string | null>`case when ${goesOut('pr')} and ${shipsWithOthers} then ${parcelOf('pr')} end`
