import { caseCode } from '@archwire/contract/billing/paper.ts'
import type { OrderMetadata } from '@archwire/contract/billing/schema.ts'
import { counted } from '@archwire/contract/core/counted.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { useState } from 'react'
import { formatDay } from '../../lib/format.ts'
import { sumOf, type Line } from './invoice-lines.ts'
import { InvoiceRows, type OnRemove } from './invoice-rows.tsx'
import { wayOf } from './removal.ts'
import styles from './invoice-paper.module.css'

type ToComeRows = OrderMetadata['template_data']['to_come']

/** Up to so many rows are a list; of more, those of each case are one line until it is opened. */
const mostListed = 10

// What only a closing will write has no number of its own yet.
const lineOf = ({ id, label, details, day, patient, value, can_remove }: ToComeRows[number], index: number): Line => ({
  key: id === 0 ? `unwritten ${index}` : `to come ${id}`,
  label,
  details: [`From ${formatDay(day, true)}`, details].filter(Boolean).join('. '),
  value,
  patient,
  removal: can_remove ? wayOf(value < 0 ? 'discount' : 'charge', id, patient?.id ?? null) : undefined,
})

interface Props {
  rows: ToComeRows
  onRemove: OnRemove
}

/** What counts from the closing day on: apart from the invoice, and in none of its sums (`billing/open-order`). */
export function ToCome({ rows, onRemove }: Props) {
  const lines = rows.map(lineOf)
  const isFolded = lines.length > mostListed
  const listed = isFolded ? lines.filter(({ patient }) => !patient) : lines
  return (
    <div className={styles.toCome}>
      <h3>To come</h3>
      <p>These are for a later invoice, and not in the sums above.</p>
      {listed.length > 0 && <Rows name="To come" lines={listed} onRemove={onRemove} />}
      {isFolded && (
        <ul className={styles.blocks} aria-label="To come, by patient">
          {casesOf(lines).map((ofCase) => (
            <Case key={ofCase[0]!.patient!.case_number} lines={ofCase} onRemove={onRemove} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** The lines of each case, in the order of the first of them. */
const casesOf = (lines: readonly Line[]): Line[][] => [
  ...Map.groupBy(
    lines.filter(({ patient }) => patient),
    ({ patient }) => patient!.case_number,
  ).values(),
]

/** The lines of a case: who it is, how many and how much, and behind them the lines. Folded, they are not drawn. */
function Case({ lines, onRemove }: { lines: readonly Line[]; onRemove: OnRemove }) {
  const [open, setOpen] = useState(false)
  const { name, case_number } = lines[0]!.patient!
  return (
    <li>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span>
            <strong translate="no">{`${name} (${caseCode(case_number)})`}</strong>
            <small>{counted(lines.length, 'line')}</small>
          </span>
          <strong className="numeric">{formatMoney(sumOf(lines.map(({ value }) => value)))}</strong>
        </summary>
        {open && <Rows name={`To come for ${name}`} lines={lines} onRemove={onRemove} />}
      </details>
    </li>
  )
}

const Rows = ({ name, lines, onRemove }: { name: string; lines: readonly Line[]; onRemove: OnRemove }) => (
  <table className={styles.paper}>
    <caption className="visually-hidden">{name}</caption>
    <tbody>
      <InvoiceRows lines={lines} onRemove={onRemove} />
    </tbody>
  </table>
)
