/** Why a difference cannot be closed, as text; null when it can (`billing/to-look-at`). */
export const whyNotClosed = ({ closed_at }: { closed_at: Date | string | null }): string | null =>
  closed_at === null ? null : 'This payment has been reviewed already.'
