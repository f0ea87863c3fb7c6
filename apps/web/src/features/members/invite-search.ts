import type { SearchTable } from '@archwire/contract/core/search-keys.ts'
import { searchOf } from '../../lib/search.ts'

/** What the address of the page says: the chosen organization, and that it is a partner lab. */
export const inviteSearch = {
  organization_id: 'id',
  kind: ['partner'],
} as const satisfies SearchTable

export const readInviteSearch = searchOf(inviteSearch)
