import type { PushDevice, SilentHours } from '@archwire/contract/push/routes.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'

/** A device (`d`) hears as long as nobody ended its session (`s`): a sign-out, a new password, an archived account. */
export const hears = sql`s.revoked_at is null`

const deviceJson = ({ sessionId }: Actor) => sql`jsonb_build_object('id', d.id, 'name', d.name,
  'is_this', d.session_id = ${sessionId}::bigint, 'created_at', iso(d.created_at), 'last_pushed_at', iso(d.last_pushed_at))`

/** One's own devices, newest first, and one's silent hours, in one statement. */
export async function readPush(
  db: Db,
  actor: Actor,
): Promise<{ devices: PushDevice[]; silent_hours: SilentHours | null }> {
  const { rows } = await sql<{ devices: PushDevice[]; silent_hours: SilentHours | null }>`
    select coalesce((select jsonb_agg(${deviceJson(actor)} order by d.id desc) from push_devices d
        join sessions s on s.id = d.session_id where d.user_id = ${actor.userId} and ${hears}), '[]') as devices,
      (select jsonb_build_object('from', to_char(h.starts_at, 'HH24:MI'), 'to', to_char(h.ends_at, 'HH24:MI'))
        from push_silent_hours h where h.user_id = ${actor.userId}) as silent_hours`.execute(db)
  return rows[0]!
}
