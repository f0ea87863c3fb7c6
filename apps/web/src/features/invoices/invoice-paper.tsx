import { paperLines, paperSums } from '@archwire/contract/billing/paper.ts'
import type { Order } from '@archwire/contract/billing/schema.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import styles from './invoice-paper.module.css'

/** The lines of an invoice and its sums, as on its PDF. */
export const InvoicePaper = ({ order }: { order: Order }) => (
  <table className={styles.paper}>
    <thead>
      <tr>
        <th scope="col">Description</th>
        <th scope="col">Amount</th>
      </tr>
    </thead>
    <tbody>
      {paperLines(order).map(({ type, label, value }, index) => (
        // The lines of an order keep their places, and two may say the same.
        <tr key={index}>
          <td>
            {label} <small>{type}</small>
          </td>
          <td className="numeric">{formatMoney(value)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      {paperSums(order).map(([label, value]) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td className="numeric">{formatMoney(value)}</td>
        </tr>
      ))}
    </tfoot>
  </table>
)
