import { sql, type RawBuilder } from 'kysely'
import { rows, type Scope } from '../../db/scope.ts'

/** Whether an invoice of the organization `o` blocks it (`billing/blocked`). */
export const hasBlockedOrder = (scope: Scope): RawBuilder<boolean> => sql<boolean>`exists (
  select from ${rows(scope, 'orders', 'b')} where b.organization_id = o.id and b.fm_invoice_status = 'BLOCKED')`
