import { payments } from '@archwire/contract/client/payments'
import type { PaymentInfo, PaymentMethod } from '@archwire/contract/payments/schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { PaymentMethodChip, PaymentMethodForm } from '../../features/payments/index.ts'
import { useCall } from '../../lib/query.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { OwnPassword, passwordProblem, sentPassword, type WithPassword } from '../../ui/form/own-password.tsx'
import { createForm, refuseAndFocus, useFormPart } from '../../ui/form/store.ts'
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
      {removing && <RemoveMethod info={info} method={removing} onClose={() => setRemoving(undefined)} />}
      <StepButtons onBack={onBack}>
        <ActionButton why={none ? 'Enter a payment method first.' : undefined} onClick={onNext}>
          Next
        </ActionButton>
      </StepButtons>
    </>
  )
}

/** Asks before a payment method is removed, for the password where that is needed (`billing/payment-password`). */
function RemoveMethod({ info, method, onClose }: { info: PaymentInfo; method: PaymentMethod; onClose: () => void }) {
  const client = useQueryClient()
  const asks = info.needs_password
  const [form] = useState(() =>
    createForm<WithPassword>({
      initial: { current_password: '' },
      validate: (values) => passwordProblem(values, asks),
    }),
  )
  const ready = useFormPart(form, () => Object.keys(form.problems()).length === 0)
  const remove = useCall(payments.removeMethod, {
    onSuccess: ({ payment_info }) => {
      client.setQueryData(paymentInfoQuery(info.organization_id).queryKey, { payment_info })
      onClose()
    },
    onError: (error) => {
      if (refuseAndFocus(form, error)) return true
      onClose()
      return false
    },
  })
  return (
    <FormDialog
      opened
      title="Remove this payment method?"
      confirm="Remove"
      danger
      busy={remove.isPending}
      ready={ready}
      onConfirm={() => remove.mutate({ params: { id: method.id }, body: sentPassword(form.values()) })}
      onClose={onClose}
    >
      <p>
        {method.brand} ending in {method.last_four} is removed here and at the payment provider. You can enter it again.
      </p>
      {asks && (
        <OwnPassword form={form} name="current_password" help="Changing a payment method needs your password." />
      )}
    </FormDialog>
  )
}
