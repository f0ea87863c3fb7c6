import { notifications } from '@archwire/contract/notifications/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { markAsRead, readOfCase } from './commands.ts'
import { listNotifications } from './queries.ts'

/** People see and mark only their own; another person's counts as unknown. */
export function notificationRoutes(serve: Serve): void {
  serve(notifications.list, ({ db, actor, query }) => listNotifications(db, actor, query))
  serve(notifications.markAsRead, async ({ trx, actor, params }) => ({
    notification: await markAsRead(trx, actor, params.id),
  }))
  serve(notifications.caseOpened, async ({ trx, actor, params }) => ({
    read: await readOfCase(trx, actor, params.id),
  }))
}
