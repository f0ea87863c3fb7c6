import { CurrentInvoice, OldInvoices } from '../../features/invoices/index.ts'
import styles from './practice-invoices.module.css'

/** What a practice pays: its current invoice, and those before it (`billing/invoice-pages`). */
export const PracticeInvoices = ({ organizationId }: { organizationId: number }) => (
  <div className={styles.invoices}>
    <CurrentInvoice organizationId={organizationId} />
    <OldInvoices organizationId={organizationId} />
  </div>
)
