import { paperPayments } from '@archwire/contract/billing/paper.ts'
import type { Order } from '@archwire/contract/billing/schema.ts'
import { paymentStatuses } from '@archwire/contract/billing/statuses.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { formatInstant } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/badges.tsx'
import styles from './invoice-paper.module.css'

/** Every try to pay an invoice, and what was paid back, as on its PDF (`billing/payments`, `billing/refunds`). */
export const InvoicePayments = ({ order }: { order: Order }) => (
  <table className={styles.paper}>
    <thead>
      <tr>
        <th scope="col">Payment</th>
        <th scope="col">Amount</th>
      </tr>
    </thead>
    <tbody>
      {paperPayments(order).map(({ type, at, label, status, message, by, value }, index) => (
        // Payments keep their places, and two may say the same.
        <tr key={index}>
          <td>
            <span className={styles.payment}>
              {type === 'Refund' ? `Refund to ${label}` : label}
              {status && <StatusBadge status={paymentStatuses[status]} />}
            </span>
            <small>{[formatInstant(at), by, message].filter(Boolean).join(' · ')}</small>
          </td>
          <td className="numeric">{formatMoney(value)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
