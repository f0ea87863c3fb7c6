import type { Organization } from '../../lib/session.tsx'

/**
 * Why a practice cannot start a case now, as text; undefined when it can. The words and their order are the server's
 * (`organizations/suspended`, `billing/blocked`). An unpaid start-up fee is not included: the page explains what to do
 * about it (`organizations/setup-first`).
 */
export function whyNoNewCase({ suspended, blocked, disabled }: Organization): string | undefined {
  if (suspended) return 'The subscription of this organization is suspended.'
  if (blocked) return 'This organization is blocked, because an invoice is not paid.'
  return disabled ? 'This organization is disabled.' : undefined
}
