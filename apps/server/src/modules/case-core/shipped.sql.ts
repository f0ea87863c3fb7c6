import { misfitDays } from '@archwire/contract/conversations/limits.ts'
import { contentType, printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql, type RawBuilder } from 'kysely'
import { ids } from '../../db/ids.ts'

/**
 * Builds the condition that a print has shipped: completed, with a tracking number. A practice's own print in its office is
 * completed without a parcel.
 */
export const isShipped = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.status_id`)} = ${ids(printingRequestStatuses.completed)} and ${sql.ref(`${alias}.tracking_number`)} is not null)`

/**
 * Of the print `pr`: the trays that the lab made of it and shipped, and until when the practice reports that they do not
 * fit (`cases/misfit`), as JSON; null where there are none.
 */
export const shippedTrays = sql`case when ${isShipped('pr')} and pr.assignment = ${assignment.ownLab} then (
  select jsonb_build_object('arches', sum(distinct i.jaw_type_id), 'until', iso(pr.completed_at + make_interval(days => ${misfitDays})))
  from printing_request_items i where i.organization_id = pr.organization_id and i.printing_request_id = pr.id
    and i.content_type_id = ${contentType.trays} and coalesce(i.assignment, pr.assignment) = ${assignment.ownLab}
  having count(*) > 0) end`
