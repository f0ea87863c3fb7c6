import type { Selectable } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { DB } from '../../../db/schema.gen.ts'
import type { Scope } from '../../../db/scope.ts'
import type { Asked } from '../../../kernel/effects.ts'
import { enqueue } from '../../../kernel/outbox.ts'
import { record, type Activity } from '../../../kernel/record.ts'
import { updateVersioned } from '../../../kernel/records.ts'
import type { ChargeResult } from '../../../services/payments/port.ts'
import { addBillingAddress } from '../../billing-addresses/index.ts'
import { addOrder, addPayment, applyWaitingEvents, beginContract, payOrderAgain } from '../../billing/index.ts'
import { insertLocation } from '../../locations/index.ts'
import type { PurchaseIntent, Setup } from '../facts.ts'
import { readSetup } from '../queries.ts'

/** A purchase whose charge is known, or that charged nothing. */
interface Paid {
  asked: Asked
  /** Locked. */
  organization: Selectable<DB['organizations']>
  intent: PurchaseIntent
  /** Null: nothing was charged. */
  result: ChargeResult | null
  at: { scope: Scope; now: Date }
}

/** Makes what the practice has paid for, as far as it is not there, and records the payment (`billing/purchase`). */
export async function finishSetup(trx: Trx, paid: Paid): Promise<void> {
  const { asked, organization, intent, result, at } = paid
  const { organizationId, userId } = asked
  const setup = await readSetup(trx, at.scope, organizationId)
  const activities = [
    ...(await placesOf(trx, paid, setup)),
    ...(await orderOf(trx, paid)),
    ...(await organizationOf(trx, paid, setup)),
  ]
  await record(trx, { userId, address: intent.address, now: at.now }, activities)
  // Rows of the case lists show the practice's name.
  if (isNamed(intent, setup) && organization.name !== intent.details.organization)
    await enqueue(trx, 'cases.refresh-organization', { organization_id: organizationId })
  // What the provider reported before the payment was known here; the last step, because it may change order and fee.
  if (result?.transaction_id) await applyWaitingEvents(trx, result.transaction_id)
}

/** The details name the practice with its first purchase; an order that is paid again changes no name. */
const isNamed = ({ order }: PurchaseIntent, { has_main_location }: Setup): boolean =>
  !has_main_location || order.step === 'make'

/** The main location and the billing address, where there is none. */
async function placesOf(
  trx: Trx,
  { asked: { organizationId }, intent, at }: Paid,
  { has_main_location }: Setup,
): Promise<Activity[]> {
  const { organization: name, survey_answer_id: _, survey_response_other: __, ...place } = intent.details
  const activities: Activity[] = []
  if (!has_main_location) {
    const location = { ...place, location_name: name }
    const id = await insertLocation(trx, at.scope, organizationId, location, true)
    activities.push({ subject: 'location', id, organizationId, event: 'added' })
  }
  if (await addBillingAddress(trx, at, organizationId, place))
    activities.push({ subject: 'organization', id: organizationId, organizationId, event: 'billing_address_changed' })
  return activities
}

/** Contract, license, onboarding and order, and the payment. */
async function orderOf(trx: Trx, { asked, intent, result, at }: Paid): Promise<Activity[]> {
  const { organizationId, effectId } = asked
  const { order, sums, method } = intent
  const contractId = await beginContract(trx, at, organizationId, intent.day)
  if (order.step === 'leave') return []
  const status = result?.status === 'pending' ? 'PENDING' : 'PAID'
  const activities: Activity[] = []
  let orderId: number
  if (order.step === 'make') {
    const { terms, lines } = order
    const startUp = { kind: 'start_up', day: intent.day, terms, sums, lines, status } as const
    const made = await addOrder(trx, at, { organizationId, contractId }, startUp)
    orderId = made.id
    activities.push(made)
  } else {
    orderId = order.id
    await payOrderAgain(trx, at, { id: orderId, organizationId }, { sums, status })
  }
  if (!result) return activities
  await addPayment(trx, at, { organizationId, orderId, methodId: method.id, effectId, cents: sums.total, result })
  const event = status === 'PAID' ? 'paid' : 'payment_pending'
  const data = { cents: sums.total }
  return [...activities, { subject: 'order', id: orderId, organizationId, event, data, announce: true }]
}

/** The practice itself: its name with the first purchase, and its settled fee. */
async function organizationOf(
  trx: Trx,
  { asked: { organizationId }, organization, intent, at }: Paid,
  setup: Setup,
): Promise<Activity[]> {
  const values = {
    ...(isNamed(intent, setup) && { name: intent.details.organization }),
    ...(!setup.fee_settled && { startup_fee_settled_at: at.now }),
  }
  await updateVersioned(trx, 'organizations', organization, undefined, values, at.now)
  return [{ subject: 'organization', id: organizationId, organizationId, event: 'setup_finished' }]
}
