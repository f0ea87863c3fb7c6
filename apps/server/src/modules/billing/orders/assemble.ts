import { products } from '@archwire/contract/billing/charge-kinds.ts'
import { invoice, type InvoiceDiscount, type InvoiceLine } from '@archwire/contract/billing/invoice.ts'
import { formatMoney, toDollars, type Cents, type Rate } from '@archwire/contract/core/money.ts'
import type { Assembled, LedgerRow, OrderLine, Rule, Terms } from './rows.ts'

/** The rows that the closing of a monthly order writes: its fee, and what periodic rules charge (`billing/closing`). */
export type MonthlyRow = Pick<LedgerRow, 'fee' | 'kind' | 'label' | 'why' | 'times' | 'unit' | 'cents'>

export const monthlyLabel = 'Monthly Fee'
/** The place of bought seats among the fees. */
export const seatsFee = 'seats'
/** The place of a rule among the fees, by which its row is unique on an order. */
export const ruleFee = (id: number): string => `rule.${id}`

/** What comes with the month; none for an order that closes by hand. What costs nothing is no row. */
export function monthlyRows({
  kind,
  monthlyFee,
  seats,
  rules,
}: Pick<Terms, 'kind' | 'monthlyFee' | 'seats' | 'rules'>): MonthlyRow[] {
  if (kind !== 'monthly') return []
  const fee: MonthlyRow[] =
    monthlyFee > 0
      ? [
          {
            fee: 'settings.flat_monthly',
            kind: 'monthly',
            label: monthlyLabel,
            why: '',
            times: 1,
            unit: monthlyFee,
            cents: monthlyFee,
          },
        ]
      : []
  return [...fee, ...ofSeats(seats), ...rules.map(ofRule)]
}

/** Bought seats, each by its price. */
const ofSeats = ({ count, price }: Terms['seats']): MonthlyRow[] =>
  count * price === 0
    ? []
    : [
        {
          fee: seatsFee,
          kind: 'charge',
          label: 'Seats',
          why: `${count} × ${money(price)}`,
          times: count,
          unit: price,
          cents: count * price,
        },
      ]

/** What a periodic rule charges, or takes off. */
export const ofRule = ({ id, label, cents }: Rule): MonthlyRow => ({
  fee: ruleFee(id),
  kind: 'charge',
  label,
  why: cents < 0 ? 'Periodic discount' : 'Periodic charge',
  times: 1,
  unit: cents,
  cents,
})

/**
 * An order of these rows under these terms, from top to bottom, with its sums (docs/billing.md). The order that is open and
 * the one that closes are computed here. Rows of the month are among `rows`, from `monthlyRows`. Pure.
 */
export function assemble(rows: readonly LedgerRow[], terms: Terms): Assembled {
  const sorted = rows.toSorted(inOrder)
  const isRule = (row: LedgerRow) => row.source === 'order' && row.fee?.startsWith('rule.')
  // Of what takes off, rows of people and differences come first, and what rules bring follows (docs/billing.md).
  const isPeriodicDiscount = (row: LedgerRow) => isRule(row) && row.cents < 0
  const periodic = sorted.filter(isPeriodicDiscount)
  const rest = sorted.filter((row) => !isPeriodicDiscount(row))
  const place = new Map(sorted.map((row, index) => [row, index]))
  const lines: InvoiceLine[] = rest.map((row) => ({
    id: place.get(row)!,
    kind: row.kind,
    label: row.label,
    amount: row.cents,
    printedArches: row.printed_arches,
  }))
  const discounts: InvoiceDiscount[] = periodic.map((row) => ({
    id: place.get(row)!,
    label: row.label,
    off: { fixed: -row.cents },
  }))
  const { credit, promotion, tiers, tax, cardFee, billingState, method, day, period } = terms
  const sums = invoice(lines, {
    day,
    method,
    cardFee,
    tax,
    billingState,
    volumeTiers: tiers,
    promotion: promotion && { code: promotion.code, type: 2, off: promotion.off },
    discounts,
    credits: credit ? [credit] : [],
  })
  const lineOf = (row: LedgerRow, cents: Cents, notTaken: Cents): OrderLine => ({
    ...blank,
    id: row.id,
    kind: row.cents < 0 ? 'discount' : productOf(row) === null ? 'charge' : 'product',
    description: row.label,
    details: notTaken > 0 ? `${row.why ? `${row.why} ` : ''}${cappedWords(row, notTaken)}` : row.why,
    cents,
    product_id: row.cents < 0 ? null : productOf(row),
    row,
    not_taken: notTaken,
    ...((row.kind === 'monthly' || isSeats(row)) && period ? { start: period.start, end: period.end } : {}),
    rule_id: isRule(row) ? Number(row.fee!.slice('rule.'.length)) : null,
  })
  const shown: OrderLine[] = [
    ...sums.lines.map(({ id }) => sorted[id!]!).map((row) => lineOf(row, row.cents, 0)),
    ...(sums.volume
      ? [
          {
            ...blank,
            kind: 'discount' as const,
            description: 'Volume discount',
            details: `${percentOf(sums.volume.rate)} of ${money(sums.volume.base)}, ${sums.volume.printedArches} printed arches`,
            cents: sums.volume.amount,
          },
        ]
      : []),
    ...(promotion && sums.promotion ? [codeLine(promotion, sums.promotion.amount, monthlyFeeOf(rest))] : []),
    ...sums.discounts.map(({ id, asked, amount }) => lineOf(sorted[id!]!, amount, asked - amount)),
    ...sums.credits.map(({ amount }) => ({
      ...blank,
      kind: 'credit' as const,
      description: 'Credit',
      cents: amount,
      credit_version: credit!.version,
    })),
  ]
  return {
    lines: shown,
    volume: sums.volume && { printedArches: sums.volume.printedArches, rate: sums.volume.rate },
    sums: { subtotal: sums.subtotal, tax: sums.tax, cardFee: sums.cardFee, total: sums.total },
    carried: shown.reduce(
      (sum, line) => sum + (line.kind === 'discount' && line.row && line.rule_id === null ? line.not_taken : 0),
      0,
    ),
  }
}

