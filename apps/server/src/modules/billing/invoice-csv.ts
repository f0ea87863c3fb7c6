import {
  addressWords,
  besideBlocks,
  blockLines,
  caseCode,
  hasBlocks,
  paperLines,
  paperPayments,
  paperSums,
  paymentWords,
  type PaperLine,
  reviewWords,
} from '@archwire/contract/billing/paper.ts'
import type { Order, OrderMetadata } from '@archwire/contract/billing/schema.ts'
import { invoiceStateLabel } from '@archwire/contract/billing/statuses.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { csvOf, textCell } from '@archwire/contract/core/csv.ts'

const columns = [
  'Invoice',
  'Organization',
  'Account Number',
  'Billing Address',
  'Date',
  'Closing Day',
  'Period Start',
  'Period End',
  'Paid Date',
  'Status',
  'Patient',
  'Case',
  'Case Number',
  'Doctor',
  'Type',
  'Description',
  'Details',
  'Amount',
]
const noCase = ['', '', '', '']

/** What a line is, behind the case that it is for. */
const cellsOf = ({
  type,
  label,
  details,
  value,
}: Pick<PaperLine, 'label' | 'details' | 'value'> & { type: string }) => [
  type,
  textCell(label),
  textCell(details),
  value.toFixed(2),
]

/**
 * An order as CSV: a row for each line, its sums, its payments with their refunds, and what is
 * under review of them. In the layout by patient the lines of
 * each case come first, one case after the other. Days are those of the lab's zone.
 */
export function invoiceCsv(order: Order, metadata: OrderMetadata, { zone }: { zone: string }): string {
  const dayOf = (instant: string | null) => (instant === null ? '' : dayIn(zone, new Date(instant)))
  const { organization } = order
  const head = [
    order.invoice_id === null ? '' : String(order.invoice_id),
    textCell(organization.name),
    textCell(organization.account_number),
    textCell(order.billing_address ? addressWords(order.billing_address) : ''),
    dayOf(order.created_at),
    order.closing_day ?? '',
    order.period_start ?? '',
    order.period_end ?? '',
    dayOf(order.fm_paid_at),
    invoiceStateLabel(order),
  ]
  const byCase = hasBlocks(order, metadata)
  const blocks = byCase ? metadata.template_data.patients : []
  const rows = [
    ...blocks.flatMap((block) =>
      blockLines(block).map((line) => [
        textCell(block.patient_name),
        caseCode(block.case_number),
        textCell(block.case_number_text),
        textCell(block.doctor_name),
        ...cellsOf(line),
      ]),
    ),
    ...paperLines(byCase ? besideBlocks(order) : order).map((line) => [
      textCell(line.patient),
      line.code,
      '',
      '',
      ...cellsOf(line),
    ]),
    ...paperSums(order).map(([label, value]) => [...noCase, label, '', '', value.toFixed(2)]),
    ...paperPayments(order).map((payment) => [
      ...noCase,
      ...cellsOf({ ...payment, label: paymentWords(payment, dayOf(payment.at)), details: '' }),
    ]),
    ...order.reviews.map((review) => [...noCase, 'Review', reviewWords(review), dayOf(review.opened_at), '']),
  ]
  return csvOf([columns, ...rows.map((row) => [...head, ...row])])
}
