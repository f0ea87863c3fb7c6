/** What the second computation of months (`naive-month.ts`) takes and makes. */

/** YYYY-MM-DD on the lab's calendar. */
export type Day = string
/** Whole cents. */
export type Cents = number

/** A line of a form that counts with the case: without rush, and without what is printed and shipped. */
export interface FormLine {
  fee: string
  times: number
  unit: Cents
}
/** What is printed in one arch: 1 trays, 2 guides, 3 brackets, 4 aligner models, 5 a study model. */
export interface PrintItem {
  content: 1 | 2 | 3 | 4 | 5
  /** Whether brackets are inserted. */
  brackets: boolean
  /** A corrected tray, which is free. */
  corrected?: boolean
}
/** A print of the lab. */
export interface Print {
  case: string
  items: PrintItem[]
  /** Which kind of study model: `horseshoe`. */
  model: string
  /** How it ships when it is completed: `express`; `standard` costs nothing. */
  method: string
  /** The prices that hold for it, by fee. */
  prices: Record<string, Cents>
  free?: boolean
}

/** What happens, in this order. */
export type MonthEvent = { day: Day } & (
  | { what: 'submitted'; case: string; delay: number; lines: FormLine[]; rush: Cents | null }
  | { what: 'changed'; case: string; lines: FormLine[]; rush: Cents | null }
  | { what: 'ready'; case: string }
  | { what: 'canceled'; case: string }
  /** Prints that are completed together, in the order of their cases; `entered` is the fee for the parcel. */
  | { what: 'printed'; prints: Print[]; entered: Cents | null }
  /** A print is canceled; which of its two steps are finished. */
  | { what: 'print canceled'; print: Print; isPrinted: boolean; isInserted: boolean }
  | { what: 'entered'; id: string; case: string | null; label: string; cents: Cents }
  | { what: 'taken off'; id: string }
  | { what: 'closed by hand' }
  /** Another price list, or other own prices. */
  | ({ what: 'prices' } & PricesOfOrders)
  /** The credit of the practice from now on, in the place of what it had. */
  | { what: 'credit'; cents: Cents; from: Day | null; to: Day | null }
)

/** What an order is judged by. */
export interface PricesOfOrders {
  monthlyFee: Cents
  tiers: { volume: number; percent: number }[]
}

/** What a practice has agreed, and what the lab asks of everyone. Percentages as they are written: 6.875. */
export interface MonthTerms {
  /** The day of the contract, and the last day that is looked at. */
  begins: Day
  until: Day
  /** What the invoices are called, in the order in which they close. */
  numbers: readonly number[]
  method: 'card' | 'bank' | null
  cardFee: number
  tax: { state: string; percent: number }
  billingState: string
  /** What holds at the beginning. */
  prices: PricesOfOrders
  rules: { label: string; cents: Cents; from: Day | null; to: Day | null }[]
  /** A code for the monthly fee, entered on a day, for so many monthly invoices. */
  code: { word: string; entered: Day; months: number; off: { percent: number } | { cents: Cents } } | null
}

/** A row of the ledger. */
export interface LedgerRow {
  day: Day
  case: string | null
  cause: 'form' | 'rush' | 'change' | 'print' | 'by hand' | 'carried'
  fee: string | null
  label: string
  times: number
  unit: Cents
  amount: Cents
  printedArches: number
  voided: Day | null
  invoice: number | null
}
export interface PaperLine {
  case: string | null
  label: string
  amount: Cents
}
/** An invoice. Reductions are zero or more and to be subtracted. */
export interface Paper {
  number: number
  day: Day
  lines: PaperLine[]
  linesTotal: Cents
  volume: { printedArches: number; base: Cents; amount: Cents } | null
  promotion: { word: string; amount: Cents } | null
  discounts: PaperLine[]
  credit: Cents
  subtotal: Cents
  tax: Cents
  cardFee: Cents
  total: Cents
  /** What goes onto the next order. */
  carried: Cents
}
