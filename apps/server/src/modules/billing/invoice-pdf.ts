import { paperLines, paperPayments, paperSums, paymentWords } from '@archwire/contract/billing/paper.ts'
import type { Order } from '@archwire/contract/billing/schema.ts'
import { invoiceStatuses, invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import { dayIn, dayWords } from '@archwire/contract/core/dates.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import PDFDocument from 'pdfkit'
import type { Paper } from './invoice-file.ts'

const margin = 56
const gap = 16
const amountWidth = 96
const fonts = { plain: 'Helvetica', bold: 'Helvetica-Bold' } as const

/** Letters of the fonts beyond Latin-1, and what stands for letters that have no other form. */
const known = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')
const plain: Record<string, string> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i' }
const hasLetter = (sign: string): boolean => /^[\u0020-\u007E\u00A0-\u00FF]$/.test(sign) || known.has(sign)

/** The text in the letters of the built-in fonts: others lose their accents, or become a question mark. */
export const printable = (text: string): string =>
  Array.from(text.normalize('NFC'), (sign) => {
    if (hasLetter(sign)) return sign
    const base = plain[sign] ?? sign.normalize('NFKD').charAt(0)
    return hasLetter(base) ? base : '?'
  }).join('')

/** An invoice as PDF: lab, practice, days, lines, sums and payments. The same order gives the same bytes. */
export function invoicePdf(order: Order, { brand, zone }: Paper): Promise<Uint8Array> {
  const title = invoiceTitle(order.invoice_id)
  const dayOf = (instant: string) => dayWords(dayIn(zone, new Date(instant)))
  const doc = new PDFDocument({
    size: 'LETTER',
    margin,
    info: { Title: title, Author: brand.lab, Creator: brand.name, CreationDate: new Date(order.created_at) },
  })
  const bytes = bytesOf(doc)
  const width = doc.page.width - 2 * margin
  const labelWidth = width - amountWidth - gap
  const bottom = doc.page.height - margin

  /** A label and an amount beside it; a row is never parted by the end of a page. */
  const row = (label: string, amount: string, font: keyof typeof fonts = 'plain') => {
    doc.font(fonts[font]).fontSize(10)
    const text = printable(label)
    const height = doc.heightOfString(text, { width: labelWidth })
    if (doc.y + height > bottom) doc.addPage()
    const { y } = doc
    doc.text(amount, margin + width - amountWidth, y, { width: amountWidth, align: 'right', lineBreak: false })
    doc.text(text, margin, y, { width: labelWidth })
    doc.y = y + height + 6
  }
  const rule = () => {
    doc
      .moveTo(margin, doc.y)
      .lineTo(margin + width, doc.y)
      .lineWidth(0.5)
      .strokeColor('#999999')
      .stroke()
    doc.y += 8
  }

  doc.font(fonts.bold).fontSize(18).text(printable(brand.lab), margin, margin, { width })
  doc.font(fonts.plain).fontSize(10).text(printable(brand.name), { width }).moveDown(1.5)
  doc.font(fonts.bold).fontSize(14).text(title, { width }).moveDown(0.5)
  const facts: [string, string][] = [
    ['Practice', order.organization.name],
    ['Account number', order.organization.account_number],
    ['Date', dayOf(order.created_at)],
    ...(order.fm_paid_at === null ? [] : [['Paid', dayOf(order.fm_paid_at)] satisfies [string, string]]),
    ['Status', invoiceStatuses[order.fm_invoice_status].label],
  ]
  doc.font(fonts.plain).fontSize(10)
  for (const [label, value] of facts) doc.text(printable(`${label}: ${value}`), { width })
  doc.moveDown(1.5)
  row('Description', 'Amount', 'bold')
  rule()
  for (const { label, value } of paperLines(order)) row(label, formatMoney(value))
  rule()
  for (const [label, value] of paperSums(order)) row(label, formatMoney(value), label === 'Total' ? 'bold' : 'plain')
  const payments = paperPayments(order)
  if (payments.length > 0) {
    doc.y += 18
    row('Payments', '', 'bold')
    rule()
    for (const payment of payments) {
      const words = paymentWords(payment, dayOf(payment.at))
      row(payment.type === 'Refund' ? `Refund: ${words}` : words, formatMoney(payment.value))
    }
  }
  doc.end()
  return bytes
}

function bytesOf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    doc.on('data', (part: Uint8Array) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
}
