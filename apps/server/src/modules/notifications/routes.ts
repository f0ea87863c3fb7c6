import { notifications } from '@archwire/contract/notifications/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { markAsRead } from './commands.ts'
import { listNotifications } from './queries.ts'

/** Everybody sees and marks their own only; another's is as good as none. */
export function notificationRoutes(serve: Serve): void {
  serve(notifications.list, ({ db, actor, query }) => listNotifications(db, actor, query))
  serve(notifications.markAsRead, async ({ trx, actor, params }) => ({
    notification: await markAsRead(trx, actor, params.id),
  }))
}
