import { sql, type RawBuilder } from 'kysely'
import { rows, type Scope } from '../db/scope.ts'

/** Why nothing starts in an archived organization, as text (`organizations/archived`); null when it is not archived. */
export const whyArchived = ({ organization_archived }: { organization_archived: boolean }): string | null =>
  organization_archived ? 'This organization is archived.' : null

/** What stops new work of a practice: its subscription is suspended, or an invoice that is not paid blocks it. */
export interface Stopped {
  suspended: boolean
  blocked: boolean
}

/**
 * Why a practice starts no new cases, prints and corrections, as text for everyone; null when it does
 * (`organizations/suspended`, `billing/blocked`). Work that is under way continues.
 */
export function whyNoNewWork({ suspended, blocked }: Stopped): string | null {
  if (suspended) return 'The subscription of this organization is suspended.'
  return blocked ? 'This organization is blocked, because an invoice is not paid.' : null
}

/** Whether an invoice of the organization `o` blocks it (`billing/blocked`). */
export const hasBlockedOrder = (scope: Scope): RawBuilder<boolean> => sql<boolean>`exists (
  select from ${rows(scope, 'orders', 'b')} where b.organization_id = o.id and b.fm_invoice_status = 'BLOCKED')`
