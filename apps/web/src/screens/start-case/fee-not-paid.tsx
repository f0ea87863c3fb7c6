import { FeeDue } from '../../features/invoices/fee-due.tsx'
import { WaiveFee } from './waive-fee.tsx'

interface Props {
  organization: { id: number; name: string; account_number: string }
}

/**
 * No case can be started until the start-up fee is settled (`organizations/start-up-fee`): an owner pays it, others read
 * who the owner is, and staff waive it.
 */
export const FeeNotPaid = ({ organization }: Props) => (
  <FeeDue organizationId={organization.id} says="Start-up Fee for Organization not paid.">
    <WaiveFee organization={organization} />
  </FeeDue>
)
