import { dayIn } from '@archwire/contract/core/dates.ts'
import type { Db } from '../../../db/client.ts'
import type { Scope } from '../../../db/scope.ts'
import { assemble } from './assemble.ts'
import { findOpenOrder } from './open-order.sql.ts'
import { openRows } from './rows.sql.ts'
import type { Assembled } from './rows.ts'
import { termsOf } from './terms.ts'

/** The open order of a practice, as it would close by hand now. */
export interface ByHandPreview {
  orderId: number
  /** How many rows of the ledger it would take; without any, it does not close. */
  rows: number
  sums: Assembled['sums']
}

/**
 * What the open order of a practice would be if it closed by hand now: the rows up to and including today, without what comes
 * with the month (`contracts/close-invoice`). Null without a contract.
 */
export async function previewByHand(
  db: Db,
  scope: Scope,
  organizationId: number,
  { zone, now }: { zone: string; now: Date },
): Promise<ByHandPreview | null> {
  const today = dayIn(zone, now)
  const open = await findOpenOrder(db, scope, organizationId, { zone, now, day: today })
  if (!open) return null
  const taken = (await openRows(db, scope, organizationId, zone)).filter(({ day }) => day <= today)
  return { orderId: open.order.id, rows: taken.length, sums: assemble(taken, termsOf(open, 'by_hand', today)).sums }
}
