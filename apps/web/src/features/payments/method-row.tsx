import type { PaymentInfo, PaymentMethod } from '@archwire/contract/payments/schema.ts'
import { Button } from '@mantine/core'
import { useId, useRef } from 'react'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { Tag } from '../../ui/badges.tsx'
import { methodName, numberBesideName } from './method-words.ts'
import styles from './payments.module.css'

export type MethodAction = 'rename' | 'primary' | 'replace' | 'remove'

interface Props {
  method: PaymentMethod
  info: PaymentInfo
  onAct: (action: MethodAction) => void
}

/** A payment method in the list, with what can be done with it. */
export function MethodRow({ method, info, onAct }: Props) {
  const row = useRef<HTMLLIElement>(null)
  useKeptFocus(row)
  const why = useId()
  const { is_primary, is_expired, expires, can } = method
  const name = methodName(method)
  const isKept = can.update && !can.delete
  const action = (act: MethodAction, label: string) => (
    <Button size="compact-sm" variant="subtle" aria-label={`${label}: ${name}`} onClick={() => onAct(act)}>
      {label}
    </Button>
  )
  return (
    <li ref={row}>
      <span className={styles.name}>
        <strong>{name}</strong>
        {is_primary && <Tag tone="blue">Primary</Tag>}
        {is_expired && <Tag tone="bright">Expired</Tag>}
      </span>
      <small className="numeric">
        {[
          numberBesideName(method),
          method.payment_method_type === 'bank' && 'Bank account',
          expires !== null && `${is_expired ? 'Expired' : 'Expires'} ${expires}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
      {can.update && (
        <span className={styles.actions}>
          {action('rename', 'Rename')}
          {!is_primary && action('primary', 'Make primary')}
          {info.fields && info.can.update && action('replace', 'Replace')}
          {can.delete ? (
            action('remove', 'Remove')
          ) : (
            <Button
              size="compact-sm"
              variant="subtle"
              data-disabled
              aria-disabled
              aria-label={`Remove: ${name}`}
              aria-describedby={why}
            >
              Remove
            </Button>
          )}
        </span>
      )}
      {isKept && (
        <small id={why}>
          The last payment method cannot be removed while the contract is active. Replace it instead.
        </small>
      )}
    </li>
  )
}
