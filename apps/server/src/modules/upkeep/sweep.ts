import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { labScope, scoped } from '../../db/scope.ts'
import { timeToRemove } from '../../kernel/database-clock.ts'
import type { Storage } from '../../services/storage/index.ts'

/**
 * Removes what is no longer needed: unregistered uploads after a day, ended sessions and their browsers for push, old counts, idempotency keys and
 * settled effects that no payment names,
 * the text of mails that were sent a month ago. The database's clock decides what is old; throws when this machine's
 * clock differs by more than a minute, because then the times of files are unreliable too.
 */
export async function sweep(db: Db, storage: Storage): Promise<void> {
  const present = (await timeToRemove(db)).getTime()
  const hours = (count: number): Date => new Date(present - count * 3_600_000)
  await scoped(db, labScope)
    .remove('uploads')
    .where('registered_at', 'is', null)
    .where('created_at', '<', hours(24))
    .execute()
  // Bytes of drafts are kept as long as their upload's row; sealed ones also until their file has moved to its final
  // key.
  await storage.sweep(hours(24), async (upload) => {
    const waiting = await scoped(db, labScope)
      .from('uploads')
      .select('file_path')
      .where('file_path', '=', upload)
      .where('registered_at', 'is', null)
      .executeTakeFirst()
    const used = await scoped(db, labScope)
      .from('patient_files', { archived: true })
      .select('id')
      .where('storage_key', '=', `sealed/${upload}`)
      .executeTakeFirst()
    const library = await scoped(db, labScope)
      .from('bracket_libraries', { archived: true })
      .select('id')
      .where('storage_key', '=', `sealed/${upload}`)
      .executeTakeFirst()
    return waiting !== undefined || used !== undefined || library !== undefined
  })
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', hours(24 * 30))
    .execute()
  // Browsers of sessions that someone ended, and what browsers were told long ago.
  await sql`delete from push_browsers b using sessions s where s.id = b.session_id and s.revoked_at < ${hours(24)}`.execute(
    db,
  )
  await db
    .deleteFrom('pushes')
    .where('due_at', '<', hours(24 * 30))
    .execute()
  await sql`delete from login_attempts where coalesce(tries[cardinality(tries)], '-infinity') < ${hours(24)}`.execute(
    db,
  )
  await db
    .deleteFrom('one_time_tokens')
    .where('expires_at', '<', hours(24 * 30))
    .execute()
  // The link in a Monday mail works for a year.
  await db
    .deleteFrom('monday_mails')
    .where('created_at', '<', hours(24 * 366))
    .execute()
  await db.deleteFrom('email_changes').where('expires_at', '<', hours(24)).where('confirmed_at', 'is', null).execute()
  await db.deleteFrom('known_browsers').where('expires_at', '<', hours(24)).execute()
  const drafts = () => scoped(db, labScope).remove('case_drafts')
  await drafts().where('discarded_at', '<', hours(24)).execute()
  await drafts().where('submitted_at', '<', hours(24)).execute()
  await db.deleteFrom('bot_checks').where('expires_at', '<', hours(1)).execute()
  await db.deleteFrom('access_wishes').where('created_at', '<', hours(24)).execute()
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', hours(24 * 3))
    .execute()
  await scoped(db, labScope)
    .remove('effects')
    .where('created_at', '<', hours(24 * 30))
    .where('settled_at', 'is not', null)
    .where('id', 'not in', scoped(db, labScope).from('payments').select('effect_id').where('effect_id', 'is not', null))
    .execute()
  await db.deleteFrom('public_idempotency_keys').where('created_at', '<', hours(1)).execute()
  await forgetWords(db, hours(24 * 30), hours(24 * 90))
}

/** Mails that one statement empties, and statements per sweep: the rest waits for the next hour. */
const [portion, portions] = [5_000, 20]

/**
 * The text of a mail is with its recipient; the fact that it was sent is kept. A failed mail is kept for
 * troubleshooting.
 */
async function forgetWords(db: Db, sent: Date, failed: Date): Promise<void> {
  for (let round = 0; round < portions; round += 1) {
    const { numAffectedRows } = await sql`
      update mails set words = null, link = null where id in (
        select id from mails where words is not null
          and (state = 'sent' and sent_at < ${sent} or state = 'failed' and created_at < ${failed}) limit ${portion})`.execute(
      db,
    )
    if (Number(numAffectedRows ?? 0) < portion) return
  }
}
