/** Drafts that one person keeps at one practice. */
export const mostDrafts = 20
