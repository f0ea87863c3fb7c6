import { printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { sql, type RawBuilder } from 'kysely'
import { ids } from '../../db/ids.ts'

/**
 * Builds the condition that a print has shipped: completed, with a tracking number. A practice's own print in its office is
 * completed without a parcel.
 */
export const isShipped = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.status_id`)} = ${ids(printingRequestStatuses.completed)} and ${sql.ref(`${alias}.tracking_number`)} is not null)`
