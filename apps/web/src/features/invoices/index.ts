export { DownloadInvoice } from './download-invoice.tsx'
export { FeeDue } from './fee-due.tsx'
export { InvoicePayments } from './invoice-payments.tsx'
export { InvoicePaper } from './invoice-paper.tsx'
