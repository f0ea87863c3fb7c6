import { orders } from '@archwire/contract/client/orders'
import { query } from '../../lib/query.ts'
import { Section } from '../../ui/page.tsx'
import { OrderList } from './order-list.tsx'

/** The orders of the practices of a person, open ones included (`billing/order-lists`). */
export const OrdersOfUser = ({ userId }: { userId: number }) => (
  <Section title="Invoices">
    <OrderList
      label="Invoices"
      ofSeveral
      pageOf={(page) => query(orders.listOfUser, { params: { id: userId }, query: { page } })}
    />
  </Section>
)
