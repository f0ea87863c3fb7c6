import type { PaymentInfo, PaymentMethod } from '@archwire/contract/payments/schema.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  methodName,
  nextPrimary,
  PaymentMethodChip,
  PaymentMethodForm,
  RemoveMethod,
} from '../../features/payments/index.ts'
import { useKeptFocus } from '../../lib/kept-focus.ts'
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
  const charged = methods.find(({ is_primary }) => is_primary) ?? methods[0]
  const isKept = !none && !methods.some(({ can }) => can.delete)
  const keep = (next: PaymentInfo) =>
    client.setQueryData(paymentInfoQuery(organizationId).queryKey, { payment_info: next })
  const hadNone = useRef(none)
  useEffect(() => {
    if (hadNone.current && !none) onNext()
    hadNone.current = none
  })
  return (
    <>
      {none ? (
        <PaymentMethodForm organizationId={organizationId} info={info} onSaved={keep} />
      ) : (
        <>
          <ul className={styles.methods} aria-label="Payment methods">
            {methods.map((method) => (
              <Chosen
                key={method.id}
                method={method}
                isCharged={methods.length > 1 && method.is_primary}
                onRemove={() => setRemoving(method)}
              />
            ))}
          </ul>
          {isKept ? (
            <Replacement
              organizationId={organizationId}
              info={info}
              method={charged!}
              finished={finished}
              onReplaced={(next) => {
                keep(next)
                onNext()
              }}
            />
          ) : (
            <p className={styles.quiet}>
              To pay in a different way, remove the payment method. You can then enter another one.
            </p>
          )}
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

interface ChosenProps {
  method: PaymentMethod
  /** Worth saying: there are others. */
  isCharged: boolean
  onRemove: () => void
}

/** A payment method that is there. When it is gone, the keyboard goes to the next one or to the heading of the step. */
function Chosen({ method, isCharged, onRemove }: ChosenProps) {
  const item = useRef<HTMLLIElement>(null)
  useKeptFocus(item)
  return (
    <li ref={item}>
      <PaymentMethodChip method={method} onRemove={onRemove} />
      {isCharged && <small>Will be charged</small>}
    </li>
  )
}

interface ReplacementProps {
  organizationId: number
  info: PaymentInfo
  /** The method that is charged. */
  method: PaymentMethod
  finished: boolean
  onReplaced: (info: PaymentInfo) => void
}

/** The last payment method cannot be removed while the contract is active: another one takes its place (`billing/last-method`). */
function Replacement({ organizationId, info, method, finished, onReplaced }: ReplacementProps) {
  const [isOpen, setOpen] = useState(false)
  const opened = useRef<HTMLDivElement>(null)
  if (isOpen)
    return (
      <div ref={opened} className={styles.replacement}>
        <h3>Replace {methodName(method)}</h3>
        <PaymentMethodForm
          organizationId={organizationId}
          info={info}
          replaces={method.id}
          onSaved={onReplaced}
          onCancel={() => setOpen(false)}
        />
      </div>
    )
  return (
    <>
      <p className={styles.quiet}>
        The last payment method cannot be removed. To pay in a different way, replace it here
        {finished && (
          <>
            {' '}
            or on the{' '}
            <Link to={'/account' as string} search={{ tab: '2' } as never}>
              Payment tab
            </Link>{' '}
            of your account
          </>
        )}
        .
      </p>
      {info.fields && info.can.update && (
        <div>
          <Button
            size="compact-md"
            variant="default"
            onClick={() => {
              setOpen(true)
              requestAnimationFrame(() => opened.current?.querySelector<HTMLElement>('input')?.focus())
            }}
          >
            Replace the payment method
          </Button>
        </div>
      )}
    </>
  )
}
