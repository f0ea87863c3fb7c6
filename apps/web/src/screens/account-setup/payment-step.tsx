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
import { BackButton, StepButtons } from './step-buttons.tsx'

interface Props {
  organizationId: number
  info: PaymentInfo
  /** The account page can be opened. */
  finished: boolean
  /** Another method was asked for where this one was declined. */
  another: boolean
  onBack: (() => void) | undefined
  onNext: () => void
}

/**
 * How the practice pays: the form of a payment method, or the methods that there are and, where another one is to be used,
 * its form. The form leads on once it is saved.
 */
export function PaymentStep({ organizationId, info, finished, another, onBack, onNext }: Props) {
  const client = useQueryClient()
  const [removing, setRemoving] = useState<PaymentMethod>()
  const { payment_methods: methods } = info
  const none = methods.length === 0
  const charged = methods.find(({ is_primary }) => is_primary) ?? methods[0]
  const mayReplace = info.fields !== null && info.can.update
  const [isReplacing, setReplacing] = useState(another && mayReplace)
  const opened = useRef<HTMLDivElement>(null)
  const keep = (next: PaymentInfo) =>
    client.setQueryData(paymentInfoQuery(organizationId).queryKey, { payment_info: next })
  const hadNone = useRef(none)
  useEffect(() => {
    if (hadNone.current && !none) onNext()
    hadNone.current = none
  })
  const form = {
    organizationId,
    info,
    submit: 'Next',
    back: onBack && <BackButton onClick={onBack} />,
  }
  if (none) {
    if (mayReplace) return <PaymentMethodForm {...form} onSaved={keep} />
    return (
      <>
        <PaymentMethodForm {...form} onSaved={keep} />
        <StepButtons onBack={onBack}>
          <ActionButton why="Enter a payment method first." onClick={onNext}>
            Next
          </ActionButton>
        </StepButtons>
      </>
    )
  }
  return (
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
      {removing && (
        <RemoveMethod
          method={removing}
          needsPassword={info.needs_password}
          next={nextPrimary(removing, methods)}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {isReplacing ? (
        <div ref={opened} className={styles.replacement}>
          <h3>Replace {methodName(charged!)}</h3>
          <PaymentMethodForm
            {...form}
            replaces={charged!.id}
            onSaved={(next) => {
              keep(next)
              onNext()
            }}
            onCancel={() => setReplacing(false)}
          />
        </div>
      ) : (
        <>
          {!methods.some(({ can }) => can.delete) && <LastMethod finished={finished} />}
          {mayReplace && (
            <div>
              <Button
                size="compact-md"
                variant="default"
                onClick={() => {
                  setReplacing(true)
                  requestAnimationFrame(() => opened.current?.querySelector<HTMLElement>('input')?.focus())
                }}
              >
                {anotherWords(charged)}
              </Button>
            </div>
          )}
          <StepButtons onBack={onBack}>
            <ActionButton why={undefined} onClick={onNext}>
              Next
            </ActionButton>
          </StepButtons>
        </>
      )}
    </>
  )
}

/** What leads to the form that replaces a method. */
export const anotherWords = (method: PaymentMethod | undefined): string =>
  method?.payment_method_type === 'card' ? 'Use another card' : 'Use another payment method'

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

/** Why the last payment method of an active contract has no cross (`billing/last-method`). */
const LastMethod = ({ finished }: { finished: boolean }) => (
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
)
