import { invoiceStatuses, invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import { orders } from '@archwire/contract/client/orders'
import { isStaff } from '@archwire/contract/roles.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { DownloadInvoice, FeeDue, InvoicePaper, InvoicePayments } from '../../features/invoices/index.ts'
import { formatInstant } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import { StatusBadge } from '../../ui/badges.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Page, Section } from '../../ui/page.tsx'

/** An invoice or receipt of a practice (`billing/order`, `billing/who-reads`). */
export function OrderPage({ id }: { id: number }) {
  const { order, metadata } = useSuspenseQuery(query(orders.get, { params: { id } })).data
  const { me } = useSession()
  const { organization } = order
  const above = isStaff(roleOf(me))
    ? { label: organization.name, to: `/organizations/${organization.id}` }
    : { label: 'Organization', to: '/account', search: { tab: '6' } }
  return (
    <Page
      title={invoiceTitle(order.invoice_id)}
      above={above}
      badge={<StatusBadge status={invoiceStatuses[order.fm_invoice_status]} />}
      actions={<DownloadInvoice order={order} />}
      narrow
    >
      {order.fm_invoice_status === 'NOT_PAID' && metadata.template_data.startup_fee !== null && (
        <FeeDue organizationId={organization.id} says="The payment of this invoice did not go through." />
      )}
      <Section title="Information">
        <DescriptionList
          columns
          items={[
            ['Practice', organization.name],
            ['Account Number', organization.account_number],
            ['Date', formatInstant(order.created_at)],
            ['Paid', order.fm_paid_at && formatInstant(order.fm_paid_at)],
          ]}
        />
      </Section>
      <Section title="Lines">
        <InvoicePaper order={order} />
      </Section>
      {order.payments.length > 0 && (
        <Section title="Payments">
          <InvoicePayments order={order} />
        </Section>
      )}
    </Page>
  )
}
