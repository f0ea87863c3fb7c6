import { addressWords } from '@archwire/contract/billing/paper.ts'
import type { Order, OrderMetadata } from '@archwire/contract/billing/schema.ts'
import { formatDay, formatDays, formatInstant } from '../../lib/format.ts'
import { nameOf } from '../../lib/session.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { OrganizationLink } from '../../ui/record-links.tsx'
import { InvoiceState } from './invoice-state.tsx'

interface Props {
  order: Order
  metadata: OrderMetadata
  /** Of one invoice as a record: with when it was made and paid, and for whom it is; its state stands at the title. */
  whole?: boolean
}

/** The head of an invoice: its state, its days and whose it is (`billing/open-order`). */
export function InvoiceFacts({ order, metadata: { template_data: template }, whole = false }: Props) {
  const { organization, closing_day, due_day, period_start, period_end, fm_invoice_status: status } = order
  const isOpen = status === 'CURRENT'
  const volume = template.volume
  return (
    <DescriptionList
      columns
      items={[
        ['State', !whole && <InvoiceState key="state" order={order} />],
        [
          'Practice',
          <OrganizationLink key="practice" id={organization.id}>
            {nameOf(organization)}
          </OrganizationLink>,
        ],
        ['Account Number', whole && organization.account_number],
        ['Date', whole && formatInstant(order.created_at)],
        [isOpen ? 'Closes on' : 'Closed on', closing_day && formatDay(closing_day, true)],
        ['Closes on', isOpen && closing_day === null && 'No closing day while the practice is suspended or disabled'],
        ['Charged from', (isOpen || status === 'PENDING') && due_day && formatDay(due_day, true)],
        ['Next try', status === 'NOT_PAID' && order.next_try && formatDay(order.next_try, true)],
        ['Period', period_start && period_end && formatDays(`${period_start},${period_end}`)],
        ['Printed arches', volume && `${volume.printed_arches}, volume discount ${volume.discount} %`],
        ['Paid', whole && order.fm_paid_at && formatInstant(order.fm_paid_at)],
        [
          'Billing address',
          whole && order.billing_address && (
            <span key="address" translate="no">
              {addressWords(order.billing_address)}
            </span>
          ),
        ],
      ]}
    />
  )
}
