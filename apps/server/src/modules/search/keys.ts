import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import { liveSessions } from '../auth/index.ts'

const lifeMs = 60 * 60_000

const macOf = (secret: Buffer, session: number, ends: number): string =>
  createHmac('sha256', secret).update(`search ${session} ${ends}`).digest('base64url')

async function secretOf(db: Db, session: number): Promise<Buffer | undefined> {
  const found = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('id', '=', session)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return found?.token_hash
}

/** A key that searches while the session lives, for at most an hour (`search/key`). Nothing of it is stored. */
export async function issueKey(db: Db, actor: Actor): Promise<{ key: string; expires_at: string }> {
  const session = actor.sessionId!
  const ends = now().getTime() + lifeMs
  const secret = await secretOf(db, session)
  return {
    key: `${session}_${ends}_${macOf(secret!, session, ends)}`,
    expires_at: new Date(ends).toISOString(),
  }
}

/** Whom a key searches for, with the rights of this moment; undefined for one that is unknown, over, or of an ended session. */
export async function holderOf(db: Db, key: string, config: Config): Promise<Actor | undefined> {
  const [, session, ends, mac] = /^([1-9]\d{0,14})_(\d{13})_([\w-]{43})$/.exec(key) ?? []
  if (mac === undefined) return undefined
  const left = Number(ends) - now().getTime()
  if (left <= 0 || left > lifeMs) return undefined
  const secret = await secretOf(db, Number(session))
  if (!secret || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, Number(session), Number(ends)))))
    return undefined
  return (await liveSessions(db, [Number(session)], config)).get(Number(session))
}
