import {
  addressWords,
  besideBlocks,
  blockLines,
  caseCode,
  hasBlocks,
  paperLines,
  paperPayments,
  paperSums,
  paymentLabel,
  paymentWords,
  reviewWords,
} from '@archwire/contract/billing/paper.ts'
import type { Order, OrderMetadata, PatientBlock } from '@archwire/contract/billing/schema.ts'
import { invoiceStateLabel, invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import { dayIn, dayWords } from '@archwire/contract/core/dates.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import PDFDocument from 'pdfkit'
import type { Paper } from './invoice-file.ts'
import { fonts, printable } from './paper-letters.ts'

const margin = 56
const gap = 16
const amountWidth = 96

/**
 * An invoice as PDF: lab, practice, days, blocks by case or one list, sums and payments. The same order gives the same
 * bytes.
 */
export function invoicePdf(
  order: Order,
  metadata: OrderMetadata,
  { brand, zone, labAddress }: Paper,
): Promise<Uint8Array> {
  const title = invoiceTitle(order.invoice_id)
  const dayOf = (instant: string) => dayWords(dayIn(zone, new Date(instant)))
  const doc = new PDFDocument({
    size: 'LETTER',
    margin,
    font: fonts.plain,
    info: { Title: title, Author: brand.lab, Creator: brand.name, CreationDate: new Date(order.created_at) },
  })
  const bytes = bytesOf(doc)
  const width = doc.page.width - 2 * margin
  const rows = rowsOn(doc, width)

  doc.font(fonts.bold).fontSize(18).text(printable(brand.lab), margin, margin, { width })
  doc.font(fonts.plain).fontSize(9)
  for (const line of [brand.name, ...labAddress]) doc.text(printable(line), { width })
  doc.moveDown(1.5)
  doc.font(fonts.bold).fontSize(14).text(title, { width }).moveDown(0.5)
  doc.font(fonts.plain).fontSize(10)
  for (const [label, value] of factsOf(order, dayOf)) doc.text(printable(`${label}: ${value}`), { width })
  doc.moveDown(1.5)
  rows.line('Description', 'Amount', { bold: true })
  rows.rule()
  const byCase = hasBlocks(order, metadata)
  if (byCase) for (const block of metadata.template_data.patients) blockOn(rows, block)
  for (const { label, details, patient, code, value } of paperLines(byCase ? besideBlocks(order) : order))
    rows.line([label, patient && `${patient} (${code})`, details].filter(Boolean).join(' · '), formatMoney(value))
  rows.rule()
  for (const [label, value] of paperSums(order)) rows.line(label, formatMoney(value), { bold: label === 'Total' })
  const payments = paperPayments(order)
  if (payments.length > 0) {
    doc.y += 18
    rows.line('Payments', '', { bold: true })
    rows.rule()
    for (const payment of payments) {
      const words = paymentWords(payment, dayOf(payment.at))
      rows.line(payment.type === 'Refund' ? `Refund: ${words}` : words, formatMoney(payment.value))
    }
  }
  if (order.reviews.length > 0) {
    doc.y += 18
    rows.line('Payments under review', '', { bold: true })
    rows.rule()
    for (const review of order.reviews) rows.line(`${dayOf(review.opened_at)}: ${reviewWords(review)}`, '')
  }
  doc.end()
  return bytes
}

/** What is above the lines. The state and the payment are those of now. */
function factsOf(order: Order, dayOf: (instant: string) => string): [string, string][] {
  const paidBy = order.payments.findLast(({ kind, status }) => kind === 'charge' && status === 'PAID')
  return [
    ['Practice', order.organization.name],
    ['Account number', order.organization.account_number],
    ...(order.billing_address
      ? [['Billing address', addressWords(order.billing_address)] satisfies [string, string]]
      : []),
    ['Date', order.closing_day === null ? dayOf(order.created_at) : dayWords(order.closing_day)],
    ...(order.period_start !== null && order.period_end !== null
      ? [['Period', `${dayWords(order.period_start)} to ${dayWords(order.period_end)}`] satisfies [string, string]]
      : []),
    ['Status', invoiceStateLabel(order)],
    ...(order.fm_paid_at === null
      ? []
      : [
          ['Paid', [dayOf(order.fm_paid_at), paidBy && paymentLabel(paidBy)].filter(Boolean).join(', ')] satisfies [
            string,
            string,
          ],
        ]),
  ]
}

/** The block of a case: who it is, its lines, and their sum. */
function blockOn(rows: ReturnType<typeof rowsOn>, block: PatientBlock): void {
  const { patient_name, case_number, case_number_text, doctor_name, impression_type, creation_date, total } = block
  const numbers = [caseCode(case_number), case_number_text].filter(Boolean).join(', ')
  rows.line(`${patient_name} (${numbers})`, '', { bold: true })
  rows.line([doctor_name, impression_type, dayWords(creation_date)].filter(Boolean).join(' · '), '', { small: true })
  for (const { label, details, value } of blockLines(block))
    rows.line(details ? `${label} · ${details}` : label, formatMoney(value), { indent: true })
  rows.line('Total of the case', formatMoney(total), { indent: true, bold: true })
  rows.space(6)
}

interface Row {
  bold?: boolean
  small?: boolean
  indent?: boolean
}

/** Rows of a label and an amount beside it; a row is never parted by the end of a page. */
function rowsOn(doc: PDFKit.PDFDocument, width: number) {
  const bottom = doc.page.height - margin
  return {
    line(label: string, amount: string, { bold = false, small = false, indent = false }: Row = {}): void {
      const left = margin + (indent ? 12 : 0)
      const labelWidth = width - amountWidth - gap - (left - margin)
      doc.font(bold ? fonts.bold : fonts.plain).fontSize(small ? 8 : 9.5)
      const text = printable(label)
      const height = doc.heightOfString(text, { width: labelWidth })
      if (doc.y + height > bottom) doc.addPage()
      const { y } = doc
      doc.text(amount, margin + width - amountWidth, y, { width: amountWidth, align: 'right', lineBreak: false })
      doc.text(text, left, y, { width: labelWidth })
      doc.y = y + height + 5
    },
    rule(): void {
      doc
        .moveTo(margin, doc.y)
        .lineTo(margin + width, doc.y)
        .lineWidth(0.5)
        .strokeColor('#999999')
        .stroke()
      doc.y += 8
    },
    space(points: number): void {
      doc.y += points
    },
  }
}

function bytesOf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    doc.on('data', (part: Uint8Array) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
}
