import type { Notification } from '@archwire/contract/notifications/routes.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { ownNotifications, notificationJson } from './queries.ts'

/** Marks one of one's own notifications read; a read one stays as it is. 404 for another person's. */
export async function markAsRead(trx: Trx, actor: Actor, id: number): Promise<Notification> {
  const { rows } = await sql<{ item: Notification }>`
    update notifications n set read_at = coalesce(n.read_at, ${actor.now}) where n.id = ${id} and ${ownNotifications(actor)}
    returning ${notificationJson} as item`.execute(trx)
  if (!rows[0]) throw new NotFound('This notification')
  return rows[0].item
}
