import { sql } from 'kysely'
import type { Trx } from '../src/db/client.ts'
import type { TestApp } from './app.ts'

/**
 * How many times the open pages of a case are told of what a transaction does. Counted before it ends: afterwards a
 * publisher, maybe one of another test, takes the rows away.
 */
export const timesTold = (test: TestApp, patientId: number, work: (trx: Trx) => Promise<unknown>): Promise<number> =>
  test.connection.db.transaction().execute(async (trx) => {
    await work(trx)
    const { rows } = await sql<{ times: number }>`
      select count(*)::int as times from outbox
      where name = 'patient.changed' and (payload ->> 'id')::int = ${patientId} and xmin = pg_current_xact_id()::xid`.execute(
      trx,
    )
    return rows[0]!.times
  })
