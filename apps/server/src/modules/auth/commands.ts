import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { ApiError, Invalid, TooMany } from '../../kernel/errors.ts'
import type { BotCheck } from '../../services/bot-check/index.ts'
import { takeBotCheck } from './bot-check.ts'
import { passwordMatches } from './passwords.ts'
import { readUser, startSession, type PersonRow, type UserRow } from './sessions.ts'

const windowMinutes = 15
const wrong = 'Wrong e-mail or password.'

interface Attempt {
  email: string
  password: string
  rememberMe: boolean
  management: boolean
  timeZone: string | undefined
  address: string
  userAgent: string
  /** Sent by a page in a browser, which solves the bot check first; programs sign in without (decision 020). */
  fromPage: boolean
  botCheck: string | undefined
}

/**
 * Signs in. Known and unknown e-mails cost the same and answer the same; what is wrong with an account is said only after
 * the right password. Failures are counted in the database, by account and by address.
 */
export async function signIn(
  db: Db,
  attempt: Attempt,
  { config, botCheck }: { config: Config; botCheck: BotCheck },
): Promise<{ token: string; user: PersonRow; expiresAt: Date; remembered: boolean }> {
  const account = attempt.email.toLowerCase()
  const { rows } = await sql<{
    id: number | null
    password_hash: string | null
    verified: boolean | null
    archived: boolean | null
    role: UserRow['role']
    account_failures: number
    address_failures: number
    oldest: Date | null
  }>`
    select u.id, u.password_hash, u.email_verified_at is not null as verified, u.deleted_at is not null as archived, u.role,
      (select count(*)::int from login_failures f where f.account = ${account} and f.at > ${since()}) as account_failures,
      (select count(*)::int from login_failures f where f.address = ${attempt.address} and f.at > ${since()}) as address_failures,
      (select min(f.at) from login_failures f where (f.account = ${account} or f.address = ${attempt.address}) and f.at > ${since()}) as oldest
    from (select 1) as one left join users u on lower(u.email) = ${account}`.execute(db)
  const found = rows[0]!
  if (
    found.account_failures >= config.loginLimits.perAccount ||
    found.address_failures >= config.loginLimits.perAddress
  )
    throw new TooMany(((found.oldest?.getTime() ?? 0) + windowMinutes * 60_000 - now().getTime()) / 1000)
  if (attempt.botCheck !== undefined) await takeBotCheck(db, botCheck, attempt.botCheck)
  else if (attempt.fromPage)
    throw new ApiError(422, 'Please solve the check whether you are human.', errorCodes.botCheckNeeded)
  if (!(await passwordMatches(found.password_hash, attempt.password)) || found.id === null) {
    await db.insertInto('login_failures').values({ account, address: attempt.address, at: now() }).execute()
    throw new ApiError(401, wrong)
  }
  if (found.archived) throw new ApiError(403, 'This account has been archived.')
  if (!found.verified) throw new ApiError(403, 'Please verify your e-mail address first.', errorCodes.emailNotVerified)
  const session = await startSession(db, { ...attempt, userId: found.id, role: found.role }, config)
  await noticeNewBrowser(db, found.id, session.id)
  if (attempt.timeZone) await keepTimeZone(db, found.id, attempt.timeZone)
  const user = await readUser(db, found.id)
  return { ...session, user: user! }
}

/**
 * Asks a signed-in person for the password again. Wrong ones count like failed sign-ins: 422 by field, 429 after too many.
 * @throws Invalid, TooMany
 */
export async function checkOwnPassword(
  db: Db,
  userId: number,
  sent: { password: string | undefined; address: string },
  config: Config,
): Promise<void> {
  if (!sent.password) throw new Invalid({ current_password: ['Required'] })
  const { rows } = await sql<{ email: string; password_hash: string | null; failures: number; oldest: Date | null }>`
    select u.email, u.password_hash, count(f.at)::int as failures, min(f.at) as oldest
    from users u left join login_failures f on f.account = lower(u.email) and f.at > ${since()}
    where u.id = ${userId} group by u.id`.execute(db)
  const own = rows[0]!
  if (own.failures >= config.loginLimits.perAccount)
    throw new TooMany(((own.oldest?.getTime() ?? 0) + windowMinutes * 60_000 - now().getTime()) / 1000)
  if (await passwordMatches(own.password_hash, sent.password)) return
  await db
    .insertInto('login_failures')
    .values({ account: own.email.toLowerCase(), address: sent.address, at: now() })
    .execute()
  throw new Invalid({ current_password: ['This is not your password.'] })
}

const since = (): Date => new Date(now().getTime() - windowMinutes * 60_000)

/** Asks for a notice when this person has signed in before, but never from such a browser (decisions §3). */
async function noticeNewBrowser(db: Db, userId: number, sessionId: number): Promise<void> {
  await sql`
    insert into outbox (kind, name, payload)
    select 'job', 'access.new-browser', jsonb_build_object('session_id', s.id) from sessions s
    where s.id = ${sessionId}
      and exists (select 1 from sessions o where o.user_id = ${userId} and o.id < s.id)
      and not exists (select 1 from sessions o where o.user_id = ${userId} and o.id < s.id and o.user_agent = s.user_agent)`.execute(
    db,
  )
}

/** The browser's zone, at the first sign-in only (decisions §15). */
async function keepTimeZone(db: Db, userId: number, zone: string): Promise<void> {
  if (!Intl.supportedValuesOf('timeZone').includes(zone)) return
  await db
    .updateTable('users')
    .set({ time_zone: zone })
    .where('id', '=', userId)
    .where('time_zone', 'is', null)
    .execute()
}

/** Ends a session; open streams of it close within five seconds. */
export async function signOut(trx: Trx, sessionId: number): Promise<void> {
  await trx.updateTable('sessions').set({ revoked_at: now() }).where('id', '=', sessionId).execute()
}
