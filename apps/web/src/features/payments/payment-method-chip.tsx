import type { PaymentMethod } from '@archwire/contract/payments/schema.ts'
import { CloseButton } from '@mantine/core'
import { methodName, numberBesideName } from './method-words.ts'
import styles from './payments.module.css'

interface Props {
  method: PaymentMethod
  /** Without it the method is only shown. */
  onRemove?: (() => void) | undefined
}

/** A payment method in one line, with a button that removes it where it can be removed. */
export const PaymentMethodChip = ({ method, onRemove }: Props) => (
  <span className={styles.chip}>
    <span className={styles.chipText}>
      <strong>{methodName(method)}</strong>
      {numberBesideName(method) && <small>{numberBesideName(method)}</small>}
    </span>
    {onRemove && method.can.delete && <CloseButton aria-label={`Remove ${methodName(method)}`} onClick={onRemove} />}
  </span>
)
