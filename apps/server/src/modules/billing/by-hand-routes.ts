import { caseCharges, orders } from '@archwire/contract/billing/routes.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import type { Config } from '../../config.ts'
import type { Trx } from '../../db/client.ts'
import type { Serve } from '../../http/serve.ts'
import type { Actor } from '../../kernel/actor.ts'
import { addToCase, addToOrder, removeFromCase, removeFromOrder } from '../charges/index.ts'
import type { MonthlyCode } from '../promotion-codes/index.ts'
import { addMonthlyCode, tryMonthlyCode } from './commands/add-code.ts'
import { readCaseCosts } from './case-costs.ts'
import { readOrder } from './orders/read.ts'

const kindOf = (value: number): string => (value < 0 ? 'discount' : 'charge')
const added = (value: number): string => `The ${kindOf(value)} is added.`
/** "The promotion code is added: 50 % off the next 2 monthly fees." */
function codeAdded({ value, is_fixed, months }: MonthlyCode): string {
  const part = is_fixed ? formatMoney(value) : `${value} %`
  return `The promotion code is added: ${part} off the next ${months === 1 ? 'monthly fee' : `${months} monthly fees`}.`
}
const removed = (value: number): string => `The ${kindOf(value)} is removed.`

/** Registers what people enter on the open order of a practice and for its cases, and what a case costs. */
export function byHandRoutes(serve: Serve, config: Pick<Config, 'labZone' | 'loginLimits'>): void {
  const { labZone: zone } = config
  const answer = async (trx: Trx, actor: Actor, orderId: number, message: string) => ({
    ...(await readOrder(trx, actor, orderId, zone)),
    message,
  })

  serve(orders.addByHand, async ({ trx, actor, params, body: { custom_description: description, value } }) => {
    await addToOrder(trx, actor, params.id, { description, value }, zone)
    return answer(trx, actor, params.id, added(value))
  })

  serve(orders.removeDiscount, async ({ trx, actor, params, body }) => {
    await removeFromOrder(trx, actor, params.id, body.discount_id, { discount: true })
    return answer(trx, actor, params.id, removed(-1))
  })

  serve(orders.removeCharge, async ({ trx, actor, params, body }) => {
    await removeFromOrder(trx, actor, params.id, body.charge_id, { discount: false })
    return answer(trx, actor, params.id, removed(1))
  })

  serve(orders.addCode, {
    prepare: ({ db, actor, params, body }) => tryMonthlyCode(db, actor, { orderId: params.id, ...body }, config),
    handle: async ({ trx, actor, params, body }) => {
      const code = await addMonthlyCode(trx, actor, { orderId: params.id, ...body }, zone)
      return answer(trx, actor, params.id, codeAdded(code))
    },
  })

  serve(caseCharges.list, async ({ db, actor, params, logRead }) => {
    logRead(params.id)
    return readCaseCosts(db, actor, params.id)
  })

  serve(caseCharges.add, async ({ trx, actor, params, body }) => {
    await addToCase(trx, actor, params.id, body, zone)
    return { ...(await readCaseCosts(trx, actor, params.id)), message: added(body.value) }
  })

  serve(caseCharges.remove, async ({ trx, actor, params, body }) => {
    const cents = await removeFromCase(trx, actor, params.id, body.patient_charge_id)
    return { ...(await readCaseCosts(trx, actor, params.id)), message: removed(cents) }
  })
}
