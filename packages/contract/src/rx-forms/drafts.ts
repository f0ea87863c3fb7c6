/** The draft of pages that know of one only. */
export const firstDraft = 'first'

/** Drafts that one person keeps at one practice. */
export const mostDrafts = 20
