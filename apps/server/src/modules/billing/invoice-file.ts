import type { Order, OrderMetadata } from '@archwire/contract/billing/schema.ts'
import { Conflict } from '../../kernel/errors.ts'
import { invoiceCsv } from './invoice-csv.ts'
import { invoicePdf } from './invoice-pdf.ts'

/** What papers say besides the order: the names of the portal, and the zone of their days. */
export interface Paper {
  brand: { name: string; lab: string }
  zone: string
  /** Lines below the lab's name. */
  labAddress: readonly string[]
}

/** An order as a file to be kept (`billing/files`). @throws Conflict for the PDF of an order without a number */
export async function invoiceFile(
  { order, metadata }: { order: Order; metadata: OrderMetadata },
  type: 'pdf' | 'csv',
  paper: Paper,
) {
  const name = `${order.invoice_id === null ? `order-${order.id}` : `invoice-${order.invoice_id}`}.${type}`
  if (type === 'csv')
    return { name, type: 'text/csv; charset=utf-8', bytes: Buffer.from(invoiceCsv(order, metadata, paper)) }
  if (order.invoice_id === null) throw new Conflict('An invoice has a PDF once it has a number.')
  return { name, type: 'application/pdf', bytes: await invoicePdf(order, metadata, paper) }
}
