export { DownloadInvoice } from './download-invoice.tsx'
export { FeeDue } from './fee-due.tsx'
export { InvoicePaper } from './invoice-paper.tsx'
