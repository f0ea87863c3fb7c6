import { paperLines, paperPayments, paperSums, paymentWords } from '@archwire/contract/billing/paper.ts'
import type { Order } from '@archwire/contract/billing/schema.ts'
import { invoiceStatuses } from '@archwire/contract/billing/statuses.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { csvOf, textCell } from '../../kernel/csv.ts'

const columns = [
  'Invoice',
  'Organization',
  'Account Number',
  'Date',
  'Paid Date',
  'Status',
  'Type',
  'Description',
  'Amount',
]

/** An order as CSV: a row for each line, its sums, and its payments with their refunds. Days are those of the lab's zone. */
export function invoiceCsv(order: Order, { zone }: { zone: string }): string {
  const dayOf = (instant: string | null) => (instant === null ? '' : dayIn(zone, new Date(instant)))
  const { organization } = order
  const head = [
    order.invoice_id === null ? '' : String(order.invoice_id),
    textCell(organization.name),
    textCell(organization.account_number),
    dayOf(order.created_at),
    dayOf(order.fm_paid_at),
    invoiceStatuses[order.fm_invoice_status].label,
  ]
  const rows = [
    ...paperLines(order).map(({ type, label, value }) => [type, textCell(label), value.toFixed(2)]),
    ...paperSums(order).map(([label, value]) => [label, '', value.toFixed(2)]),
    ...paperPayments(order).map((payment) => [
      payment.type,
      textCell(paymentWords(payment, dayOf(payment.at))),
      payment.value.toFixed(2),
    ]),
  ]
  return csvOf([columns, ...rows.map((row) => [...head, ...row])])
}
