import { startUpOrder } from '@archwire/contract/billing/start-up.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import type { Trx } from '../db/client.ts'
import { labScope as scope, scoped } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { now } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import { record } from '../kernel/record.ts'
import {
  addMonthlyCode,
  addPayment,
  addOrder,
  beginContract,
  closeOrder,
  readFeeTerms,
  startUpTerms,
  productIds,
} from '../modules/billing/index.ts'
import type { ChargeResult } from '../services/payments/port.ts'

const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000)
const demoCard = 'demo-card'
/** Numbers of transactions as a provider gives them. */
const transactions = {
  declined: '3b1f0c52-6d0e-4c47-9a5e-0d1b5a7c2e01',
  paid: '3b1f0c52-6d0e-4c47-9a5e-0d1b5a7c2e02',
  refund: '3b1f0c52-6d0e-4c47-9a5e-0d1b5a7c2e03',
  unknown: '3b1f0c52-6d0e-4c47-9a5e-0d1b5a7c2e04',
}

/**
 * A practice that has paid its start-up fee by card, at the second try, and got a part of it back. The card was removed
 * since: the stand-in does not know it.
 */
export async function payStartUpFee(trx: Trx, organizationId: number, userId: number, zone: string): Promise<void> {
  const at = daysAgo(80)
  const day = dayIn(zone, at)
  const contractId = await beginContract(trx, { scope, now: at }, organizationId, day)
  const terms = await readFeeTerms(trx, scope, organizationId)
  const { subtotal, tax, cardFee, total } = startUpOrder(
    startUpTerms(terms, { waived: false, promotion: null, method: 'card', day }),
  )
  const methodId = await addCard(trx, organizationId, at)
  const pay = async (orderId: number | null, result: ChargeResult, minutes: number) => {
    const paidAt = new Date(at.getTime() + minutes * 60_000)
    const effectId = await addEffect(trx, organizationId, userId, paidAt)
    const payment = { organizationId, orderId, methodId, effectId, cents: total, result }
    await addPayment(trx, { scope, now: paidAt }, payment)
  }
  const words = 'The card was declined: insufficient funds.'
  await pay(null, { status: 'declined', transaction_id: transactions.declined, message: words }, 0)
  const order = await addOrder(
    trx,
    { scope, now: at },
    { organizationId, contractId },
    {
      kind: 'start_up',
      day,
      terms,
      sums: { subtotal, tax, cardFee, total },
      lines: [{ kind: 'product', label: terms.name, amount: terms.price, product_id: productIds.startupFee }],
      status: 'PAID',
    },
  )
  await pay(order.id, { status: 'paid', transaction_id: transactions.paid, message: '' }, 4)
  await refund(trx, organizationId, daysAgo(6))
  await trx.updateTable('organizations').set({ startup_fee_settled_at: at }).where('id', '=', organizationId).execute()
  await record(trx, { userId, address: '', now: at }, [order])
}

/** So many days ago the practice entered a code for two months: its last invoice and its current one have it. */
const codeDays = 30

/**
 * Closes the months of the practice that paid its start-up fee, each on its day, and pays them with the card that it had;
 * its current invoice has what follows. Its owner enters a code for two months on the way.
 */
export async function closeMonths(trx: Trx, organizationId: number, owner: Actor, zone: string): Promise<void> {
  const card = await scoped(trx, scope)
    // It was removed since.
    .from('payment_methods', { archived: true })
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', demoCard)
    .executeTakeFirst()
  if (!card) return
  for (let days = 79; days >= 1; days--) {
    const at = daysAgo(days)
    if (days === codeDays) await enterCode(trx, organizationId, { ...owner, now: at }, zone)
    const closed = await closeOrder(trx, { organizationId, kind: 'monthly', zone, now: at })
    if (!closed || closed.total === 0) continue
    const effectId = await addEffect(trx, organizationId, owner.userId, at)
    const result = { status: 'paid', transaction_id: `demo-${closed.invoice_id}`, message: '' } as const
    const paid = { organizationId, orderId: closed.id, methodId: card.id, effectId, cents: closed.total, result }
    await addPayment(trx, { scope, now: at }, paid)
    await scoped(trx, scope)
      .update('orders')
      .set({ fm_invoice_status: 'PAID', fm_paid_at: at })
      .where('organization_id', '=', organizationId)
      .where('id', '=', closed.id)
      .execute()
  }
}

async function enterCode(trx: Trx, organizationId: number, owner: Actor, zone: string): Promise<void> {
  const open = await scoped(trx, scope)
    .from('orders')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('fm_invoice_status', '=', 'CURRENT')
    .executeTakeFirstOrThrow()
  // Anyone who looks at the demo while it is made may have switched the code off, or entered another one.
  await addMonthlyCode(trx, owner, { orderId: open.id, code: 'TWOMONTHSFREE' }, zone).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}

async function addCard(trx: Trx, organizationId: number, at: Date): Promise<number> {
  const { id } = await scoped(trx, scope)
    .add('payment_methods')
    .values({
      organization_id: organizationId,
      provider_id: demoCard,
      method: 'card',
      nickname: 'Practice card',
      brand: 'Visa',
      last_four: '4242',
      expires_month: null,
      is_primary: false,
      deleted_at: daysAgo(5),
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The stored call of the provider that a payment comes from. */
async function addEffect(trx: Trx, organizationId: number, userId: number, at: Date): Promise<number> {
  const { id } = await scoped(trx, scope)
    .add('effects')
    .values({
      organization_id: organizationId,
      name: 'demo.purchase',
      user_id: userId,
      route: 'demo',
      intent: JSON.stringify({}),
      leased_until: at,
      created_at: at,
      result: JSON.stringify({ done: null }),
      settled_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Fifty dollars of the payment were paid back. */
async function refund(trx: Trx, organizationId: number, at: Date): Promise<void> {
  const { id } = await scoped(trx, scope)
    .from('payments')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'PAID')
    .executeTakeFirstOrThrow()
  await scoped(trx, scope)
    .add('payment_refunds')
    .values({
      organization_id: organizationId,
      payment_id: id,
      cents: 5000,
      provider_id: transactions.refund,
      occurred_at: at,
      created_at: at,
    })
    .execute()
}

/** A payment that someone took at the provider by hand: open for a person to review. */
export async function addPaymentToReview(trx: Trx): Promise<void> {
  const at = daysAgo(1)
  await trx
    .insertInto('payment_differences')
    .values({
      kind: 'unknown_payment',
      transaction_id: transactions.unknown,
      reported_cents: 7500,
      opened_at: at,
      updated_at: at,
    })
    .execute()
}
