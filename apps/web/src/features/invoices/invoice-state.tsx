import { invoiceStateLabel, invoiceStatuses } from '@archwire/contract/billing/statuses.ts'
import type { OrderInList } from '@archwire/contract/billing/schema.ts'
import { StatusBadge } from '../../ui/badges.tsx'

/** The state of an invoice; of one that the lab settled, how (`billing/labels`, `billing/settled`). */
export const InvoiceState = ({ order }: { order: Pick<OrderInList, 'fm_invoice_status' | 'settled_as'> }) => (
  <StatusBadge status={{ label: invoiceStateLabel(order), color: invoiceStatuses[order.fm_invoice_status].color }} />
)
