import {
  besideBlocks,
  blockLines,
  hasBlocks,
  paperLines,
  paperPayments,
  paperSums,
  paymentWords,
} from '@archwire/contract/billing/paper.ts'
import type { Order, OrderMetadata } from '@archwire/contract/billing/schema.ts'
import { invoiceStateLabel } from '@archwire/contract/billing/statuses.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { csvOf, textCell } from '../../kernel/csv.ts'

const columns = [
  'Invoice',
  'Organization',
  'Account Number',
  'Date',
  'Closing Day',
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

/**
 * An order as CSV: a row for each line, its sums, and its payments with their refunds. In the layout by patient the lines of
 * each case come first, one case after the other. Days are those of the lab's zone.
 */
export function invoiceCsv(order: Order, metadata: OrderMetadata, { zone }: { zone: string }): string {
  const dayOf = (instant: string | null) => (instant === null ? '' : dayIn(zone, new Date(instant)))
  const { organization } = order
  const head = [
    order.invoice_id === null ? '' : String(order.invoice_id),
    textCell(organization.name),
    textCell(organization.account_number),
    dayOf(order.created_at),
    order.closing_day ?? '',
    dayOf(order.fm_paid_at),
    invoiceStateLabel(order),
  ]
  const byCase = hasBlocks(order, metadata)
  const blocks = byCase ? metadata.template_data.patients : []
  const rows = [
    ...blocks.flatMap((block) =>
      blockLines(block).map(({ type, label, details, value }) => [
        textCell(block.patient_name),
        `C-${block.case_number}`,
        textCell(block.case_number_text),
        textCell(block.doctor_name),
        type,
        textCell(label),
        textCell(details),
        value.toFixed(2),
      ]),
    ),
    ...paperLines(byCase ? besideBlocks(order) : order).map(({ type, label, details, patient, value }) => [
      textCell(patient),
      '',
      '',
      '',
      type,
      textCell(label),
      textCell(details),
      value.toFixed(2),
    ]),
    ...paperSums(order).map(([label, value]) => [...noCase, label, '', '', value.toFixed(2)]),
    ...paperPayments(order).map((payment) => [
      ...noCase,
      payment.type,
      textCell(paymentWords(payment, dayOf(payment.at))),
      '',
      payment.value.toFixed(2),
    ]),
  ]
  return csvOf([columns, ...rows.map((row) => [...head, ...row])])
}
