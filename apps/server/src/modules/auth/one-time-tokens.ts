import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { Invalid } from '../../kernel/errors.ts'

export type Purpose = 'verification' | 'reset' | 'initial' | 'email' | 'email_cancel' | 'desktop'

/** Hours that a link lives; the code of a link to the desktop application five minutes (`access/links`, `access/desktop`). */
const hours: Record<Purpose, number> = {
  verification: 48,
  reset: 1,
  initial: 7 * 24,
  email: 48,
  email_cancel: 48,
  desktop: 5 / 60,
}

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** 256 random bits, as a link carries them. */
export const freshToken = (): string => randomBytes(32).toString('base64url')

/** What else a token holds: the new address that it verifies; the session without which it does not work. */
interface Of {
  email?: string
  sessionId?: number
  /** How long it lives, where that is not what its purpose says. */
  hours?: number
}

/**
 * Locks the person behind a link, and the new email that waits, before the link is used: anyone who changes the person locks
 * in this order, too.
 */
export async function lockOwnerOf(trx: Trx, token: string): Promise<void> {
  const { rows } = await sql<{ user_id: number; purpose: Purpose }>`
    select t.user_id, t.purpose from users u join one_time_tokens t on t.user_id = u.id
    where t.token_hash = ${hashOf(token)} for update of u`.execute(trx)
  const [link] = rows
  if (link?.purpose === 'email' || link?.purpose === 'email_cancel')
    await sql`select 1 from email_changes where user_id = ${link.user_id} for update`.execute(trx)
}

/** The person behind a link, whether or not it still works; undefined for none. */
export async function findTokenOwner(trx: Trx, token: string): Promise<number | undefined> {
  const found = await trx
    .selectFrom('one_time_tokens')
    .select('user_id')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  return found?.user_id
}

/** Creates a token for this person; only its hash is stored. */
export async function issueToken(trx: Trx | Db, purpose: Purpose, userId: number, subject: Of = {}): Promise<string> {
  const token = freshToken()
  await keepToken(trx, token, purpose, userId, subject)
  return token
}

/**
 * Creates the link of a mail that is yet to be sent: it is valid and can be voided from now on, but its token does not
 * exist yet. `renewToken` makes it when the mail leaves, so that none is stored with a waiting mail (`safety/sealed`).
 * Returns its id.
 */
export const openLink = (trx: Trx, purpose: Purpose, userId: number, subject: Of = {}): Promise<number> =>
  keepToken(trx, freshToken(), purpose, userId, subject)

/** Gives an open link a new token, which voids the previous one; returns undefined when the link has ended. */
export async function renewToken(db: Db, id: number): Promise<string | undefined> {
  const token = freshToken()
  const renewed = await db
    .updateTable('one_time_tokens')
    .set({ token_hash: hashOf(token) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .returning('id')
    .executeTakeFirst()
  return renewed && token
}

async function keepToken(trx: Trx | Db, token: string, purpose: Purpose, userId: number, subject: Of): Promise<number> {
  const { id } = await trx
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashOf(token),
      purpose,
      user_id: userId,
      email: subject.email ?? null,
      session_id: subject.sessionId ?? null,
      created_at: now(),
      expires_at: new Date(now().getTime() + (subject.hours ?? hours[purpose]) * 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Uses up a token in one statement: of any number of concurrent uses one succeeds. A code does not work without the
 * session that requested it, and no link opens an archived person's account.
 * @throws Invalid for a used, expired or unknown one
 */
export async function consumeToken(
  trx: Trx | Db,
  purposes: readonly Purpose[],
  token: string,
): Promise<{ userId: number; purpose: Purpose; email: string | null; sessionId: number | null }> {
  const { rows } = await sql<{ user_id: number; purpose: Purpose; email: string | null; session_id: number | null }>`
    update one_time_tokens t set used_at = ${now()} from users u
    where t.token_hash = ${hashOf(token)} and t.purpose = any(${purposes}::text[]) and t.used_at is null and t.expires_at > ${now()}
      and u.id = t.user_id and u.deleted_at is null
      and (t.purpose <> 'desktop' or exists (
        select 1 from sessions s where s.id = t.session_id and s.revoked_at is null and s.expires_at > ${now()}))
    returning t.user_id, t.purpose, t.email, t.session_id`.execute(trx)
  const [used] = rows
  if (!used) throw new Invalid({ token: [deadLink] })
  return { userId: used.user_id, purpose: used.purpose, email: used.email, sessionId: used.session_id }
}

/** Whose token this is, as `consumeToken` says it, without using it up. @throws Invalid */
export async function peekToken(
  db: Db,
  purposes: readonly Purpose[],
  token: string,
): Promise<{ userId: number; sessionId: number | null }> {
  const { rows } = await sql<{ user_id: number; session_id: number | null }>`
    select t.user_id, t.session_id from one_time_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${hashOf(token)} and t.purpose = any(${purposes}::text[]) and t.used_at is null
      and t.expires_at > ${now()} and u.deleted_at is null`.execute(db)
  const [found] = rows
  if (!found) throw new Invalid({ token: [deadLink] })
  return { userId: found.user_id, sessionId: found.session_id }
}

/** Checks, before anything costly, whether this token would be accepted. 422 when not. */
export async function requireToken(db: Db, purposes: readonly Purpose[], token: string): Promise<void> {
  const open = await sql`select 1 from one_time_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${hashOf(token)} and t.purpose = any(${purposes}::text[]) and t.used_at is null
      and t.expires_at > ${now()} and u.deleted_at is null`.execute(db)
  if (open.rows.length === 0) throw new Invalid({ token: [deadLink] })
}

/**
 * Voids the person's other links of these kinds, so that older mails stop working; `before`: only links that were made
 * before it. For all kinds: void-access.ts.
 */
export async function voidTokens(
  trx: Trx,
  purposes: readonly Purpose[],
  userId: number,
  { before }: { before?: Date | undefined } = {},
): Promise<void> {
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: now() })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .$if(before !== undefined, (older) => older.where('created_at', '<', before!))
    .execute()
}

export const deadLink = 'This link has expired, was already used, or was replaced by a newer email.'
