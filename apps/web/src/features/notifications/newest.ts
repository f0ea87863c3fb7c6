import { notifications } from '@archwire/contract/client/notifications'
import { query } from '../../lib/query.ts'

/** What the bell shows: the newest notifications and the number of unread ones. */
export const newest = query(notifications.list, { query: { page: 1 } })
