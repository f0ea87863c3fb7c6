import type { CloseInvoicePlan } from '@archwire/contract/contracts/schema.ts'
import type { OrderBrief } from '@archwire/contract/billing/schema.ts'
import { toDollars } from '@archwire/contract/core/money.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows, type Scope } from '../../db/scope.ts'
import { chargesOf, isPaying, previewByHand, unpaidJson, whilePaying, type UnpaidOrder } from '../billing/index.ts'
import { stateColumns, whyClosed, type OrganizationState } from '../organizations/index.ts'
import { primaryMethodJson, type ChargedMethod } from '../payments/index.ts'
import { toBeCharged } from './rules.ts'

/** What the plan follows from, besides the open order. */
export interface PlanFacts extends OrganizationState {
  unpaid: UnpaidOrder[]
  paying: boolean
  method: ChargedMethod | null
  shown: { brand: string; last_four: string } | null
}

/** Columns of the practice `o` (`PlanFacts`). */
export const planColumns = (scope: Scope): RawBuilder<unknown> => sql`${stateColumns}, ${unpaidJson(scope)} as unpaid,
  ${isPaying(scope)} as paying, ${primaryMethodJson(scope)} as method,
  (select jsonb_build_object('brand', m.brand, 'last_four', m.last_four) from ${rows(scope, 'payment_methods', 'm')}
    where m.organization_id = o.id and m.is_primary and m.deleted_at is null) as shown`

/**
 * What Close Invoice would charge now, by the primary payment method (`contracts/close-invoice`): as `intendClosing` does.
 * The caller has made sure that the practice is within reach.
 */
export async function planOfClosing(
  db: Db,
  scope: Scope,
  organizationId: number,
  at: { zone: string; now: Date },
): Promise<CloseInvoicePlan> {
  const { rows: found } = await sql<PlanFacts>`
    select ${planColumns(scope)} from organizations o where o.id = ${organizationId}`.execute(db)
  return planFrom(db, scope, found[0]!, at)
}

/** The same for a practice whose facts have been read. */
export async function planFrom(
  db: Db,
  scope: Scope,
  { unpaid, paying, method, shown, ...state }: PlanFacts,
  at: { zone: string; now: Date },
): Promise<CloseInvoicePlan> {
  const orders = toBeCharged(unpaid)
  const open = await previewByHand(db, scope, state.organization_id, at)
  const plan = {
    open_total: open && open.rows > 0 ? toDollars(open.sums.total) : null,
    method: method && shown && { payment_method_type: method.method, ...shown },
    bank_is_under_way: unpaid.length > orders.length,
  }
  const whyNot = whyClosed({ ...state, organization_archived: false }) ?? (paying ? whilePaying : null)
  if (orders.length > 0) {
    const charges = chargesOf(orders, method, '')
    const briefs = orders.map(({ id, invoice_id, fm_invoice_status }, index) => ({
      id,
      invoice_id,
      fm_invoice_status,
      total: toDollars(charges[index]!.sums.total),
    }))
    const total = charges.reduce((sum, { sums }) => sum + sums.total, 0)
    return { ...plan, orders: briefs, closes_open: false, total: toDollars(total), why_not: whyNot }
  }
  const none: OrderBrief[] = []
  const nothing = plan.open_total === null ? 'There is nothing on the current invoice.' : null
  return {
    ...plan,
    orders: none,
    closes_open: nothing === null,
    total: plan.open_total ?? 0,
    why_not: whyNot ?? nothing,
  }
}
