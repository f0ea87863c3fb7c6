import { hasBlocks, paperSums } from '@archwire/contract/billing/paper.ts'
import type { Order, OrderMetadata } from '@archwire/contract/billing/schema.ts'
import { counted } from '@archwire/contract/core/counted.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { useState } from 'react'
import { linesOf, sumOf, type Line } from './invoice-lines.ts'
import { InvoiceRows } from './invoice-rows.tsx'
import { PatientBlocks } from './patient-blocks.tsx'
import { RemoveLine } from './remove-line.tsx'
import { ToCome } from './to-come.tsx'
import styles from './invoice-paper.module.css'

interface Props {
  order: Order
  metadata: OrderMetadata
}

/**
 * An order from top to bottom, open or closed: a block for each case and the lines beside them, or one list; the sums;
 * and what is to come (`billing/layouts`, `billing/open-order`).
 */
export function InvoicePaper({ order, metadata }: Props) {
  const { template_data: template } = metadata
  const [asked, setAsked] = useState<Line | null>(null)
  const blocks = hasBlocks(order, metadata) ? template.patients : []
  return (
    <div className={styles.whole}>
      {blocks.length > 0 && <PatientBlocks blocks={blocks} onRemove={setAsked} />}
      <table className={styles.paper}>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {blocks.length > 0 && (
            <tr>
              <td>{counted(blocks.length, 'patient')}</td>
              <td className="numeric">{formatMoney(sumOf(blocks.map(({ total }) => total)))}</td>
            </tr>
          )}
          <InvoiceRows lines={linesOf(order, blocks.length > 0)} onRemove={setAsked} />
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
      {template.to_come.length > 0 && <ToCome rows={template.to_come} onRemove={setAsked} />}
      {asked && <RemoveLine orderId={order.id} line={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}
