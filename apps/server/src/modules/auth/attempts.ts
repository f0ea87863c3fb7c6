import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../db/client.ts'
import { now } from '../../kernel/clock.ts'
import { TooMany } from '../../kernel/errors.ts'
import { networkOf } from '../../kernel/network.ts'

/** Tries older than this count no more. */
const windowMinutes = 15

/** A try of a password that was counted; given back when the password was right. */
export interface Attempt {
  keys: string[]
  at: Date
}

const accountKey = (account: string): string => `account ${account.toLowerCase()}`

/** The tries of the row without one at this moment. */
const without = (at: Date) =>
  sql`tries[:array_position(tries, ${at}::timestamptz) - 1] || tries[array_position(tries, ${at}::timestamptz) + 1:]`

/**
 * Counts a try for an account and its network before the password is looked at (`safety/limits`): in one statement, so
 * that of any number of tries at once no more are let through than one after the other. A known and an unknown account
 * cost the same.
 * @throws TooMany when account or network have had theirs
 */
export async function takeAttempt(
  db: Db,
  who: { account: string; address: string },
  limits: Config['loginLimits'],
): Promise<Attempt> {
  const at = now()
  const since = new Date(at.getTime() - windowMinutes * 60_000)
  const [account, network] = [accountKey(who.account), `network ${networkOf(who.address)}`]
  // The account's row first, always: two tries never wait for each other crosswise.
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
  const oldest = found.rows[0]?.oldest?.getTime() ?? at.getTime()
  throw new TooMany((oldest + windowMinutes * 60_000 - at.getTime()) / 1000)
}

/** Takes a counted try back: the password was right, or was not looked at. */
export async function giveBack(db: Db, { keys, at }: Attempt): Promise<void> {
  if (keys.length === 0) return
  // Locked in the order in which they are taken, account before network: two never wait for each other crosswise.
  await sql`
    with mine as (select key from login_attempts where key = any(${keys}) order by key for update)
    update login_attempts set tries = ${without(at)}
    where key in (select key from mine) and ${at}::timestamptz = any(tries)`.execute(db)
}

/** A new password starts with a clean record. */
export async function forgetAttempts(trx: Trx, account: string): Promise<void> {
  await trx.deleteFrom('login_attempts').where('key', '=', accountKey(account)).execute()
}
