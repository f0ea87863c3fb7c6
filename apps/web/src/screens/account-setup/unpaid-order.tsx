import { invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import { orders } from '@archwire/contract/client/orders'
import { useSuspenseQuery } from '@tanstack/react-query'
import { InvoicePaper } from '../../features/invoices/index.ts'
import { query } from '../../lib/query.ts'

/** The first order whose payment was returned: it is paid as it is, by another method (`billing/bank`). */
export function UnpaidOrder({ id }: { id: number }) {
  const { order, metadata } = useSuspenseQuery(query(orders.get, { params: { id } })).data
  return (
    <>
      <p>{invoiceTitle(order.invoice_id)}</p>
      <InvoicePaper order={order} metadata={metadata} />
    </>
  )
}
