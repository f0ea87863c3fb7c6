import { join } from 'node:path'
import type { Config } from '../config.ts'
import { now } from '../kernel/clock.ts'
import { openLedger, type LedgerMethod } from '../services/payments/stand-in/ledger.ts'
import { tokenize } from '../services/payments/stand-in/tokenize.ts'

/** A practice of the demo and its card, as the payment provider names them. */
export interface AtProvider {
  customer: string
  card: string
}

/** The stand-in's card of which it declines every charge. */
const number = '4012888888881881'
export const demoCard = { brand: 'Visa', last_four: number.slice(-4), expires_month: '2099-12-01' }
const form = { method: 'card', card_number: number, card_cvv: '123', month: '12', year: '2099' }

/**
 * Makes a practice known to the embedded stand-in, with a card that it declines: its owner can enter another one and pay.
 * Before the stand-in runs, which reads its books once. A portal without the stand-in charges no one of the demo.
 */
export function knowAtProvider(
  { dataDir, paymentStandIn }: Pick<Config, 'dataDir' | 'paymentStandIn'>,
  { key, name, owner, email }: { key: string; name: string; owner: { first: string; last: string }; email: string },
): AtProvider {
  const customer = `demo-${key}`
  if (!paymentStandIn) return { customer, card: `demo-card-${key}` }
  const books = openLedger(join(dataDir, 'payments'))
  const iso = now().toISOString().slice(0, 19).replace('T', ' ')
  const person = { firstname: owner.first, lastname: owner.last }
  books.save('customers', { id: customer, ...person, company: name, email, reference: customer, created_at: iso })
  const card = tokenize(books, { ...form, ...person, customer_id: customer }, now(), iso) as LedgerMethod
  return { customer, card: card.id }
}
