import type { RealtimeEvent } from '@archwire/contract/subjects.ts'
import { sql } from 'kysely'
import type { Trx } from '../src/db/client.ts'
import type { TestApp } from './app.ts'

/**
 * How many times the open pages of a record, by default of a case, are told of what a transaction does. Counted before it ends: afterwards a
 * publisher, maybe one of another test, takes the rows away.
 */
export const countEvents = (
  test: TestApp,
  id: number,
  work: (trx: Trx) => Promise<unknown>,
  event: RealtimeEvent = 'patient.changed',
): Promise<number> =>
  test.connection.db.transaction().execute(async (trx) => {
    await work(trx)
    const { rows } = await sql<{ times: number }>`
      select count(*)::int as times from outbox
      where kind = 'event' and name = ${event} and (payload ->> 'id')::int = ${id} and xmin = pg_current_xact_id()::xid`.execute(
      trx,
    )
    return rows[0]!.times
  })
