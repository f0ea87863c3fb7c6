import { orders } from '@archwire/contract/client/orders'
import { useState } from 'react'
import { query } from '../../lib/query.ts'
import { OrderList } from './order-list.tsx'
import styles from './order-list.module.css'

const closed = 'PENDING,PAID,NOT_PAID,BLOCKED'

interface Props {
  organizationId: number
}

/** The closed orders of a practice (`billing/order-lists`). */
export const OldInvoices = ({ organizationId }: Props) => (
  <Folded title="Old Invoices" organizationId={organizationId} states={closed} />
)

/** All orders of a practice, the open one included. */
export const AllInvoices = ({ organizationId }: Props) => (
  <Folded title="All Invoices" organizationId={organizationId} />
)

interface FoldedProps extends Props {
  title: string
  /** Of these states only. */
  states?: string
}

/** Orders of a practice, read when somebody opens them. */
function Folded({ title, organizationId, states }: FoldedProps) {
  const [opened, setOpened] = useState(false)
  return (
    <section aria-label={title} className={styles.old}>
      <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary>
          <h2>{title}</h2>
        </summary>
        {opened && (
          <OrderList
            label={title}
            pageOf={(page) =>
              query(orders.listOfOrganization, {
                params: { id: organizationId },
                query: { fm_invoice_status: states, page },
              })
            }
          />
        )}
      </details>
    </section>
  )
}
