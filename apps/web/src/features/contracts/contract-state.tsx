import { contractStatuses } from '@archwire/contract/billing/statuses.ts'
import type { Contract } from '@archwire/contract/contracts/schema.ts'
import { StatusBadge } from '../../ui/badges.tsx'
import styles from './contracts.module.css'

/** The payment status; of a suspended contract, behind it, that of its worst order (`contracts/status`). */
export function ContractState({
  contract: { payment_status: status, worst_order_status: worst },
}: {
  contract: Pick<Contract, 'payment_status' | 'worst_order_status'>
}) {
  const owes = status === 'SUSPENDED' && worst !== null && worst !== 'CURRENT' && worst !== 'PAID'
  return (
    <span className={styles.state}>
      <StatusBadge status={contractStatuses[status]} />
      {owes && <StatusBadge status={contractStatuses[worst]} />}
    </span>
  )
}
