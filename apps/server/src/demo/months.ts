import { addDays, addMonths, instantIn, type Day } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/client.ts'
import { labScope, rows, scoped } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { receiveEvent } from '../modules/billing/index.ts'
import { addToOrder, nextClosing } from '../modules/charges/index.ts'
import { runDay, settleByHand, suspendContract } from '../modules/contracts/index.ts'
import type { PaymentProvider, ProviderEvent } from '../services/payments/port.ts'
import { demoPrices } from './prices.ts'

/** What becomes of an invoice, by days after its closing. */
export type Story = readonly Step[]
type Step = readonly [days: number, act: Act]
type Act =
  | 'closes'
  | 'pays'
  | 'declines'
  | 'waits'
  | 'refunds'
  | 'charges back'
  | 'pays outside'
  | 'writes off'
  | 'suspends'

const due = demoPrices.settings.delay_payment_processing
const begins: Story = [[0, 'closes']]
const firstFails: Story = [...begins, [due, 'declines'], [due + 1, 'declines']]
/** The third of four tries. */
const failsOn: Story = [...firstFails, [due + 3, 'declines']]

/** Stories of invoices. The tries that fail are those of `billing/retries`. */
export const stories = {
  paid: [...begins, [due, 'pays']],
  paidLater: [...begins, [due, 'declines'], [due + 1, 'pays']],
  refunded: [...begins, [due, 'pays'], [due + 6, 'refunds']],
  paidOutside: [...firstFails, [due + 2, 'pays outside']],
  writtenOff: [...failsOn, [due + 5, 'writes off']],
  notPaid: firstFails,
  blocked: [...failsOn, [due + 7, 'declines']],
  behind: [...begins, [due, 'waits']],
  pending: begins,
  suspended: [...begins, [due, 'pays'], [due + 12, 'charges back'], [due + 17, 'suspends']],
} as const satisfies Record<string, Story>

/** When a practice of six months or seven starts, so that it closes on a day, always with the same day number. */
export function firstClosing(last: Day): Day {
  const fifth = addMonths(last, -5)
  // Of two months in a row, one has every day number.
  return fifth.slice(8) === last.slice(8) ? fifth : addMonths(last, -6)
}

/** Closing days from the first to the last. */
export function closingsOf(first: Day, last: Day): Day[] {
  const days: Day[] = []
  for (let day = first; day <= last; day = nextClosing(day, Number(first.slice(8)))) days.push(day)
  return days
}

/** A practice whose months are lived. */
export interface Living {
  id: number
  contractId: number
  /** The lab's people who settle, suspend, and enter charges. */
  admin: Actor
  zone: string
}

/** Something that happens in a practice, at a moment. */
export interface Event {
  at: Date
  live: (trx: Trx, db: Db) => Promise<void>
}

/** What the lab charges for, month by month: a description, and dollars. */
const byHand = [
  ['Training by video', 45],
  ['Replacement of a tray', 38.5],
  ['Models stored for a year', 60],
  ['Late delivery', -15],
] as const

/** All events of a practice: what the lab enters before each closing, and the story of each invoice. */
export function eventsOf(practice: Living, closings: readonly Day[], ends: readonly Story[]): Event[] {
  const missing = closings.length - ends.length
  return closings.flatMap((closing, index) => {
    const story = ends[index - missing] ?? stories.paid
    const [description, value] = byHand[index % byHand.length]!
    return [
      enters(practice, addDays(closing, -4), { description, value }),
      ...story.map(([days, act]) => event(practice, { closing, day: addDays(closing, days), act })),
    ]
  })
}

/** The portal works right after midnight, people in the morning. */
const hours = { portal: 15 * 60, people: 10 * 3600 }

function enters({ id, admin, zone }: Living, day: Day, entered: { description: string; value: number }): Event {
  const at = instantIn(zone, day, hours.people)
  return {
    at,
    async live(trx) {
      const open = await scoped(trx, labScope)
        .from('orders')
        .select('id')
        .where('organization_id', '=', id)
        .where('fm_invoice_status', '=', 'CURRENT')
        .executeTakeFirstOrThrow()
      await addToOrder(trx, { ...admin, now: at }, open.id, entered, zone)
    },
  }
}

