import type { ChargeSource } from '@archwire/contract/billing/charge-kinds.ts'
import type { InvoiceCredit, LineKind, Reduction, VolumeTier } from '@archwire/contract/billing/invoice.ts'
import type { OrderKind } from '@archwire/contract/billing/lifecycle.ts'
import type { PatientBlock } from '@archwire/contract/billing/schema.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import type { Cents, Rate } from '@archwire/contract/core/money.ts'
import type { UserRole } from '@archwire/contract/roles.ts'

/** The case of a line, as the blocks by patient name it. */
export type CaseHead = Pick<
  PatientBlock,
  'patient_name' | 'doctor_name' | 'case_number' | 'case_number_text' | 'creation_date'
> & {
  /** As on the Rx form; null without one. */
  impression_type: number | null
}

/** A row of the ledger as orders read it. Amounts in cents. */
export interface LedgerRow {
  id: number
  source: ChargeSource
  fee: string | null
  kind: Exclude<LineKind, 'start_up'>
  label: string
  why: string
  times: number
  unit: Cents
  cents: Cents
  printed_arches: number
  price_list: number | null
  price_overrides: number
  day: Day
  user_name: string
  /** The role of who caused it; null: the portal. */
  user_role: UserRole | null
  /** Null: for the practice, or for a case that was deleted. */
  patient_id: number | null
  patient: CaseHead | null
}

/** A periodic rule that applies to an order; below zero it is a discount. */
export interface Rule {
  id: number
  label: string
  cents: Cents
}

/** Everything but the ledger that decides what an order costs, as of its closing day. */
export interface Terms {
  kind: OrderKind
  day: Day
  /** The days that the monthly fee is for. */
  period: { start: Day; end: Day } | null
  monthlyFee: Cents
  prices: { list: number; overrides: number }
  tiers: readonly VolumeTier[]
  rules: readonly Rule[]
  /** Seats that the month charges, and what each costs. */
  seats: { count: number; price: Cents }
  credit: (InvoiceCredit & { version: number }) | null
  /** A code for the monthly fee: the how manieth of its monthly orders this is. */
  promotion: { id: number; code: string; off: Reduction; months: number; month: number } | null
  method: 'card' | 'bank' | null
  cardFee: Rate
  tax: { state: string; rate: Rate }
  billingState: string | null
}

/** A line of an order as it is kept when it closes, and shown before. Amounts in cents, zero or more. */
export interface OrderLine {
  /** The id of the kept line; of an open order that of its row, 0 for what the closing will write. */
  id: number
  kind: 'product' | 'charge' | 'discount' | 'credit'
  description: string
  details: string
  cents: Cents
  product_id: number | null
  promotion_code: string | null
  promotion_code_id: number | null
  /** The row of the ledger; null for volume discount, promotion code, credit, and orders from before the ledger. */
  row: LedgerRow | null
  /** Of a reduction: what it could not take off, because nothing was left. */
  not_taken: Cents
  start: Day | null
  end: Day | null
  rule_id: number | null
  credit_version: number | null
}

/** An order from top to bottom with its sums. */
export interface Assembled {
  lines: OrderLine[]
  volume: { printedArches: number; rate: Rate } | null
  sums: { subtotal: Cents; tax: Cents; cardFee: Cents; total: Cents }
  /** What rows below zero could not take off; it goes onto the next order (`billing/carried`). */
  carried: Cents
}
