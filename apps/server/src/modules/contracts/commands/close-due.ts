import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { labScope, rows } from '../../../db/scope.ts'
import { closeLocked } from '../../billing/index.ts'

/**
 * Closes the monthly orders of a practice whose closing day has come, one after the other (`billing/closing`): a job that did
 * not run for months makes each of them. A contract whose setup is not finished moves on without orders. The
 * caller has locked the organization.
 */
export async function closeDue(trx: Trx, organizationId: number, { zone, now }: { zone: string; now: Date }) {
  for (let day = await nextClosing(trx, organizationId); day !== null && day <= dayIn(zone, now);) {
    await closeLocked(trx, { organizationId, kind: 'monthly', zone, now })
    const moved = await nextClosing(trx, organizationId)
    // Suspended, disabled or archived: nothing closes automatically.
    if (moved === day) return
    day = moved
  }
}

async function nextClosing(trx: Trx, organizationId: number): Promise<Day | null> {
  const { rows: found } = await sql<{ day: Day }>`
    select c.next_payment_date::text as day from ${rows(labScope, 'contracts', 'c')} where c.organization_id = ${organizationId}`.execute(
    trx,
  )
  return found[0]?.day ?? null
}
