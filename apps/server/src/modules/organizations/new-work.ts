import { sql, type RawBuilder } from 'kysely'
import { rows, type Scope } from '../../db/scope.ts'

/** What stops new work of a practice: its subscription is suspended, or blocked by an invoice that is not paid. */
export interface Stopped {
  suspended: boolean
  blocked: boolean
}

/** Whether an invoice of the organization `o` blocks it (`billing/blocked`). */
export const hasBlockedOrder = (scope: Scope): RawBuilder<boolean> => sql<boolean>`exists (
  select from ${rows(scope, 'orders', 'b')} where b.organization_id = o.id and b.fm_invoice_status = 'BLOCKED')`

/**
 * Why a practice begins no new cases, prints and corrections, as text for everyone; null when it does
 * (`organizations/suspended`, `billing/blocked`). Work that is under way goes on.
 */
export function whyNoNewWork({ suspended, blocked }: Stopped): string | null {
  if (suspended) return 'The subscription of this organization is suspended.'
  return blocked ? 'This organization is blocked, because an invoice is not paid.' : null
}
