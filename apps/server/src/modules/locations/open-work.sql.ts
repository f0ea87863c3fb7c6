import { openStatuses } from '@archwire/contract/core/statuses.ts'
import { printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import { sql, type RawBuilder } from 'kysely'
import { ids } from '../../db/ids.ts'

/**
 * Whether an open Rx form or print names a location (`organizations/address-lock`). The states are literals, to match
 * the index conditions.
 */
export const openWork = (alias: string): RawBuilder<boolean> => {
  const location = (column: string) => sql.ref(`${alias}.${column}`)
  const openForms = ids(...openStatuses(rxFormStatuses))
  const openPrints = ids(...openStatuses(printingRequestStatuses))
  return sql`(exists (select 1 from rx_forms r where r.organization_id = ${location('organization_id')}
      and r.location_id = ${location('id')} and r.status_id in (${openForms}))
    or exists (select 1 from rx_forms r where r.organization_id = ${location('organization_id')}
      and r.shipping_location_id = ${location('id')} and r.status_id in (${openForms}))
    or exists (select 1 from printing_requests pr where pr.organization_id = ${location('organization_id')}
      and pr.location_id = ${location('id')} and pr.status_id in (${openPrints})))`
}

/** Whether any case has ever named a location: then it is archived, not deleted. */
export const everUsed = (location: { id: number; organization_id: number }): RawBuilder<boolean> => sql`
  (exists (select 1 from rx_forms r where r.organization_id = ${location.organization_id} and ${location.id} in (r.location_id, r.shipping_location_id))
    or exists (select 1 from printing_requests pr where pr.organization_id = ${location.organization_id} and pr.location_id = ${location.id})
    or exists (select 1 from flawed_trays t where t.organization_id = ${location.organization_id} and t.location_id = ${location.id}))`
