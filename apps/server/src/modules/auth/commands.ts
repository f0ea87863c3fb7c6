import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { isTimeZone, unknownZone } from '@archwire/contract/core/time-zones.ts'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/client.ts'
import { zoneInDatabase } from '../../db/time-zones.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import { ApiError, Invalid } from '../../kernel/errors.ts'
import { jobRows } from '../../kernel/outbox.ts'
import { record } from '../../kernel/record.ts'
import type { BotCheck } from '../../services/bot-check/index.ts'
import { giveBack, takeAttempt, type Trying } from './attempts.ts'
import { takeBotCheck } from './bot-check.ts'
import { findKnownBrowser, keepBrowser } from './known-browsers.ts'
import { issueToken } from './one-time-tokens.ts'
import { passwordMatches } from './passwords.ts'
import { readUser, startSession, type PersonRow, type UserRow } from './sessions.ts'

const wrong = 'Wrong email or password.'

interface SignInRequest {
  email: string
  password: string
  rememberMe: boolean
  management: boolean
  timeZone: string | undefined
  address: string
  userAgent: string
  /** The session token that this browser had until now. */
  before: string | undefined
  /** The cookie of a browser in which someone signed in before. */
  browser: string | undefined
  /** Sent by a page in a browser, which solves the bot check first; a program does after three failures (decision 119). */
  fromPage: boolean
  botCheck: string | undefined
}

/**
 * Signs in. Known and unknown emails cost the same and get the same response; problems of an account are reported only
 * after the right password. Tries are counted in the database, by account and by network or by the known browser,
 * before the password is checked. Returns the browser's new cookie, too, for a page.
 * @throws TooMany, ApiError 401 (wrong), 403 (archived, not verified), 422 (bot check, a program's time zone)
 */
export async function signIn(
  db: Db,
  sent: SignInRequest,
  { config, botCheck }: { config: Config; botCheck: BotCheck },
): Promise<{ token: string; user: PersonRow; expiresAt: Date; remembered: boolean; browser: string | undefined }> {
  if (sent.botCheck !== undefined) await takeBotCheck(db, botCheck, sent.botCheck)
  else if (sent.fromPage) throw new ApiError(422, 'Please confirm that you are human.', errorCodes.botCheckNeeded)
  // A page sends what its browser says, which must not keep anyone out; the account page says when it is unknown.
  if (!sent.fromPage && sent.timeZone !== undefined && !isTimeZone(sent.timeZone))
    throw new Invalid({ time_zone: [unknownZone] })
  const attempt = await takeAttempt(db, await tryingOf(db, sent), config.loginLimits)
  const { rows } = await sql<{
    id: number | null
    password_hash: string | null
    verified: boolean | null
    archived: boolean | null
    role: UserRow['role']
  }>`
    select u.id, u.password_hash, u.email_verified_at is not null as verified, u.deleted_at is not null as archived, u.role
    from (select 1) as one left join users u on lower(u.email) = ${sent.email.toLowerCase()}`.execute(db)
  const found = rows[0]!
  if (!(await passwordMatches(found.password_hash, sent.password)) || found.id === null) {
    await noteFailure(db, found.id, sent.address)
    throw new ApiError(401, wrong)
  }
  await giveBack(db, attempt)
  if (found.archived) throw new ApiError(403, 'This account has been archived.')
  if (!found.verified) throw new ApiError(403, 'Please verify your email address first.', errorCodes.emailNotVerified)
  const passwordHash = found.password_hash!
  const session = await startSession(db, { ...sent, userId: found.id, role: found.role, passwordHash }, config)
  await noticeNewBrowser(db, found.id, session.id)
  if (sent.timeZone) await keepTimeZone(db, found.id, sent.timeZone)
  const user = await readUser(db, found.id)
  const userId = found.id
  const browser = sent.fromPage
    ? await db.transaction().execute((trx) => keepBrowser(trx, sent.browser, userId))
    : undefined
  return { ...session, user: user!, browser }
}

