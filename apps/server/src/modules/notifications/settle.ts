import { settledBy } from '@archwire/contract/notifications/settling.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { inScope, labScope, rows } from '../../db/scope.ts'
import { now } from '../../kernel/clock.ts'
import { eventRows } from '../../kernel/outbox.ts'

/** Whether the event `s` of a case settles notices of a type (`notices/settled`). */
const settles = (type: RawBuilder<unknown>) => sql`${JSON.stringify(settledBy)}::jsonb -> ${type} ? s.event`

/** An event that is about one request, file or flawed tray names it in its data; one that names none is about the whole case. */
const isAbout = (data: RawBuilder<unknown>) =>
  sql.join(
    ['request_id', 'patient_file_id', 'flawed_tray_id'].map(
      (key) => sql`(s.data -> ${sql.lit(key)} is null or s.data -> ${sql.lit(key)} = ${data} -> ${sql.lit(key)})`,
    ),
    sql` and `,
  )

/**
 * Notices and what settles them are handled one after another for each case: otherwise one of them, not committed yet,
 * would be missed by the other.
 */
const lockPatient = (trx: Trx, patientId: number) =>
  sql`select 1 from patients p where ${inScope(labScope, 'patients', 'p')} and p.id = ${patientId} for no key update`.execute(
    trx,
  )

/** The job behind a settling event: the earlier notices for which it leaves nothing to do are read, for everyone. */
export async function settleNotices(db: Db, historyId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows: found } = await sql<{ patient_id: number }>`
      select s.patient_id from ${rows(labScope, 'case_history', 's')} where s.id = ${historyId}`.execute(trx)
    // The case was deleted in the meantime, and its notices with it.
    if (!found[0]) return
    await lockPatient(trx, found[0].patient_id)
    await sql`
      with read as (
        update notifications n set read_at = ${now()} from ${rows(labScope, 'case_history', 's')}
        where s.id = ${historyId} and n.organization_id = s.organization_id and n.patient_id = s.patient_id and n.read_at is null
          and ${settles(sql`n.type`)} and coalesce(n.history_id < s.id, n.created_at <= s.at)
          and ${isAbout(sql`(select h.data from case_history h where h.organization_id = s.organization_id and h.id = n.history_id)`)}
        returning n.id, n.user_id
      )
      ${eventRows(sql`select 'notification.created', jsonb_build_object('id', id, 'user_id', user_id) from read`)}`.execute(
      trx,
    )
  })
}

/** Whether a later event has settled what an entry of a case's history is to be told; the caller writes the notice. */
export async function isSettled(
  trx: Trx,
  { id, event, patient_id }: { id: number; event: string; patient_id: number },
): Promise<boolean> {
  if (!(event in settledBy)) return false
  await lockPatient(trx, patient_id)
  const { rows: found } = await sql`
    select 1 from ${rows(labScope, 'case_history', 'h')}
    join case_history s on s.organization_id = h.organization_id and s.patient_id = h.patient_id and s.id > h.id
    where h.id = ${id} and ${settles(sql`h.event`)} and ${isAbout(sql`h.data`)} limit 1`.execute(trx)
  return found.length > 0
}
