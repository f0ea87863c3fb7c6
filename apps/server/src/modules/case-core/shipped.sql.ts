import { printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { sql, type RawBuilder } from 'kysely'
import { ids } from '../../db/ids.ts'

/** Whether a print has left the house: one that the practice makes in its office is completed without a parcel. */
export const isShipped = (alias: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.status_id`)} = ${ids(printingRequestStatuses.completed)} and ${sql.ref(`${alias}.tracking_number`)} is not null`
