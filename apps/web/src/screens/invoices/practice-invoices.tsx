import { CurrentInvoice, OldInvoices, UnpaidInvoices } from '../../features/invoices/index.ts'
import styles from './practice-invoices.module.css'

/** What a practice pays: what is not paid, its current invoice, and those before it (`billing/invoice-pages`). */
export const PracticeInvoices = ({ organizationId }: { organizationId: number }) => (
  <div className={styles.invoices}>
    <UnpaidInvoices organizationId={organizationId} />
    <CurrentInvoice organizationId={organizationId} />
    <OldInvoices organizationId={organizationId} />
  </div>
)
