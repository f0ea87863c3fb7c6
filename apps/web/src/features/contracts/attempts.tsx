import { paymentLabel, paymentOutcome } from '@archwire/contract/billing/paper.ts'
import { invoiceTitle, paymentStatuses } from '@archwire/contract/billing/statuses.ts'
import type { ContractDetails } from '@archwire/contract/contracts/schema.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/badges.tsx'
import { Section } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import lines from '../../ui/lines.module.css'
import styles from './contracts.module.css'

type Attempt = ContractDetails['attempts'][number]

/** Every try to pay an invoice of the practice with the provider's words, the newest first (`contracts/attempts`). */
export const Attempts = ({ attempts }: Pick<ContractDetails, 'attempts'>) => (
  <Section title="Payments">
    {attempts.length === 0 ? (
      <EmptyState title="No payments yet." />
    ) : (
      <ul className={`${lines.lines} ${styles.list}`} aria-label="Payments">
        {attempts.map((attempt) => (
          <AttemptRow key={attempt.id} attempt={attempt} />
        ))}
      </ul>
    )}
  </Section>
)

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const { status, message } = paymentOutcome(attempt)
  const { order, created_at, by, value, refunded } = attempt
  return (
    <li>
      <span className={styles.name}>
        {paymentLabel(attempt)}
        {status && <StatusBadge status={paymentStatuses[status]} />}
      </span>
      <span className="numeric">{formatMoney(value)}</span>
      <small>
        {order && (
          <>
            <Link to="/orders/$id" params={{ id: order.id }}>
              {invoiceTitle(order.invoice_id)}
            </Link>
            {' · '}
          </>
        )}
        {[formatInstant(created_at), by, refunded > 0 && `${formatMoney(refunded)} refunded`, message]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </li>
  )
}
