/** The pages of a conversation, the newest entries first. */
export const conversationSearch = {
  /** Which page, from 1: the newest entries. */
  page: 'page',
  /** Entries per page. */
  perPage: 'size',
} as const
