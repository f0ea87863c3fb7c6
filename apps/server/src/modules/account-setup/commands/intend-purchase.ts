import type { InitialPurchase } from '@archwire/contract/account-setup/schema.ts'
import type { Reduction } from '@archwire/contract/billing/invoice.ts'
import { startUpOrder } from '@archwire/contract/billing/start-up.ts'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { formatMoney, toCents, toDollars, toRate } from '@archwire/contract/core/money.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Scope } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, Invalid, NotFound, permit, refuse } from '../../../kernel/errors.ts'
import type { PaymentProvider } from '../../../services/payments/port.ts'
import {
  isCharging,
  productIds,
  readFeeTerms,
  startUpTerms,
  sumsBy,
  waivedOrder,
  whilePaying,
  type NewOrder,
  type OrderSums,
} from '../../billing/index.ts'
import { lockOrganization } from '../../organizations/index.ts'
import { providerOf } from '../../payments/index.ts'
import { findUsableCode } from '../../promotion-codes/index.ts'
import type { PurchaseIntent, PurchaseOrder, Setup } from '../facts.ts'
import { paysFor } from '../policy.ts'
import { readSetup, stateOf } from '../queries.ts'
import { blocked, orderStep, unusableCode, whyNoCode } from '../rules.ts'

interface Wanted {
  organizationId: number
  body: InitialPurchase
  /** The lab's zone. */
  zone: string
  /** Undefined: this server has no payment provider. */
  provider: PaymentProvider | undefined
}

/**
 * Says what a purchase charges and makes, as the practice, its prices and its code are now (`billing/purchase`). The caller
 * commits it before anything is charged. @throws NotFound, Forbidden, Invalid, Conflict
 */
export async function intendPurchase(
  trx: Trx,
  actor: Actor,
  { organizationId, body, zone, provider }: Wanted,
): Promise<{ organizationId: number; intent: PurchaseIntent }> {
  permit(paysFor(actor, await lockOrganization(trx, actor, organizationId, { only: 'practice' })), null)
  await refuseWhileCharging(trx, actor.scope, organizationId)
  const setup = await readSetup(trx, actor.scope, organizationId)
  permit(true, blocked.purchase(setup))
  const [details, method] = [setup.details!, setup.method!]
  const day = dayIn(zone, actor.now)
  if (body.promotion_code_id !== undefined && body.promotion_code === undefined)
    throw new Invalid({ promotion_code: ['Required'] })
  const order = await orderOf(trx, actor, setup, { organizationId, code: body.promotion_code, zone, day })
  const sums = order.step === 'leave' ? nothing : order.sums
  refuseOtherCode(order, body)
  if (body.expected_total !== undefined && toCents(body.expected_total) !== sums.total)
    throw new Conflict(
      `The total is ${formatMoney(toDollars(sums.total))} now. Nothing was charged. Check the order and try again.`,
      errorCodes.pricesChanged,
    )
  if (sums.total > 0) providerOf(provider)
  const memo = `Start-up fee, ${setup.account_number}`
  return { organizationId, intent: { address: actor.address, day, details, method, order, sums, memo } }
}

/** The id that is sent beside a word is that of another code. @throws Invalid */
function refuseOtherCode(order: Awaited<ReturnType<typeof orderOf>>, { promotion_code_id: id }: InitialPurchase): void {
  if (id === undefined || order.step !== 'make') return
  if (order.lines.some((line) => 'promotion_code_id' in line && line.promotion_code_id !== id))
    throw new Invalid({ promotion_code_id: [unusableCode] })
}

/** The invoice of the start-up fee is maybe being paid on its own page (`billing/charged-once`). @throws Conflict */
async function refuseWhileCharging(trx: Trx, scope: Scope, organizationId: number): Promise<void> {
  const { rows } = await sql<{ charging: boolean }>`
    select ${isCharging(scope)} as charging from organizations o where o.id = ${organizationId}`.execute(trx)
  refuse(rows[0]!.charging ? whilePaying : null)
}

const nothing: OrderSums = { subtotal: 0, tax: 0, cardFee: 0, total: 0 }

interface About {
  organizationId: number
  code: string | undefined
  zone: string
  day: string
}

async function orderOf(trx: Trx, actor: Actor, setup: Setup, about: About): Promise<PurchaseOrder> {
  const { organizationId, code, day } = about
  if (code !== undefined) permit(true, whyNoCode(setup))
  const step = orderStep(setup)
  switch (step) {
    case 'leave':
      return { step }
    case 'pay_again':
      return { step, id: setup.order!.id, sums: sumsBy(setup.order!, setup.method!.method) }
    case 'make_waived':
      return { step: 'make', ...(await waivedOrder(trx, actor.scope, organizationId, day)) }
    case 'make':
      return { step, ...(await newOrder(trx, actor, setup, about)) }
  }
}

async function newOrder(
  trx: Trx,
  actor: Actor,
  setup: Setup,
  { organizationId, code, zone, day }: About,
): Promise<NewOrder> {
  const terms = await readFeeTerms(trx, actor.scope, organizationId)
  const promotion = code === undefined ? null : await usableCode(trx, actor, { organizationId, code, zone })
  const method = setup.method!.method
  const billing_state = terms.billing_state ?? stateOf(setup.details)
  const paper = startUpOrder(startUpTerms({ ...terms, billing_state }, { waived: false, promotion, method, day }))
  const { tax_state, tax_percent, card_fee_percent } = terms
  return {
    terms: { tax_state, tax_percent, card_fee_percent },
    sums: { subtotal: paper.subtotal, tax: paper.tax, cardFee: paper.cardFee, total: paper.total },
    lines: [
      ...paper.lines.map(({ label, amount }) => ({
        kind: 'product' as const,
        label,
        amount,
        product_id: productIds.startupFee,
      })),
      ...(promotion && paper.promotion
        ? [
            {
              kind: 'discount' as const,
              label: 'Promotion code',
              amount: paper.promotion.amount,
              promotion_code_id: promotion.id,
            },
          ]
        : []),
    ],
  }
}

/** A code that can be used now for the start-up fee, checked again behind the lock. @throws Invalid */
async function usableCode(
  trx: Trx,
  actor: Actor,
  { organizationId, code, zone }: { organizationId: number; code: string; zone: string },
): Promise<{ id: number; code: string; off: Reduction }> {
  const by = { users: [organizationId], zone }
  try {
    const {
      id,
      code: word,
      value,
      is_fixed,
    } = await findUsableCode(trx, actor, { code, promotion_code_type_id: 1 }, by)
    return { id, code: word, off: is_fixed ? { fixed: toCents(value) } : { rate: toRate(value) } }
  } catch (error) {
    if (error instanceof NotFound || error instanceof Conflict) throw new Invalid({ promotion_code: [unusableCode] })
    throw error
  }
}
