import { contractStatuses, invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import type { CloseInvoicePlan } from '@archwire/contract/contracts/schema.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { StatusBadge } from '../../ui/badges.tsx'
import styles from './contracts.module.css'

/** Closed orders that are or will be charged, with state and total; the oldest first. */
export const ChargedOrders = ({ orders }: Pick<CloseInvoicePlan, 'orders'>) => (
  <ul className={styles.charged}>
    {orders.map(({ id, invoice_id, total, fm_invoice_status: status }) => (
      <li key={id}>
        <span className={styles.name}>
          {invoiceTitle(invoice_id)}
          {status !== 'CURRENT' && <StatusBadge status={contractStatuses[status]} />}
        </span>
        <span className="numeric">{formatMoney(total)}</span>
      </li>
    ))}
  </ul>
)
