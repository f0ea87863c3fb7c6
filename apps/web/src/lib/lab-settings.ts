import { settings } from '@archwire/contract/client/settings'
import { query } from './query.ts'

/** What holds for the whole lab; it changes rarely. */
export const settingsQuery = { ...query(settings.get, {}), staleTime: 300_000 }

/** The lab's message to this person's profile. */
export const announcementQuery = query(settings.announcement, {})
