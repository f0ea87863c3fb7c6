import { readFileSync } from 'node:fs'
import { formatMoney, toDollars } from '@archwire/contract/core/money.ts'
import { describe, expect, it } from 'vitest'
import { monthExamples } from '../../test/billing/month-examples.ts'
import { closingDays, naiveMonth, type LedgerRow, type Paper } from '../../test/billing/naive-month.ts'

const page = readFileSync(new URL('../../../../docs/billing.md', import.meta.url), 'utf8')

/** The tables of the chapter: by practice, then by title, with their rows as they are written. */
const practices = page
  .slice(page.indexOf('## A month of three practices'))
  .split(/^### /m)
  .slice(1)
  .map((practice) => {
    const [name = '', ...tables] = practice.split(/^#### /m)
    return [name.split('\n')[0]!, Object.fromEntries(tables.map(tableOf))] as const
  })
function tableOf(section: string): [title: string, rows: string[][]] {
  const [title = '', ...rest] = section.split('\n')
  const rows = rest.filter((row) => row.startsWith('|')).slice(2)
  return [
    title,
    rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ),
  ]
}

const money = (cents: number) => formatMoney(toDollars(cents))
const named = ({ case: patient, label }: { case: string | null; label: string }) =>
  patient === null ? label : `${patient} ${label}`

const ledgerRow = (row: LedgerRow) => [
  row.day,
  row.case ?? '',
  row.cause,
  row.fee === null ? '' : `\`${row.fee}\``,
  `${row.times}`,
  money(row.unit),
  money(row.amount),
  row.voided ? `voided ${row.voided}` : `${row.invoice ?? 'to come'}`,
]
const paperRows = (paper: Paper) =>
  [
    ...paper.lines.map((line) => [named(line), line.amount] as const),
    ['Sum of lines', paper.linesTotal] as const,
    ...(paper.volume ? [['Volume discount', -paper.volume.amount] as const] : []),
    ...(paper.promotion ? [[`Promotion code ${paper.promotion.word}`, -paper.promotion.amount] as const] : []),
    ...paper.discounts.map((line) => [named(line), 0 - line.amount] as const),
    ...(paper.credit > 0 ? [['Credit', -paper.credit] as const] : []),
    ['Subtotal', paper.subtotal] as const,
    ['Tax', paper.tax] as const,
    ['Card fee', paper.cardFee] as const,
    ['Total', paper.total] as const,
  ].map(([label, cents]) => [label, money(cents)])

it('the month of docs/billing.md is that of three practices', () =>
  expect(practices.map(([name]) => name)).toEqual(Object.keys(monthExamples)))

describe.each(practices)('%s', (name, tables) => {
  const { terms, events } = monthExamples[name]!
  const { ledger, papers } = naiveMonth(terms, events)

  it('has the ledger of the page', () => {
    const [, rows] = Object.entries(tables).find(([title]) => title.startsWith('The ledger of'))!
    expect(ledger.map(ledgerRow)).toEqual(rows)
  })
  it('has the invoices of the page, line by line', () => {
    const written = Object.entries(tables).filter(([title]) => title.startsWith('Invoice '))
    expect(papers.map((paper) => [`Invoice ${paper.number}, ${paper.day}`, paperRows(paper)])).toEqual(
      written.map(([title, rows]) => [title, rows.map(([label, , amount]) => [label, amount])]),
    )
  })
  it('is charged each row once: what its rows come to is what its invoices take of them', () => {
    const charged = ledger.filter(({ invoice, cause }) => invoice !== null && cause !== 'carried')
    const ofRows = new Set(ledger.map(named))
    const taken = papers
      .flatMap(({ lines, discounts }) => [
        ...lines,
        ...discounts.map((discount) => ({ ...discount, amount: -discount.amount })),
      ])
      .filter((line) => ofRows.has(named(line)))
    const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)
    expect(sum(taken) - papers.at(-1)!.carried).toBe(sum(charged))
  })
})

it('closes on the same day number, in a short month on its last day', () => {
  expect(closingDays('2027-01-01', '2027-05-31')).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
  ])
  expect(closingDays('2027-12-31', '2028-03-30')).toEqual(['2028-01-30', '2028-02-29', '2028-03-30'])
})
