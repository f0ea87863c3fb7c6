import { orders } from '@archwire/contract/client/orders'
import { useState } from 'react'
import { query } from '../../lib/query.ts'
import { OrderList } from './order-list.tsx'
import styles from './order-list.module.css'

const closed = 'PENDING,PAID,NOT_PAID,BLOCKED'

/** The closed orders of a practice, read when somebody opens them (`billing/order-lists`). */
export function OldInvoices({ organizationId }: { organizationId: number }) {
  const [opened, setOpened] = useState(false)
  return (
    <section aria-label="Old Invoices" className={styles.old}>
      <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary>
          <h2>Old Invoices</h2>
        </summary>
        {opened && (
          <OrderList
            label="Old Invoices"
            pageOf={(page) =>
              query(orders.listOfOrganization, {
                params: { id: organizationId },
                query: { fm_invoice_status: closed, page },
              })
            }
          />
        )}
      </details>
    </section>
  )
}