/** Whose try a sign-in is counted as. */
async function tryingOf(db: Db, { email, address, browser, fromPage, botCheck }: SignInRequest): Promise<Trying> {
  const known = await findKnownBrowser(db, browser, email)
  return {
    account: email,
    address,
    own: known === undefined ? undefined : `browser ${known}`,
    unsolved: !fromPage && botCheck === undefined,
    // Anyone who reads the account's mail is let in at once (`access/known-browser`).
    instead: 'or set a new password',
  }
}

/** Records a failed sign-in for auditors. An email without an account is not stored: people type passwords there. */
async function noteFailure(db: Db, userId: number | null, address: string): Promise<void> {
  const by = { userId, address, now: now() }
  await record(db, by, [
    { subject: 'account', id: userId, organizationId: null, event: 'sign_in_failed', outcome: 'denied' },
  ])
}

/**
 * Checks the password of one's own account again: 422 by field, 429 after too many, concurrent ones included. Wrong ones
 * of an open page count for its session alone, and those beside the link of a mail for that link, so that failed sign-ins
 * of others do not lock them; else they count like failed sign-ins.
 * @throws Invalid, TooMany
 */
export async function checkOwnPassword(
  db: Db,
  userId: number,
  sent: { password: string | undefined; address: string; sessionId: number | null; linkId?: number; field?: string },
  config: Config,
): Promise<void> {
  const field = sent.field ?? 'current_password'
  if (!sent.password) throw new Invalid({ [field]: ['Required'] })
  const own = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const who = { account: own.email, address: sent.address, own: triesOf(sent) }
  const attempt = await takeAttempt(db, who, config.loginLimits)
  if (!(await passwordMatches(own.password_hash, sent.password))) {
    await noteFailure(db, userId, sent.address)
    throw new Invalid({ [field]: ['This is not your password.'] })
  }
  await giveBack(db, attempt)
}

function triesOf({ sessionId, linkId }: { sessionId: number | null; linkId?: number }): Trying['own'] {
  if (linkId !== undefined) return `link ${linkId}`
  return sessionId === null ? undefined : `session ${sessionId}`
}

/** Requests a notice when this person has signed in before, but never from such a browser (`access/new-browser`). */
async function noticeNewBrowser(db: Db, userId: number, sessionId: number): Promise<void> {
  await sql`
    ${jobRows(sql`select 'access.new-browser', jsonb_build_object('session_id', s.id), 0 from sessions s
      where s.id = ${sessionId}
        and exists (select 1 from sessions o where o.user_id = ${userId} and o.id < s.id)
        and not exists (select 1 from sessions o where o.user_id = ${userId} and o.id < s.id and o.user_agent = s.user_agent)`)}`.execute(
    db,
  )
}

/** Stores the browser's zone, at the first sign-in only (`screens/dates`). */
export async function keepTimeZone(db: Db, userId: number, zone: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ time_zone: zoneInDatabase(zone) })
    .where('id', '=', userId)
    .where('time_zone', 'is', null)
    .execute()
}

/**
 * Returns a code for a link to the desktop application. The call does not accept codes, so there is a session: a code
 * cannot create another one.
 */
export const issueDesktopCode = (trx: Trx, actor: Actor): Promise<string> =>
  issueToken(trx, 'desktop', actor.userId, { sessionId: actor.sessionId! })

/** Ends a session; its open streams close within five seconds, and the codes it requested stop working. */
export async function signOut(trx: Trx, actor: Pick<Actor, 'userId' | 'address'>, sessionId: number): Promise<void> {
  await sql`update sessions set revoked_at = ${now()} where id = ${sessionId}`.execute(trx)
  await record(trx, { ...actor, now: now() }, [
    { subject: 'account', id: actor.userId, organizationId: null, event: 'signed_out' },
  ])
}
