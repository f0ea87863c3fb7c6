import type { Order } from '@archwire/contract/billing/schema.ts'
import { invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import { orders } from '@archwire/contract/client/orders'
import { isStaff } from '@archwire/contract/roles.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import {
  AddByHand,
  AddCode,
  DownloadInvoice,
  InvoiceFacts,
  InvoicePaper,
  InvoicePayments,
  InvoiceReviews,
  InvoiceState,
  UnpaidInvoice,
} from '../../features/invoices/index.ts'
import { query } from '../../lib/query.ts'
import { allowed, roleOf, useSession, type Session } from '../../lib/session.tsx'
import { Page, Section } from '../../ui/page.tsx'

/** An invoice or receipt of a practice (`billing/order`, `billing/who-reads`). */
export function OrderPage({ id }: { id: number }) {
  const { order, metadata } = useSuspenseQuery(query(orders.get, { params: { id } })).data
  const session = useSession()
  const { organization } = order
  return (
    <Page
      title={invoiceTitle(order.invoice_id)}
      above={aboveOf(organization, session)}
      badge={<InvoiceState order={order} />}
      actions={
        <>
          <AddCode order={order} />
          <AddByHand order={order} />
          <DownloadInvoice order={order} />
        </>
      }
      narrow
    >
      <UnpaidInvoice order={order} metadata={metadata} />
      <Section title="Information">
        <InvoiceFacts order={order} metadata={metadata} whole />
      </Section>
      <Section title="Lines">
        <InvoicePaper order={order} metadata={metadata} />
      </Section>
      {order.payments.length > 0 && (
        <Section title="Payments">
          <InvoicePayments order={order} />
        </Section>
      )}
      {order.reviews.length > 0 && (
        <Section title="Payments under review">
          <InvoiceReviews order={order} />
        </Section>
      )}
    </Page>
  )
}

/** The invoices of its practice: of the lab's people on the page of the practice, of its own on their account page. */
function aboveOf({ id, name }: Order['organization'], { me, organization }: Session) {
  if (isStaff(roleOf(me))) return { label: name, to: `/organizations/${id}`, search: { tab: 'invoices' } }
  // The account page shows the practice that a person works in.
  const isThere = organization?.id === id && allowed(me, organization, 'organization.get-current-order')
  return isThere
    ? { label: 'Invoices', to: '/account', search: { tab: '4' } }
    : { label: 'Organization', to: '/account', search: { tab: '6' } }
}
