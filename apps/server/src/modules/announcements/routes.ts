import { settings } from '@archwire/contract/settings/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { saveAnnouncement } from './commands.ts'
import { findAnnouncement, findOwnAnnouncement, listAnnouncements } from './queries.ts'

/**
 * One message to practices and one to the lab, above the lists. Editors read both; everyone else reads their own
 * (`notices/announcements`).
 */
export function announcementRoutes(serve: Serve): void {
  serve(settings.announcement, async ({ db, actor }) => ({ announcement: await findOwnAnnouncement(db, actor) }))

  serve(settings.announcements, async ({ db }) => ({ announcements: await listAnnouncements(db) }))

  serve(settings.saveAnnouncement, async ({ trx, actor, params, body }) => {
    await saveAnnouncement(trx, actor, params.id, body)
    return { announcement: await findAnnouncement(trx, params.id), message: 'The announcement is saved.' }
  })
}
