import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { databaseMonth, type DatabaseMonth } from './database-month.ts'
import { givenIn, type Given } from '../given.ts'
import { naiveMonth, type LedgerRow, type Paper } from './naive-month.ts'
import { codeWord, plainMonth } from './plain-month.ts'
import { randomMonths } from './random-months.ts'

/** Random months on a database against the computation that was written from docs/billing.md alone (`billing/ledger`). */
const count = process.env.LONG === '1' ? 100 : 8

let test: TestApp
let given: Given
let settings: object
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  const { rows } =
    await sql<object>`select tax_state, tax_rate_percent, credit_card_fee_percent from lab_settings`.execute(
      test.connection.db,
    )
  settings = rows[0]!
})
afterAll(async () => {
  await test.connection.db.updateTable('lab_settings').set(settings).execute()
  await test.close()
})

const named = (patients: DatabaseMonth['patients']) => {
  const numbers = new Map([...patients].map(([number, id]) => [id, number]))
  return (id: number | null) => (id === null ? null : `C-${numbers.get(id)!}`)
}

interface Row extends Omit<LedgerRow, 'case' | 'cause' | 'voided'> {
  patient_id: number | null
  source: string
  voided: boolean
}
/** The ledger of a practice, as it was written; what comes with the month is on its invoices alone. */
async function ledgerOf({ organizationId, patients }: DatabaseMonth) {
  const { rows } = await sql<Row>`
    select c.day::text as day, c.patient_id, c.source, c.fee, c.label, c.times, c.unit_cents as unit, c.cents as amount,
      c.printed_arches as "printedArches", c.voided_at is not null as voided, r.invoice_id as invoice
    from charges c left join orders r on r.id = c.order_id
    where c.organization_id = ${organizationId} and c.source <> 'order' order by c.id`.execute(test.connection.db)
  const name = named(patients)
  return rows.map(({ patient_id, source, ...row }) => ({
    ...row,
    case: name(patient_id),
    cause: source === 'by_hand' || source === 'patient' ? 'by hand' : source,
  }))
}

interface Line {
  kind: 'product' | 'charge' | 'discount' | 'credit'
  label: string
  amount: number
  patient_id: number | null
  is_row: boolean
  code: number | null
}
const isCode = ({ code }: Line) => code !== null
/** The invoices of a practice after its first order, with their lines. */
async function invoicesOf({ organizationId, patients }: DatabaseMonth) {
  const { rows } = await sql<
    Pick<Paper, 'number' | 'day' | 'subtotal' | 'tax' | 'cardFee' | 'total' | 'carried'> & { all: Line[] }
  >`
    select r.invoice_id as number, r.closing_day::text as day, r.subtotal_cents as subtotal, r.tax_cents as tax, r.card_fee_cents as "cardFee",
      r.total_cents as total, coalesce((select jsonb_agg(jsonb_build_object('kind', l.kind, 'label', l.description, 'amount', l.cents,
        'patient_id', c.patient_id, 'is_row', l.charge_id is not null, 'code', l.promotion_code_id) order by l.position)
        from order_lines l left join charges c on c.id = l.charge_id where l.order_id = r.id), '[]') as "all",
      coalesce((select sum(l.not_taken_cents)::int from order_lines l join charges c on c.id = l.charge_id
        where l.order_id = r.id and c.source <> 'order'), 0) as carried
    from orders r where r.organization_id = ${organizationId} and r.kind <> 'start_up' and r.invoice_id is not null
    order by r.invoice_id`.execute(test.connection.db)
  const name = named(patients)
  const line = ({ patient_id, label, amount }: Line) => ({ case: name(patient_id), label, amount })
  const isAbove = ({ kind }: Line) => kind === 'product' || kind === 'charge'
  return rows.map(({ all, ...paper }) => ({
    ...paper,
    lines: all.filter(isAbove).map(line),
    linesTotal: all.filter(isAbove).reduce((sum, { amount }) => sum + amount, 0),
    promotion: all.filter(isCode).map(({ amount }) => ({ word: codeWord, amount }))[0] ?? null,
    volume: all.find((one) => one.kind === 'discount' && !one.is_row && !isCode(one))?.amount ?? 0,
    discounts: all.filter(({ kind, is_row }) => kind === 'discount' && is_row).map(line),
    credit: all.find(({ kind }) => kind === 'credit')?.amount ?? 0,
  }))
}

it(
  `${count} random months leave the ledger and the invoices that docs/billing.md says`,
  async () => {
    const actor = await given.actor(await given.user('admin'))
    let index = 0
    for (const month of randomMonths(49, count)) {
      index += 1
      const made = await databaseMonth(test, given, actor, month)
      const { terms, events } = plainMonth(month, made.numbers)
      const { ledger, papers } = naiveMonth(terms, events)
      expect(await ledgerOf(made), `ledger of month ${index}`).toEqual(
        ledger.map((row) => ({ ...row, voided: row.voided !== null })),
      )
      expect(await invoicesOf(made), `invoices of month ${index}`).toEqual(
        papers.map((paper) => ({ ...paper, volume: paper.volume?.amount ?? 0 })),
      )
    }
    expect(index).toBe(count)
    // On a busy machine a month takes seconds.
  },
  120_000 + count * 10_000,
)
