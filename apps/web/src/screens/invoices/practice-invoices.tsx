import { isStaff } from '@archwire/contract/roles.ts'
import { CurrentInvoice, OldInvoices, UnpaidInvoices } from '../../features/invoices/index.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import styles from './practice-invoices.module.css'
import { SubscriptionOfPractice } from './subscription-of-practice.tsx'

/** What a practice pays: what is not paid, its current invoice, and those before it (`billing/invoice-pages`). */
export function PracticeInvoices({ organizationId }: { organizationId: number }) {
  const { me } = useSession()
  return (
    <div className={styles.invoices}>
      <UnpaidInvoices organizationId={organizationId} />
      <CurrentInvoice organizationId={organizationId} />
      <OldInvoices organizationId={organizationId} />
      {isStaff(roleOf(me)) && <SubscriptionOfPractice organizationId={organizationId} />}
    </div>
  )
}