const blank = {
  id: 0,
  details: '',
  product_id: null,
  promotion_code: null,
  promotion_code_id: null,
  row: null,
  not_taken: 0,
  start: null,
  end: null,
  rule_id: null,
  credit_version: null,
} satisfies Omit<OrderLine, 'kind' | 'description' | 'cents'>

const monthlyFeeOf = (rows: readonly LedgerRow[]): Cents =>
  rows.reduce((sum, { kind, cents }) => sum + (kind === 'monthly' ? cents : 0), 0)

/** What a code takes off the monthly fee. It has a line also where there is no fee: the month counts. */
function codeLine(
  { id, code, off, months, month }: NonNullable<Terms['promotion']>,
  cents: Cents,
  fee: Cents,
): OrderLine {
  const part = 'fixed' in off ? money(off.fixed) : percentOf(off.rate)
  const which = months === 1 ? '' : `, invoice ${month} of ${months}`
  return {
    ...blank,
    kind: 'discount',
    description: 'Promotion code',
    details: `${part} off the monthly fee of ${money(fee)}${which}`,
    cents,
    promotion_code: code,
    promotion_code_id: id,
  }
}

const money = (cents: Cents): string => formatMoney(toDollars(cents))
export const percentOf = (rate: Rate): string => `${rate / 10_000} %`

const cappedWords = (row: LedgerRow, notTaken: Cents): string =>
  row.source === 'order'
    ? `Of ${money(-row.cents)}, as far as something is left.`
    : `Of ${money(-row.cents)}; ${money(notTaken)} are carried over to the next invoice.`

/** The product of a row above zero; null for charges that people, rules and differences bring. */
export function productOf({ source, fee }: Pick<LedgerRow, 'source' | 'fee'>): number | null {
  if (source === 'form') return products.case
  if (source === 'rush') return products.rush
  if (source === 'print') return fee?.startsWith('shipping') ? products.shipping : products.print
  if (source === 'order' && fee === 'settings.flat_monthly') return products.monthlyFee
  if (source === 'order' && fee === seatsFee) return products.seat
  return null
}

const isSeats = ({ source, fee }: Pick<LedgerRow, 'source' | 'fee'>): boolean => source === 'order' && fee === seatsFee
const rankOf = (row: LedgerRow): number => (row.kind === 'monthly' ? 2 : isSeats(row) ? 1 : 0)

/** The monthly fee and the seats, the cases by their numbers, then what is for the practice, each by the day and as it was written. */
const inOrder = (a: LedgerRow, b: LedgerRow): number =>
  rankOf(b) - rankOf(a) ||
  (a.patient?.case_number ?? Infinity) - (b.patient?.case_number ?? Infinity) ||
  a.day.localeCompare(b.day) ||
  a.id - b.id ||
  (a.fee ?? '').localeCompare(b.fee ?? '', 'en', { numeric: true })
