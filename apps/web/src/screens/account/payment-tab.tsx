import { changesOrganization } from '@archwire/contract/required-permissions.ts'
import { BillingAddress } from '../../features/billing-address/billing-address.tsx'
import { PaymentMethods } from '../../features/payments/payment-methods.tsx'
import { allowed, useSession } from '../../lib/session.tsx'
import styles from './account-page.module.css'

/** How the practice that a person works in pays (`billing/payment-tab`, `billing/who-pays`): its payment methods, and its billing address. */
export function PaymentTab({ organizationId }: { organizationId: number }) {
  const { me, organization } = useSession()
  return (
    <div className={styles.payment}>
      <PaymentMethods organizationId={organizationId} />
      <BillingAddress organizationId={organizationId} mayChange={allowed(me, organization, ...changesOrganization)} />
    </div>
  )
}
