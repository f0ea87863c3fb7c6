import { notifications } from '@archwire/contract/client/notifications'
import { call } from '../../lib/api.ts'

const perPage = 200

/**
 * Marks every unread notification read, including those that the bell does not show; one call each (`notices/bell`).
 */
export async function markAllRead(): Promise<void> {
  for (let page = 1, left = 1; left > 0; page += 1) {
    const { notifications: some, meta } = await call(notifications.list, { query: { page, perPage } })
    const unread = some.filter(({ read_at }) => read_at === null)
    for (const { id } of unread) await call(notifications.markAsRead, { params: { id } })
    left = page < meta.last_page ? meta.unread - unread.length : 0
  }
}
