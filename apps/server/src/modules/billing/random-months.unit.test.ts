import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { naiveMonth, type LedgerRow, type Paper } from '../../../test/billing/naive-month.ts'
import { plainMonth } from '../../../test/billing/plain-month.ts'
import { productMonth, type ClosedOrder, type KeptRow } from '../../../test/billing/product-month.ts'
import { randomMonths } from '../../../test/billing/random-months.ts'

/** The ledger and the invoices of random months against the computation that was written from docs/billing.md alone. */
const count = process.env.LONG === '1' ? 2000 : 200

const named = (patient: number | null): string | null => (patient === null ? null : `C-${patient}`)
const sources: Partial<Record<string, LedgerRow['cause']>> = {
  form: 'form',
  rush: 'rush',
  change: 'change',
  print: 'print',
  by_hand: 'by hand',
  patient: 'by hand',
  carried: 'carried',
}

/** A row of the product's ledger as the naive one has it; what comes with the month is on the invoices alone there. */
const plainRow = (row: KeptRow): LedgerRow => ({
  day: row.day,
  case: named(row.patient_id),
  cause: sources[row.source]!,
  fee: row.fee,
  label: row.label,
  times: row.times,
  unit: row.unit_cents,
  amount: row.times * row.unit_cents,
  printedArches: row.printed_arches,
  voided: row.voided,
  invoice: row.invoice,
})

function plainPaper({ day, assembled }: ClosedOrder, index: number): Paper {
  const { lines, volume, sums, carried } = assembled
  const line = ({ row, description: label, cents: amount }: (typeof lines)[number]) => ({
    case: named(row?.patient_id ?? null),
    label,
    amount,
  })
  const above = lines.filter(({ kind }) => kind === 'product' || kind === 'charge')
  const off = lines.filter(({ kind, promotion_code }) => kind === 'discount' && promotion_code === null)
  const code = lines.find(({ promotion_code }) => promotion_code !== null)
  const arches = lines.filter(({ kind, row }) => kind !== 'discount' && row?.fee?.startsWith('arch.'))
  return {
    number: index + 1,
    day,
    lines: above.map(line),
    linesTotal: above.reduce((sum, { cents }) => sum + cents, 0),
    promotion: code ? { word: code.promotion_code!, amount: code.cents } : null,
    volume: volume && {
      printedArches: volume.printedArches,
      base: arches.reduce((sum, { cents }) => sum + cents, 0),
      amount: off.find(({ row }) => row === null)!.cents,
    },
    discounts: off.filter(({ row }) => row !== null).map(line),
    credit: lines.find(({ kind }) => kind === 'credit')?.cents ?? 0,
    subtotal: sums.subtotal,
    tax: sums.tax,
    cardFee: sums.cardFee,
    total: sums.total,
    carried,
  }
}

/** How often what is rare happened, so that the months are known to hold it. */
function tally(seen: Record<string, number>, ledger: readonly LedgerRow[], papers: readonly Paper[]): void {
  const add = (what: string, times: number) => {
    seen[what] = (seen[what] ?? 0) + times
  }
  const rows = (holds: (row: LedgerRow) => boolean) => ledger.filter(holds).length
  const of = (holds: (paper: Paper) => unknown) => papers.filter(holds).length
  add(
    'rushes',
    rows(({ cause }) => cause === 'rush'),
  )
  add(
    'differences below zero',
    rows(({ cause, amount }) => cause === 'change' && amount < 0),
  )
  add(
    'differences above zero',
    rows(({ cause, amount }) => cause === 'change' && amount > 0),
  )
  add(
    'differences voided',
    rows((row) => row.cause === 'change' && row.voided !== null),
  )
  add(
    'printed arches for nothing',
    rows((row) => row.printedArches > 0 && row.amount === 0),
  )
  add(
    'volume discounts',
    of(({ volume }) => volume),
  )
  add(
    'credits',
    of(({ credit }) => credit > 0),
  )
  add(
    'promotion codes',
    of(({ promotion }) => promotion && promotion.amount > 0),
  )
  add(
    'promotion codes of nothing',
    of(({ promotion }) => promotion?.amount === 0),
  )
  add(
    'taxes',
    of(({ tax }) => tax > 0),
  )
  add(
    'card fees',
    of(({ cardFee }) => cardFee > 0),
  )
  add(
    'carried',
    of(({ carried }) => carried > 0),
  )
  add(
    'invoices of nothing',
    of(({ total }) => total === 0),
  )
}

it(`${count} random months have the ledger and the invoices that docs/billing.md says`, () => {
  const numbers = Array.from({ length: 500 }, (_, index) => index + 1)
  const seen: Record<string, number> = {}
  let index = 0
  for (const month of randomMonths(31, count)) {
    index += 1
    const { terms, events } = plainMonth(month, numbers)
    const said = naiveMonth(terms, events)
    const made = productMonth(month)
    tally(seen, said.ledger, said.papers)
    const rows = made.ledger.filter(({ source }) => source !== 'order').map(plainRow)
    const invoices = made.orders.map(plainPaper)
    // What agrees is not compared a second time: it would take most of the test.
    if (isDeepStrictEqual(rows, said.ledger) && isDeepStrictEqual(invoices, said.papers)) continue
    expect(rows, `ledger of month ${index}`).toEqual(said.ledger)
    expect(invoices, `invoices of month ${index}`).toEqual(said.papers)
  }
  expect(index).toBe(count)
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(count / 20)
})
