import type { SilentHours } from '@archwire/contract/push/routes.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict, Invalid, NotFound } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'
import type { Pusher, PushTarget } from '../../services/push/port.ts'
import { hears } from './queries.ts'
import { isKey, tooMany } from './rules.ts'

/**
 * Notifies a person in this browser from now on, as long as this session is not ended. A browser that was someone else's
 * is theirs no more: it shows one person's notices.
 */
export async function addBrowser(
  trx: Trx,
  actor: Actor,
  pusher: Pusher | undefined,
  { endpoint, keys, name }: PushTarget & { name: string },
): Promise<number> {
  if (!pusher) throw new Conflict('This server sends no notifications to browsers.')
  if (!pusher.reaches(endpoint))
    throw new Invalid({ endpoint: ['The push service of this browser is not known here.'] })
  if (!isKey(keys.p256dh)) throw new Invalid({ keys: ['This is not a valid browser key.'] })
  // Two browsers that are turned on at once are counted one after the other. The weaker lock: their calls' keys, and messages
  // to this person, refer to the row, and would wait for each other in a circle.
  await sql`select id from users where id = ${actor.userId} for no key update`.execute(trx)
  await sql`delete from push_browsers b using sessions s
    where s.id = b.session_id and (b.user_id = ${actor.userId} and not (${hears}) or b.endpoint = ${endpoint})`.execute(
    trx,
  )
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from push_browsers where user_id = ${actor.userId}`.execute(trx)
  const reason = tooMany(counted[0]!.count)
  if (reason) throw new Conflict(reason)
  const { rows } = await sql<{ id: number }>`
    insert into push_browsers (user_id, session_id, endpoint, p256dh, auth, name, created_at)
    values (${actor.userId}, ${actor.sessionId}, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${name}, ${actor.now})
    returning id`.execute(trx)
  await recordBrowser(trx, actor, rows[0]!.id, 'added')
  return rows[0]!.id
}

/** Notifies the person no more in one of their browsers; 404 for anybody else's. */
export async function removeBrowser(trx: Trx, actor: Actor, id: number): Promise<void> {
  const { rows } =
    await sql`delete from push_browsers where id = ${id} and user_id = ${actor.userId} returning id`.execute(trx)
  if (rows.length === 0) throw new NotFound('This browser')
  await recordBrowser(trx, actor, id, 'removed')
}

/** Sets when a person's browsers show nothing; null ends that. */
export async function setSilentHours(trx: Trx, actor: Actor, hours: SilentHours | null): Promise<void> {
  if (hours?.from === hours?.to && hours) throw new Invalid({ silent_hours: ['The start and end times must differ.'] })
  if (hours)
    await sql`insert into push_silent_hours (user_id, starts_at, ends_at) values (${actor.userId}, ${hours.from}, ${hours.to})
      on conflict (user_id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at`.execute(trx)
  else await sql`delete from push_silent_hours where user_id = ${actor.userId}`.execute(trx)
  await recordBrowser(trx, actor, null, 'silent_hours_set')
}

const recordBrowser = (trx: Trx, actor: Actor, id: number | null, event: 'added' | 'removed' | 'silent_hours_set') =>
  record(trx, actor, [{ subject: 'push_browser', id, organizationId: null, event }])
