import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { knownForSeconds } from '../../http/session-cookie.ts'
import { now } from '../../kernel/clock.ts'
import { freshToken, hashOf } from './one-time-tokens.ts'

/** Browsers that are known of one person; the ones not used for the longest time are forgotten. */
const mostOfPerson = 20

/** Finds the browser of a cookie, if the person with this email signed in there before; known and unknown emails cost the same. */
export async function findKnownBrowser(db: Db, token: string | undefined, email: string): Promise<number | undefined> {
  if (token === undefined || !/^[\w-]{43}$/.test(token)) return undefined
  const { rows } = await sql<{ id: number }>`
    select b.id from known_browsers b join users u on u.id = b.user_id
    where b.token_hash = ${hashOf(token)} and b.expires_at > ${now()} and lower(u.email) = ${email.toLowerCase()}`.execute(
    db,
  )
  return rows[0]?.id
}

/**
 * Keeps a browser as one in which this person signed in. It gets a new cookie, which is returned; that of before ends for
 * everyone who signed in there, so that a copy of it becomes useless.
 */
export async function keepBrowser(trx: Trx, token: string | undefined, userId: number): Promise<string> {
  const fresh = freshToken()
  const until = new Date(now().getTime() + knownForSeconds * 1000)
  if (token !== undefined)
    await sql`update known_browsers set token_hash = ${hashOf(fresh)}
      where token_hash = ${hashOf(token)} and expires_at > ${now()}`.execute(trx)
  await sql`
    insert into known_browsers (token_hash, user_id, expires_at) values (${hashOf(fresh)}, ${userId}, ${until})
    on conflict (token_hash, user_id) do update set expires_at = excluded.expires_at`.execute(trx)
  await sql`
    delete from known_browsers where user_id = ${userId} and id not in (
      select id from known_browsers where user_id = ${userId} order by expires_at desc, id desc limit ${mostOfPerson})`.execute(
    trx,
  )
  return fresh
}

/** Forgets all browsers of a person who has a new password: anyone who knew the old one signed in there, too. */
export async function forgetBrowsers(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('known_browsers').where('user_id', '=', userId).execute()
}
