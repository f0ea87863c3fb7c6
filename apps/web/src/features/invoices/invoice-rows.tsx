import { caseCode } from '@archwire/contract/billing/paper.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { Button } from '@mantine/core'
import { useId, useRef } from 'react'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import type { Line } from './invoice-lines.ts'
import { hasFacts, LineFacts } from './line-facts.tsx'
import styles from './invoice-paper.module.css'

export type OnRemove = (line: Line) => void

interface Props {
  lines: readonly Line[]
  onRemove: OnRemove
}

/** Lines of an invoice, a row of its table each. */
export const InvoiceRows = ({ lines, onRemove }: Props) =>
  lines.map((line) => <Row key={line.key} line={line} onRemove={onRemove} />)

/** Where the keyboard goes when a row was removed: to the row beside it, else to the heading above. */
const beside = (row: HTMLElement) => [
  ...[row.nextElementSibling, row.previousElementSibling].map((next) =>
    next?.querySelector<HTMLElement>('summary, a[href], button'),
  ),
  row.closest('section')?.querySelector('h2'),
]

/** A line, which opens to what it is made of, and what takes it off. */
function Row({ line, onRemove }: { line: Line; onRemove: OnRemove }) {
  const row = useRef<HTMLTableRowElement>(null)
  useKeptFocus(row, { places: beside })
  const words = <Words line={line} />
  return (
    <tr ref={row}>
      <td>
        {hasFacts(line) ? (
          <details className={styles.line}>
            <summary>{words}</summary>
            <LineFacts line={line} />
          </details>
        ) : (
          words
        )}
        {line.removal && <Remove line={line} removal={line.removal} onRemove={onRemove} />}
      </td>
      <td className="numeric">{formatMoney(line.value)}</td>
    </tr>
  )
}

const Words = ({ line: { label, patient, details } }: { line: Line }) => (
  <span>
    {label}
    {(patient || details !== '') && (
      <small>
        {patient && <span translate="no">{`${patient.name} (${caseCode(patient.case_number)})`}</span>}
        {patient && details !== '' && ' · '}
        {details}
      </small>
    )}
  </span>
)

interface RemoveProps {
  line: Line
  removal: NonNullable<Line['removal']>
  onRemove: OnRemove
}

/** Takes a line off, after a question; what cannot be taken off says why (`billing/by-hand`). */
function Remove({ line, removal: { why }, onRemove }: RemoveProps) {
  const id = useId()
  const blocked = why !== undefined && { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': id }
  return (
    <span className={styles.remove}>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Remove: ${line.label}`}
        {...blocked}
        onClick={why === undefined ? () => onRemove(line) : undefined}
      >
        Remove
      </Button>
      {why !== undefined && <small id={id}>{why}</small>}
    </span>
  )
}
