import type { OrderMetadata } from '@archwire/contract/billing/schema.ts'
import { formatDay } from '../../lib/format.ts'
import type { Line } from './invoice-lines.ts'
import { InvoiceRows, type OnRemove } from './invoice-rows.tsx'
import { wayOf } from './removal.ts'
import styles from './invoice-paper.module.css'

type ToComeRows = OrderMetadata['template_data']['to_come']

const lineOf = ({ id, label, details, day, patient, value, can_remove }: ToComeRows[number]): Line => ({
  key: `to come ${id}`,
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
export const ToCome = ({ rows, onRemove }: Props) => (
  <div className={styles.toCome}>
    <h3>To come</h3>
    <p>These count from the closing day on. They are not in the sums above.</p>
    <table className={styles.paper}>
      <caption className="visually-hidden">To come</caption>
      <tbody>
        <InvoiceRows lines={rows.map(lineOf)} onRemove={onRemove} />
      </tbody>
    </table>
  </div>
)
