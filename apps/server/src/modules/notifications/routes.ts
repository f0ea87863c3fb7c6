import type { Notification } from '@archwire/contract/notifications/routes.ts'
import { notifications } from '@archwire/contract/notifications/routes.ts'
import { sql } from 'kysely'
import type { Serve } from '../../http/serve.ts'
import { countedRows, metaOf } from '../../db/page.ts'
import { NotFound } from '../../kernel/errors.ts'

const json = sql`jsonb_build_object('id', n.id, 'message', n.message, 'link', n.link, 'type', n.type, 'patient_id', n.patient_id,
  'patient_name', n.patient_name, 'read_at', iso(n.read_at), 'created_at', iso(n.created_at))`

/** Everybody sees and marks their own only; another's is as good as none. */
export function notificationRoutes(serve: Serve): void {
  serve(notifications.list, async ({ db, actor, query }) => {
    const { rows } = await sql<{ counted: number; unread: number; list: Notification[] | null }>`
      select (select count(*)::int from (select 1 from notifications n where n.user_id = ${actor.userId} limit ${countedRows + 1}) counted) as counted,
        (select count(*)::int from notifications n where n.user_id = ${actor.userId} and n.read_at is null) as unread,
        (select jsonb_agg(page.item) from (select ${json} as item from notifications n where n.user_id = ${actor.userId}
          order by n.id desc limit ${query.perPage} offset ${(query.page - 1) * query.perPage}) page) as list`.execute(
      db,
    )
    const { counted, unread, list } = rows[0]!
    return {
      notifications: list ?? [],
      meta: { ...metaOf({ counted, page: query.page, perPage: query.perPage, next: null }), unread },
    }
  })

  serve(notifications.markAsRead, async ({ trx, actor, params }) => {
    const { rows } = await sql<{ item: Notification }>`
      update notifications n set read_at = coalesce(n.read_at, ${actor.now}) where n.id = ${params.id} and n.user_id = ${actor.userId}
      returning ${json} as item`.execute(trx)
    if (!rows[0]) throw new NotFound('This notification')
    return { notification: rows[0].item }
  })
}
