import type { Day } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import { NotFound } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'
import { freshToken, hashOf } from '../auth/index.ts'

type By = Pick<Actor, 'address' | 'now'> & { userId: number }

/** Turns a person's Monday mail on or off; what changes nothing leaves no trace (`today/switch`). */
export async function setMail(trx: Trx, by: By, enabled: boolean): Promise<void> {
  const { rows: changed } = await sql`
    insert into monday_mail_switches as s (user_id, enabled, changed_at)
    select ${by.userId}, ${enabled}, ${by.now}
    where ${!enabled} or exists (select 1 from monday_mail_switches where user_id = ${by.userId})
    on conflict (user_id) do update set enabled = excluded.enabled, changed_at = excluded.changed_at
      where s.enabled <> excluded.enabled returning user_id`.execute(trx)
  if (changed.length === 0) return
  const event = enabled ? 'turned_on' : 'turned_off'
  await record(trx, by, [{ subject: 'monday_mail', id: by.userId, organizationId: null, event }])
}

/**
 * Turns off the mail of the person whose mail has this token, however often it is asked. The token does this alone, and
 * nothing once the person has another address than that of the mail. @throws NotFound
 */
export async function stopMail(trx: Trx, token: string, address: string): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select m.user_id from monday_mails m join users u on u.id = m.user_id
    where m.token_hash = ${hashOf(token)} and u.email = m.to_address and u.deleted_at is null`.execute(trx)
  if (!rows[0]) throw new NotFound('This link')
  await setMail(trx, { userId: rows[0].user_id, address, now: now() }, false)
}

/**
 * Makes the token of a mail that leaves now, in place of that of an earlier try; only its hash is kept. Undefined where the
 * person was archived, has another address by now, or has turned the mail off, and on another day than its Monday: then it
 * is not sent. `today` is the lab's.
 */
export async function makeStopToken(db: Db, id: number, today: Day): Promise<string | undefined> {
  const token = freshToken()
  const { rows } = await sql`
    update monday_mails m set token_hash = ${hashOf(token)} from users u
    where m.id = ${id} and m.week = ${today}::date and u.id = m.user_id and u.deleted_at is null and u.email = m.to_address
      and not exists (select 1 from monday_mail_switches s where s.user_id = m.user_id and not s.enabled)
    returning m.id`.execute(db)
  return rows.length === 0 ? undefined : token
}
