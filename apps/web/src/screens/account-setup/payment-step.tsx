import type { PaymentInfo, PaymentMethod } from '@archwire/contract/payments/schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { nextPrimary, PaymentMethodChip, PaymentMethodForm, RemoveMethod } from '../../features/payments/index.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import styles from './account-setup.module.css'
import { paymentInfoQuery } from './reads.ts'
import { StepButtons } from './step-buttons.tsx'

interface Props {
  organizationId: number
  info: PaymentInfo
  /** The account page can be opened. */
  finished: boolean
  onBack: (() => void) | undefined
  onNext: () => void
}

/** How the practice pays: the form of a payment method, or the methods that there are. Continues once there is one. */
export function PaymentStep({ organizationId, info, finished, onBack, onNext }: Props) {
  const client = useQueryClient()
  const [removing, setRemoving] = useState<PaymentMethod>()
  const { payment_methods: methods } = info
  const none = methods.length === 0
  const hadNone = useRef(none)
  useEffect(() => {
    if (hadNone.current && !none) onNext()
    hadNone.current = none
  })
  return (
    <>
      {none ? (
        <PaymentMethodForm
          organizationId={organizationId}
          info={info}
          onSaved={(next) => client.setQueryData(paymentInfoQuery(organizationId).queryKey, { payment_info: next })}
        />
      ) : (
        <>
          <ul className={styles.methods} aria-label="Payment methods">
            {methods.map((method) => (
              <li key={method.id}>
                <PaymentMethodChip method={method} onRemove={() => setRemoving(method)} />
                {methods.length > 1 && method.is_primary && <small>Will be charged</small>}
              </li>
            ))}
          </ul>
          <p className={styles.quiet}>
            {methods.some(({ can }) => can.delete) ? (
              'To pay in a different way, remove the payment method. You can then enter another one.'
            ) : finished ? (
              <>
                The last payment method cannot be removed. You can replace it on the{' '}
                <Link to={'/account' as string} search={{ tab: '2' } as never}>
                  Payment tab
                </Link>{' '}
                of your account.
              </>
            ) : (
              'The last payment method cannot be removed. You can replace it when the setup is finished.'
            )}
          </p>
        </>
      )}
      {removing && (
        <RemoveMethod
          method={removing}
          needsPassword={info.needs_password}
          next={nextPrimary(removing, methods)}
          onClose={() => setRemoving(undefined)}
        />
      )}
      <StepButtons onBack={onBack}>
        <ActionButton why={none ? 'Enter a payment method first.' : undefined} onClick={onNext}>
          Next
        </ActionButton>
      </StepButtons>
    </>
  )
}
