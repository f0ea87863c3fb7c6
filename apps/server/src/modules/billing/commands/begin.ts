import { invoice } from '@archwire/contract/billing/invoice.ts'
import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { toRate } from '@archwire/contract/core/money.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { rows, scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { ActivityAbout } from '../../../kernel/record.ts'
import { productIds } from '../products.ts'

/** Days from the beginning of a contract to its first monthly payment. */
const daysBeforeMonthly = 30
/** A new practice has a Standard license of one seat, and its onboarding waits for the first step. */
const standard = { license_type_id: 1, seats: 1 }
const pending = { status: 1, current_step: 1 }
const waived = 'Start-up fee waived'

interface Terms {
  name: string
  price: number
  tax_state: string
  tax_percent: string
  card_fee_percent: string
  billing_state: string | null
}

/**
 * What a practice gets whose start-up fee is waived: contract, license, onboarding, and its first order, paid without a
 * charge (`billing/begins`). The caller has locked the organization and made sure that its fee was not settled before.
 * Returns the activity to be recorded.
 */
export async function beginWaived(
  trx: Trx,
  { scope, now }: Pick<Actor, 'scope' | 'now'>,
  organizationId: number,
  zone: string,
): Promise<ActivityAbout<'order'>> {
  const terms = await readTerms(trx, scope, organizationId)
  const day = dayIn(zone, now)
  const sums = invoice([{ kind: 'start_up', label: terms.name, amount: terms.price }], {
    day,
    method: null,
    cardFee: toRate(Number(terms.card_fee_percent)),
    tax: { state: terms.tax_state, rate: toRate(Number(terms.tax_percent)) },
    billingState: terms.billing_state,
    discounts: [{ label: waived, off: { fixed: terms.price } }],
  })
  const made = { organization_id: organizationId, created_at: now, updated_at: now }
  const tables = scoped(trx, scope)
  const contract = await tables
    .add('contracts')
    .values({ ...made, initial_payment_date: day, next_payment_date: addDays(day, daysBeforeMonthly) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tables
    .add('licenses')
    .values({ ...made, ...standard, contract_id: contract.id })
    .execute()
  await tables
    .add('onboardings')
    .values({ ...made, ...pending })
    .execute()
  const order = await tables
    .add('orders')
    .values({
      ...made,
      contract_id: contract.id,
      invoice_id: sql<number>`nextval('invoice_numbers')`,
      fm_invoice_status: 'PAID',
      fm_paid_at: now,
      subtotal_cents: sums.subtotal,
      tax_cents: sums.tax,
      tax_state: terms.tax_state,
      tax_rate_percent: terms.tax_percent,
      card_fee_cents: sums.cardFee,
      card_fee_percent: terms.card_fee_percent,
      total_cents: sums.total,
    })
    .returning(['id', 'invoice_id'])
    .executeTakeFirstOrThrow()
  const line = { organization_id: organizationId, order_id: order.id }
  await tables
    .add('order_lines')
    .values([
      ...sums.lines.map(({ label, amount }, index) => ({
        ...line,
        position: index + 1,
        kind: 'product',
        description: label,
        cents: amount,
        product_id: productIds.startupFee,
      })),
      ...sums.discounts.map(({ label, amount }, index) => ({
        ...line,
        position: sums.lines.length + index + 1,
        kind: 'discount',
        description: label,
        cents: amount,
      })),
    ])
    .execute()
  const data = { invoice_id: order.invoice_id }
  return { subject: 'order', id: order.id, organizationId, event: 'created', data }
}

/** The start-up fee, and the lab's settings of this moment. */
async function readTerms(trx: Trx, scope: Actor['scope'], organizationId: number): Promise<Terms> {
  const { rows: found } = await sql<Terms>`
    select p.name, coalesce(p.price_cents, s.registration_fee_cents) as price, s.tax_state,
      s.tax_rate_percent as tax_percent, s.credit_card_fee_percent as card_fee_percent,
      (select a.state from ${rows(scope, 'billing_addresses', 'a')} where a.organization_id = ${organizationId}) as billing_state
    from products p, lab_settings s where p.id = ${productIds.startupFee}`.execute(trx)
  return found[0]!
}
