import type { ShownMethod } from '@archwire/contract/contracts/schema.ts'
import { numberOf } from '../../lib/method-words.ts'
import { Tag } from '../../ui/badges.tsx'
import { Section } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import lines from '../../ui/lines.module.css'
import styles from './contracts.module.css'

/** How a practice pays, for the lab's people: kind, last digits, expiration and state (`contracts/methods`). */
export const ShownMethods = ({ methods }: { methods: readonly ShownMethod[] }) => (
  <Section title="Payment methods">
    {methods.length === 0 ? (
      <EmptyState title="The practice has no payment method." />
    ) : (
      <ul className={`${lines.lines} ${styles.list}`} aria-label="Payment methods">
        {methods.map((method) => (
          <li key={method.id}>
            <span className={styles.name}>
              {numberOf(method)}
              {method.is_primary && <Tag tone="blue">Primary</Tag>}
              {method.is_expired && <Tag tone="bright">Expired</Tag>}
            </span>
            <small>{kindOf(method)}</small>
          </li>
        ))}
      </ul>
    )}
  </Section>
)

const kindOf = ({ payment_method_type: type, expires, is_expired }: ShownMethod): string =>
  type === 'bank' ? 'Bank account' : `Card, ${is_expired ? 'expired' : 'expires'} ${expires}`
