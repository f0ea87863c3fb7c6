export { DownloadInvoice } from './download-invoice.tsx'
export { InvoicePaper } from './invoice-paper.tsx'