function event(practice: Living, { closing, day, act }: { closing: Day; day: Day; act: Act }): Event {
  const { id, zone } = practice
  const isOfPortal = ['closes', 'pays', 'declines', 'waits'].includes(act)
  const at = instantIn(zone, day, isOfPortal ? hours.portal : hours.people)
  return {
    at,
    live: async (trx, db) =>
      isOfPortal
        ? void (await runDay({ db, payments: answering(act === 'pays'), labZone: zone }, id))
        : done(trx, db, practice, { closing, at, act }),
  }
}

/** What people and the provider do with the invoice of a closing day. */
async function done(
  trx: Trx,
  db: Db,
  { id, contractId, admin, zone }: Living,
  { closing, at, act }: { closing: Day; at: Date; act: Act },
): Promise<void> {
  const actor = { ...admin, now: at }
  if (act === 'suspends') return suspendContract(trx, actor, contractId, zone)
  const order = await invoiceOf(trx, id, closing)
  if (act === 'refunds') return receiveEvent(db, refundOf(order, at))
  if (act === 'charges back') return receiveEvent(db, chargeBackOf(order, at))
  const how = act === 'pays outside' ? 'outside' : 'written_off'
  // By a check there is no card fee.
  const cents = how === 'outside' ? order.without_card_fee : order.cents
  const reason = how === 'outside' ? 'Check 1042' : 'Agreed with the owner: parcel lost by the carrier'
  await settleByHand(trx, actor, order.id, { how, reason, expected_total: cents / 100 })
}

interface Invoice {
  id: number
  cents: number
  without_card_fee: number
  transaction: string | null
}

async function invoiceOf(trx: Trx, organizationId: number, closing: Day): Promise<Invoice> {
  const { rows: found } = await sql<Invoice>`
    select r.id, r.total_cents as cents, r.subtotal_cents + r.tax_cents as without_card_fee,
      (select y.provider_id from ${rows(labScope, 'payments', 'y')}
        where y.organization_id = r.organization_id and y.order_id = r.id and y.status = 'PAID') as transaction
    from ${rows(labScope, 'orders', 'r')} where r.organization_id = ${organizationId} and r.closing_day = ${closing}::date`.execute(
    trx,
  )
  return found[0]!
}

/** Dollars that the lab paid back of an invoice. */
const refundedDollars = 25

const reportOf = ({ cents, transaction }: Invoice, at: Date, type: string): ProviderEvent => ({
  id: `demo-${type}-${transaction}`,
  type,
  transaction_id: transaction,
  status: null,
  message: '',
  occurred_at: at,
  cents,
  refunded_cents: null,
  refunds: [],
})
const refundOf = (order: Invoice, at: Date): ProviderEvent => ({
  ...reportOf(order, at, 'refund'),
  refunds: [{ id: `demo-refund-${order.transaction}`, cents: refundedDollars * 100, occurred_at: at }],
})
const chargeBackOf = (order: Invoice, at: Date): ProviderEvent => ({
  ...reportOf(order, at, 'charge_back'),
  status: 'returned',
  message: 'The owner of the card disputed the charge.',
})

const never = () => Promise.reject(new TypeError('The demo only charges.'))

/** A payment provider of the past: it pays every charge, or declines it. */
const answering = (pays: boolean): PaymentProvider => ({
  fields: { script: '', origin: '', web_token: '', is_stand_in: true },
  charge: ({ key, cents }) =>
    Promise.resolve(
      pays
        ? { status: 'paid', transaction_id: key, message: '', cents }
        : { status: 'declined', transaction_id: key, message: 'The card was declined: insufficient funds.' },
    ),
  createCustomer: never,
  findMethod: never,
  removeMethod: never,
  findCharge: never,
  findTransaction: never,
  void: never,
  refund: never,
  readEvent() {
    throw new TypeError('The demo only charges.')
  },
})
