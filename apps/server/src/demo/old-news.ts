import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../db/client.ts'
import { inScope, labScope } from '../db/scope.ts'

/** Older events notify no one: they count as sent and read. */
const recently = () => new Date(Date.now() - 3 * 86_400_000)

/** Before a demo case is committed: a running server must not notify or mail people of what happened weeks ago. */
export async function forgetNewsOf(trx: Trx, patientId: number): Promise<void> {
  await sql`delete from outbox where kind = 'activity' and (payload ->> 'history_id')::bigint in
    (select id from case_history where patient_id = ${patientId} and at < ${recently()})`.execute(trx)
  await readOldNotices(trx, sql`patient_id = ${patientId}`)
}

/** Old notices count as sent, and as read. */
async function readOldNotices(trx: Trx, which: RawBuilder<unknown>): Promise<void> {
  await sql`update message_recipients t set read_at = t.sent_at where ${inScope(labScope, 'message_recipients', 't')}
    and ${which} and t.read_at is null and t.sent_at < ${recently()}`.execute(trx)
  await sql`update notifications n set read_at = n.created_at where ${which} and n.read_at is null
    and n.created_at < ${recently()}`.execute(trx)
}

/** Takes the checks of its files from the usual job: they are checked as of their own time (`checks.ts`). */
export async function forgetChecksOf(trx: Trx, patientId: number): Promise<void> {
  await sql`delete from outbox where name = 'files.process' and (payload ->> 'patient_file_id')::bigint in
    (select id from patient_files where patient_id = ${patientId})`.execute(trx)
}

/**
 * Events of the last three days notify people by bell and mail; older notices count as sent, and as read. The last write
 * of the demo: it waits for the disk, and so does with it all that was written before.
 */
export async function forgetOldNews(trx: Trx): Promise<void> {
  await sql`set local synchronous_commit = on`.execute(trx)
  await sql`select pg_current_xact_id()`.execute(trx)
  await readOldNotices(trx, sql`true`)
}

/** Before practices with a past are committed: no one gets notices about what happened weeks ago. */
export async function forgetOldNewsOf(trx: Trx, organizations: readonly number[]): Promise<void> {
  await sql`delete from outbox where kind = 'activity' and (payload ->> 'organization_id')::int = any(${[...organizations]}::int[])
    and (payload ->> 'at')::timestamptz < ${recently()}`.execute(trx)
}
