import type { OrderInList } from '@archwire/contract/billing/schema.ts'
import { invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import { orders } from '@archwire/contract/client/orders'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { query } from '../../lib/query.ts'
import { Section } from '../../ui/page.tsx'
import { PartLoading } from '../../ui/states.tsx'
import { InvoiceState } from './invoice-state.tsx'
import { UnpaidInvoice } from './unpaid-invoice.tsx'
import styles from './order-list.module.css'

const title = 'Unpaid invoices'
const unpaid = 'PENDING,NOT_PAID,BLOCKED'

/**
 * The invoices of a practice that are not paid, the oldest first, each with what can be done about it; nothing without any
 * (`billing/invoice-pages`).
 */
export function UnpaidInvoices({ organizationId }: { organizationId: number }) {
  const { data, isPending } = useQuery(
    query(orders.listOfOrganization, {
      params: { id: organizationId },
      query: { fm_invoice_status: unpaid, sort: 'created_at' },
    }),
  )
  if (isPending)
    return (
      <section hidden>
        <PartLoading />
      </section>
    )
  if (!data || data.orders.length === 0) return null
  return (
    <Section title={title}>
      <ul className={styles.list} aria-label={title}>
        {data.orders.map((order) => (
          <UnpaidRow key={order.id} order={order} />
        ))}
      </ul>
    </Section>
  )
}

/** Paid, it leaves the list. */
function UnpaidRow({ order }: { order: OrderInList }) {
  const row = useRef<HTMLLIElement>(null)
  useKeptFocus(row)
  const { data } = useQuery(query(orders.get, { params: { id: order.id } }))
  return (
    <li ref={row}>
      <span className={styles.words}>
        <span className={styles.name}>
          <Link to="/orders/$id" params={{ id: order.id }}>
            {invoiceTitle(order.invoice_id)}
          </Link>
          <InvoiceState order={order} />
        </span>
      </span>
      <span className="numeric">{formatMoney(order.total)}</span>
      <div className={styles.next}>{data && <UnpaidInvoice {...data} named />}</div>
    </li>
  )
}
