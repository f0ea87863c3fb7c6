import { dayIn } from '@archwire/contract/core/dates.ts'
import { daysOfRange } from '@archwire/contract/reports/ranges.ts'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { actorOf, readUser } from '../modules/auth/index.ts'
import { makeReport, requestReport } from '../modules/reports/index.ts'
import type { Storage } from '../services/storage/index.ts'
import type { DemoPeople } from './people.ts'

/** Two reports of an admin, over the cases of the demo, which are completed. */
export async function makeReports(
  { db, storage, labZone }: { db: Db; storage: Storage; labZone: string },
  { users }: DemoPeople,
): Promise<void> {
  const { rows } = await sql`select 1 from reports where user_id = ${users.get('admin')!} limit 1`.execute(db)
  // Someone signed in as the admin in the meantime, and asked for one.
  if (rows.length > 0) return
  const admin = actorOf((await readUser(db, users.get('admin')!))!, { id: null, address: '' })
  const today = dayIn(labZone, admin.now)
  const asked = [
    { kind: 'cases', format: 'xlsx', ...daysOfRange('three_months', today) },
    { kind: 'on_time', format: 'csv', ...daysOfRange('twelve_months', today) },
  ] as const
  for (const body of asked) {
    const { id } = await db.transaction().execute((trx) => requestReport(trx, admin, body, labZone))
    // The job that is queued besides finds that it is made.
    await makeReport({ db, storage, labZone }, id, { signal: new AbortController().signal, last: true })
  }
}
