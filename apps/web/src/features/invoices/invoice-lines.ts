import { besideBlocks, paperItems } from '@archwire/contract/billing/paper.ts'
import type { Order } from '@archwire/contract/billing/schema.ts'
import { toCents, toDollars } from '@archwire/contract/core/money.ts'
import { wayOf, type Removal } from './removal.ts'

type Item = Order['order_items'][number]
type Charge = Order['charges'][number]

/** A line of an invoice as pages show it. */
export interface Line {
  /** Its place among the lines of its invoice, which two lines never share. */
  key: string
  label: string
  /** What it is for, in words; empty for none. */
  details: string
  /** Dollars; what is taken off is negative. */
  value: number
  patient?: Item['patient']
  madeOf?: Item['made_of']
  /** The lab's day from which it counts. */
  day?: string | null
  /** The days that it is for, `from,to`; both included. */
  period?: string | null
  /** How it is taken off; absent for what is never offered. */
  removal?: Removal | undefined
}

/** `+ 0` turns -0 into 0. */
const off = (value: number): number => -value + 0

/** The sum of dollars without the errors of binary fractions. */
export const sumOf = (values: readonly number[]): number =>
  toDollars(values.reduce((cents, value) => cents + toCents(value), 0))

function itemLine(item: Item): Line {
  return {
    key: `item ${item.id}`,
    label: item.product.name,
    details: item.details,
    value: item.value,
    patient: item.patient,
    madeOf: item.made_of,
    day: item.action_date,
    period: item.start_date && item.end_date && `${item.start_date},${item.end_date}`,
  }
}

/**
 * What a person entered is taken off by the practice's order, or by the case that it is for. What a rule brings says why
 * it stays; the discount of a code is never offered (`billing/by-hand`).
 */
function removalOf(row: Charge, kind: 'charge' | 'discount', mayChange: boolean): Removal | undefined {
  if (row.is_periodic) return mayChange ? { why: 'Periodic charges and discounts cannot be removed here.' } : undefined
  return row.can_remove ? wayOf(kind, row.id, row.patient?.id ?? null) : undefined
}

function chargeLine(row: Charge, kind: 'charge' | 'discount', mayChange: boolean): Line {
  const { custom_description: words, promotion_code: code } = row
  return {
    key: `${kind} ${row.id}`,
    label: code === null ? words : `${words} (${code})`,
    details: row.details,
    value: kind === 'charge' ? row.value : off(row.value),
    patient: row.patient,
    madeOf: row.made_of,
    day: row.action_date,
    removal: removalOf(row, kind, mayChange),
  }
}

/**
 * The lines of an order from top to bottom: fees, charges, what is taken off, credits; in the layout with blocks those
 * of the practice alone (`billing/layouts`).
 */
export function linesOf(whole: Order, withBlocks: boolean): Line[] {
  const order = withBlocks ? besideBlocks(whole) : whole
  const credits = order.credits.map(({ id, custom_description: label, value }) => ({
    key: `credit ${id}`,
    label,
    details: '',
    value: off(value),
  }))
  const lines: Line[] = [
    ...paperItems(order).map(itemLine),
    ...order.charges.map((charge) => chargeLine(charge, 'charge', order.can_add)),
    ...order.discounts.map((discount) => chargeLine(discount, 'discount', order.can_add)),
    ...credits,
  ]
  // What only the closing will write has no number of its own yet.
  return lines.map((line, index) => (line.key.endsWith(' 0') ? { ...line, key: `${line.key} ${index}` } : line))
}
