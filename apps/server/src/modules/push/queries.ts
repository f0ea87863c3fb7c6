import type { PushBrowser, SilentHours } from '@archwire/contract/push/routes.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'

/** A browser (`b`) hears as long as no one ended its session (`s`): a sign-out, a new password, an archived account. */
export const hears = sql`s.revoked_at is null`

const browserJson = ({ sessionId }: Actor) => sql`jsonb_build_object('id', b.id, 'name', b.name,
  'is_this', b.session_id = ${sessionId}::bigint, 'created_at', iso(b.created_at), 'last_pushed_at', iso(b.last_pushed_at))`

/** One's own browsers, newest first, and one's silent hours, in one statement. */
export async function readPush(
  db: Db,
  actor: Actor,
): Promise<{ browsers: PushBrowser[]; silent_hours: SilentHours | null }> {
  const { rows } = await sql<{ browsers: PushBrowser[]; silent_hours: SilentHours | null }>`
    select coalesce((select jsonb_agg(${browserJson(actor)} order by b.id desc) from push_browsers b
        join sessions s on s.id = b.session_id where b.user_id = ${actor.userId} and ${hears}), '[]') as browsers,
      (select jsonb_build_object('from', to_char(h.starts_at, 'HH24:MI'), 'to', to_char(h.ends_at, 'HH24:MI'))
        from push_silent_hours h where h.user_id = ${actor.userId}) as silent_hours`.execute(db)
  return rows[0]!
}
