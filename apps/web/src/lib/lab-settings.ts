import { settings } from '@archwire/contract/client/settings'
import { query } from './query.ts'

/** The lab's settings, which change rarely. */
export const settingsQuery = { ...query(settings.get, {}), staleTime: 300_000 }

/** The lab's announcement to this person: that for practices or that for the lab's people. */
export const announcementQuery = query(settings.announcement, {})
