import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { TooMany } from '../../kernel/errors.ts'
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

/**
 * Counts a try for an account and its network before the password is checked (`safety/limits`). One statement, so that
 * concurrent tries get no further than sequential ones. Known and unknown accounts cost the same. With a `purpose`, tries of
 * something else than a password are counted apart.
 * @throws TooMany when the account or network is over its limit
 */
export async function takeAttempt(
  db: Db,
  who: { account: string; address: string; purpose?: string },
  limits: Config['loginLimits'],
): Promise<Attempt> {
  const at = now()
  const since = new Date(at.getTime() - windowMinutes * 60_000)
  const of = who.purpose === undefined ? '' : `${who.purpose} `
  const [account, network] = [accountKey(of + who.account), `network ${of}${networkOf(who.address)}`]
  // Always locks the account's row first, so that two tries never deadlock.
  const { rows } = await sql<{ key: string }>`
    insert into login_attempts as a (key, tries)
    select key, array[${at}::timestamptz] from unnest(array[${account}, ${network}]::text[]) with ordinality k (key, position)
    order by position
    on conflict (key) do update
      set tries = array(select t from unnest(a.tries) t where t > ${since}) || excluded.tries
      where (select count(*) from unnest(a.tries) t where t > ${since})
        < case when a.key = ${account} then ${limits.perAccount}::int else ${limits.perAddress}::int end
    returning key`.execute(db)
  const attempt = { keys: rows.map((row) => row.key), at }
  if (attempt.keys.length === 2) return attempt
  await giveBack(db, attempt)
  const full = [account, network].filter((key) => !attempt.keys.includes(key))
  const found = await sql<{ oldest: Date | null }>`
    select max(oldest) as oldest from (
      select (select min(t) from unnest(tries) t where t > ${since}) as oldest from login_attempts where key = any(${full})
    ) a`.execute(db)
  // Stryker disable next-line OptionalChaining: an aggregate always has its row.
  const oldest = found.rows[0]?.oldest?.getTime() ?? at.getTime()
  throw new TooMany((oldest + windowMinutes * 60_000 - at.getTime()) / 1000)
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
