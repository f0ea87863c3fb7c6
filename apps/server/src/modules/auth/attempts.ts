import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { ApiError, inWords, TooMany } from '../../kernel/errors.ts'
import { networkOf } from '../../kernel/network.ts'

/** Tries older than this no longer count. */
const windowMinutes = 15

/** A counted try; given back when the password, or what was tried, was right. */
export interface Attempt {
  keys: string[]
  at: Date
}

const accountKey = (account: string): string => `account ${account.toLowerCase()}`

/** The tries of the row, less one at this moment. */
const without = (at: Date) =>
  sql`tries[:array_position(tries, ${at}::timestamptz) - 1] || tries[array_position(tries, ${at}::timestamptz) + 1:]`

/** Whose try is counted. */
export interface Trying {
  account: string
  address: string
  /** Tries of something else than a password are counted apart. */
  purpose?: string
  /**
   * Has tries of its own, which neither lock others nor are locked by them: a browser in which the person signed in before,
   * by its id in `known_browsers`, an open page, by its session, the link of a mail, by its id, or anyone who has a mail sent
   * again, by address and network.
   */
  own?: `browser ${number}` | `session ${number}` | `link ${number}` | `mail ${string}` | undefined
  /** What can be done instead of waiting, as the end of a sentence. */
  instead?: string
  /** Came from a program that has solved no bot check. */
  unsolved?: boolean
}

/**
 * Counts a try before the password is checked (`safety/limits`): for the account and its network, or for the browser or
 * session that has tries of its own. One statement, so that concurrent tries get no further than sequential ones. Known and
 * unknown accounts cost the same.
 * @throws TooMany when the account, network, browser or session is over its limit; ApiError 422 (code 2201) when a program
 *   has to solve a bot check first
 */
export async function takeAttempt(db: Db, who: Trying, limits: Config['loginLimits']): Promise<Attempt> {
  const at = now()
  const since = new Date(at.getTime() - windowMinutes * 60_000)
  const keys = keysOf(who)
  const [first] = keys
  const most = who.unsolved ? Math.min(limits.withoutBotCheck, limits.perAccount) : limits.perAccount
  // Always locks the account's row first, so that two tries never deadlock.
  const { rows } = await sql<{ key: string }>`
    insert into login_attempts as a (key, tries)
    select key, array[${at}::timestamptz] from unnest(${keys}::text[]) with ordinality k (key, position)
    order by position
    on conflict (key) do update
      set tries = array(select t from unnest(a.tries) t where t > ${since}) || excluded.tries
      where (select count(*) from unnest(a.tries) t where t > ${since})
        < case when a.key = ${first} then ${most}::int else ${limits.perAddress}::int end
    returning key`.execute(db)
  const attempt = { keys: rows.map((row) => row.key), at }
  if (attempt.keys.length === keys.length) return attempt
  await giveBack(db, attempt)
  const full = keys.filter((key) => !attempt.keys.includes(key))
  const found = await sql<{ oldest: Date | null; most: number | null }>`
    select max(oldest) as oldest, max(tries)::int as most from (
      select (select min(t) from unnest(tries) t where t > ${since}) as oldest,
        (select count(*) from unnest(tries) t where t > ${since}) as tries from login_attempts where key = any(${full})
    ) a`.execute(db)
  // Stryker disable next-line OptionalChaining: an aggregate always has its row.
  const { oldest, most: tries } = found.rows[0] ?? {}
  if (who.unsolved && full.length === 1 && full[0] === first && (tries ?? 0) < limits.perAccount)
    throw new ApiError(422, solveFirst(limits.withoutBotCheck), errorCodes.botCheckNeeded)
  const seconds = ((oldest ?? at).getTime() + windowMinutes * 60_000 - at.getTime()) / 1000
  throw new TooMany(
    seconds,
    who.instead && `Too many attempts. Please try again in ${inWords(seconds)}, ${who.instead}.`,
  )
}

/** @param tries that a program has without a solved bot check */
const solveFirst = (tries: number): string =>
  `After ${tries} wrong passwords a program has to solve a bot check for each further try: get a challenge from GET /api/v1/bot_check (ALTCHA), solve it, and send the solution as "bot_check".`

function keysOf({ account, address, purpose, own }: Trying): string[] {
  if (own !== undefined) return [own]
  const of = purpose === undefined ? '' : `${purpose} `
  return [accountKey(of + account), `network ${of}${networkOf(address)}`]
}

/** Gives a counted try back: the password was right, or was not checked. */
export async function giveBack(db: Db, { keys, at }: Attempt): Promise<void> {
  // Stryker disable next-line ConditionalExpression: only costs time, a statement that finds no row.
  if (keys.length === 0) return
  // Locked in the order in which they are counted, account before network, so that two tries never deadlock.
  await sql`
    with mine as (select key from login_attempts where key = any(${keys}) order by key for update)
    update login_attempts set tries = ${without(at)}
    where key in (select key from mine) and ${at}::timestamptz = any(tries)`.execute(db)
}

/** Clears the tries of an account that has a new password. */
export async function forgetAttempts(trx: Trx, account: string): Promise<void> {
  await trx.deleteFrom('login_attempts').where('key', '=', accountKey(account)).execute()
}
