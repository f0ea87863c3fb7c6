import type { Permission } from '@archwire/contract/permissions.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/client.ts'

/**
 * The only way into the outbox: a publisher turns what commits leave there into jobs and realtime messages. Fragments
 * of a statement, so that a change and its effects are one round trip.
 */

/** The payload of an event, as record() and notify() write it: ids only, and its receivers (`stream/hub.ts`). */
export interface EventPayload {
  id: number
  user_id?: number
  organization_id?: number
  partner?: number | null
  everybody?: boolean
  lab?: Permission
  own?: { doctor: number | null; creator: number | null }
}

/** `rows` returns (name, payload, priority). */
export const jobRows = (rows: RawBuilder<unknown>): RawBuilder<never> => sql`
  insert into outbox (kind, name, payload, priority)
  select 'job', r.name, r.payload, r.priority from (${rows}) as r (name, payload, priority)`

/** `rows` returns (event, payload); the payload names its recipients (`stream/hub.ts`). */
export const eventRows = (rows: RawBuilder<unknown>): RawBuilder<never> => sql`
  insert into outbox (kind, name, payload)
  select 'event', r.name, r.payload from (${rows}) as r (name, payload)`

/** Enqueues one job, in the transaction of what requests it. */
export async function enqueue(db: Db, name: string, payload: object): Promise<void> {
  await jobRows(sql`select ${name}::text, ${JSON.stringify(payload)}::jsonb, 0`).execute(db)
}
