import { isStaff } from '@archwire/contract/roles.ts'
import { Credits } from '../../features/credits/credits.tsx'
import { CurrentInvoice, OldInvoices, UnpaidInvoices } from '../../features/invoices/index.ts'
import { roleOf, useSession } from '../../lib/session.tsx'
import styles from './practice-invoices.module.css'
import { SubscriptionOfPractice } from './subscription-of-practice.tsx'

/** What a practice pays: what is not paid, its current invoice, those before it, and its credit (`billing/invoice-pages`). */
export function PracticeInvoices({ organizationId }: { organizationId: number }) {
  const { me } = useSession()
  const staff = isStaff(roleOf(me))
  return (
    <div className={styles.invoices}>
      <UnpaidInvoices organizationId={organizationId} />
      <CurrentInvoice organizationId={organizationId} />
      <OldInvoices organizationId={organizationId} />
      <Credits organizationId={organizationId} quiet={!staff} />
      {staff && <SubscriptionOfPractice organizationId={organizationId} />}
    </div>
  )
}
