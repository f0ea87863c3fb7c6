import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { openLink, voidTokens } from './one-time-tokens.ts'

/** Hours that a new email waits that staff asked for, whatever is clicked before (`people/new-email`). */
const hoursToWait = 24
/** Hours in which the new address has to be confirmed, and in which the old one can cancel. */
const hoursToConfirm = 7 * 24

/** A new email that staff asked for and that waits. */
export interface WaitingEmail {
  email: string
  /** Null once the account of who asked is deleted. */
  asked_by: number | null
  /** Whether the 24 hours are over. */
  due: boolean
}

const open = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.confirmed_at`)} is not null or ${sql.ref(`${alias}.expires_at`)} > ${now()})`

/** The waiting change of the person `u` as JSON (`EmailChange` of the contract); null for none. */
export const emailChangeJson = (): RawBuilder<unknown> => sql`(
  select jsonb_build_object('email', w.email, 'asked_at', iso(w.asked_at), 'not_before', iso(w.not_before),
    'is_confirmed', w.confirmed_at is not null)
  from email_changes w where w.user_id = u.id and ${open('w')})`

/**
 * Ends a pending change of the person's email; its links stop working. The person is locked.
 * Returns whether one of staff waited.
 */
export async function endEmailChange(trx: Trx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ waited: boolean }>`
    delete from email_changes w where w.user_id = ${userId} returning ${open('w')} as waited`.execute(trx)
  await voidTokens(trx, ['email', 'email_cancel'], userId)
  return rows[0]?.waited ?? false
}

/**
 * Ends the changes that a staff member asked for and that wait; their links stop working. Returns whose they were. The
 * people are not locked: each end of a change takes the change before its links, so that no two wait for each other.
 */
export async function endEmailChangesAskedBy(trx: Trx, askedBy: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number; waited: boolean }>`
    delete from email_changes w where w.asked_by = ${askedBy} returning w.user_id, ${open('w')} as waited`.execute(trx)
  for (const { user_id } of rows) await voidTokens(trx, ['email', 'email_cancel'], user_id)
  return rows.filter(({ waited }) => waited).map(({ user_id }) => user_id)
}

/**
 * Lets a new email wait that staff asked for; replaces one that waits. The person is locked. Returns the ids of the
 * links that confirm and that cancel it.
 */
export async function beginEmailChange(
  trx: Trx,
  userId: number,
  { email, askedBy }: { email: string; askedBy: number },
): Promise<{ confirm: number; cancel: number }> {
  await endEmailChange(trx, userId)
  const after = (hours: number) => new Date(now().getTime() + hours * 3_600_000)
  await trx
    .insertInto('email_changes')
    .values({
      user_id: userId,
      email: email.toLowerCase(),
      asked_by: askedBy,
      asked_at: now(),
      not_before: after(hoursToWait),
      expires_at: after(hoursToConfirm),
    })
    .execute()
  return {
    confirm: await openLink(trx, 'email', userId, { email: email.toLowerCase(), hours: hoursToConfirm }),
    cancel: await openLink(trx, 'email_cancel', userId, { hours: hoursToConfirm }),
  }
}

/** The person's change that staff asked for and that waits, confirmed or not. The person is locked. */
export async function waitingEmailChange(trx: Trx, userId: number): Promise<WaitingEmail | undefined> {
  const { rows } = await sql<WaitingEmail>`
    select w.email, w.asked_by, w.not_before <= ${now()} as due from email_changes w
    where w.user_id = ${userId} and ${open('w')} for update`.execute(trx)
  return rows[0]
}

/** Notes that the new address was confirmed; undefined where the person's change was not asked for by staff. */
export async function confirmEmailChange(trx: Trx, userId: number): Promise<WaitingEmail | undefined> {
  const { rows } = await sql<WaitingEmail>`
    update email_changes w set confirmed_at = coalesce(w.confirmed_at, ${now()}) where w.user_id = ${userId} and ${open('w')}
    returning w.email, w.asked_by, w.not_before <= ${now()} as due`.execute(trx)
  return rows[0]
}

/** The person's change that is confirmed and may be applied now. The person is locked. */
export async function dueEmailChange(trx: Trx, userId: number): Promise<WaitingEmail | undefined> {
  const { rows } = await sql<WaitingEmail>`
    select email, asked_by, true as due from email_changes
    where user_id = ${userId} and confirmed_at is not null and not_before <= ${now()} for update`.execute(trx)
  return rows[0]
}

/** People whose confirmed change may be applied now, oldest first. */
export async function dueEmailChanges(db: Db): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from email_changes where confirmed_at is not null and not_before <= ${now()}
    order by not_before limit 500`.execute(db)
  return rows.map((row) => row.user_id)
}
