import { payments } from '@archwire/contract/client/payments'
import { paymentMethodFields } from '@archwire/contract/payments/fields.ts'
import type { PaymentMethod } from '@archwire/contract/payments/schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useCall } from '../../lib/query.ts'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'
import { ConfirmDialog, FormDialog } from '../../ui/dialog.tsx'
import { missing } from '../../ui/form/checks.ts'
import { OwnPassword, passwordProblem } from '../../ui/form/own-password.tsx'
import { OvertakenNote } from '../../ui/form/record-form.tsx'
import { createForm, refuseOrClose, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useRecordDialog } from '../../ui/form/use-record-dialog.ts'
import { methodName } from './method-words.ts'

const makeForm = (method?: PaymentMethod) =>
  createForm({
    initial: { payment_method_nickname: method?.payment_method_nickname ?? '' },
    validate: (values) => ({
      ...paymentMethodFields.problems(values),
      ...missing(values, 'payment_method_nickname'),
    }),
  })

/** Gives a payment method another nickname. */
export function RenameMethod({ method, onClose }: { method: PaymentMethod; onClose: () => void }) {
  const { record, form, dialog } = useRecordDialog({
    what: 'payment method',
    record: method,
    make: makeForm,
    route: payments.updateMethod,
    input: ({ payment_method_nickname }, version) => ({
      params: { id: method.id },
      body: { payment_method_nickname: payment_method_nickname.trim(), version },
    }),
    announce: 'aloud',
    onClose,
  })
  return (
    <FormDialog title={`Rename ${methodName(method)}`} confirm="Rename" {...dialog}>
      <OvertakenNote {...record} />
      <TextField
        form={form}
        {...paymentMethodFields.input('payment_method_nickname')}
        label="Nickname"
        autoComplete="off"
        required
        focusFirst
      />
    </FormDialog>
  )
}

interface AskedProps {
  title: string
  confirm: string
  danger?: boolean
  busy: boolean
  needsPassword: boolean
  form: PasswordForm
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

type PasswordForm = ReturnType<typeof makePasswordForm>

const makePasswordForm = () =>
  createForm({
    initial: { current_password: '' },
    validate: (values) => passwordProblem(values, true),
  })

/** A question that asks for the password where the practice has a contract (`billing/payment-password`). */
function Asked({ needsPassword, form, children, ...dialog }: AskedProps) {
  const typed = useFormPart(form, () => form.values().current_password !== '')
  if (!needsPassword)
    return (
      <ConfirmDialog opened {...dialog}>
        {children}
      </ConfirmDialog>
    )
  return (
    <FormDialog opened {...dialog} ready={typed}>
      {children}
      <OwnPassword form={form} name="current_password" focusFirst />
    </FormDialog>
  )
}

interface QuestionProps {
  method: PaymentMethod
  needsPassword: boolean
  onClose: () => void
}

/** The state of a question with a password: what is sent of it, and what becomes of a refusal. */
function usePassword(needsPassword: boolean, onClose: () => void) {
  const [form] = useState(makePasswordForm)
  const client = useQueryClient()
  return {
    form,
    sent: () => (needsPassword ? form.values() : {}),
    onError: (error: Error) => {
      // The practice has a contract by now: the dialog stays, and asks for the password.
      if (!needsPassword) void refreshShown(client, changesOf(payments.updateMethod))
      return refuseOrClose(form, onClose)(error)
    },
  }
}

/** Asks before another payment method is charged from now on. */
export function MakePrimary({ method, needsPassword, onClose }: QuestionProps) {
  const { form, sent, onError } = usePassword(needsPassword, onClose)
  const change = useCall(payments.updateMethod, { announce: 'aloud', onSuccess: onClose, onError })
  return (
    <Asked
      title={`Make ${methodName(method)} the primary payment method?`}
      confirm="Make primary"
      busy={change.isPending}
      needsPassword={needsPassword}
      form={form}
      onConfirm={() =>
        change.mutate({ params: { id: method.id }, body: { is_primary: true, version: method.version, ...sent() } })
      }
      onClose={onClose}
    >
      <p>It will be charged for invoices from now on.</p>
    </Asked>
  )
}

interface RemoveProps extends QuestionProps {
  /** The method that is charged once this one is removed; undefined where it makes no difference, or none is left. */
  next?: PaymentMethod | undefined
}

/** Asks before a payment method is removed. */
export function RemoveMethod({ method, needsPassword, next, onClose }: RemoveProps) {
  const { form, sent, onError } = usePassword(needsPassword, onClose)
  const remove = useCall(payments.removeMethod, { onSuccess: onClose, onError })
  return (
    <Asked
      title={`Remove ${methodName(method)}?`}
      confirm="Remove"
      danger
      busy={remove.isPending}
      needsPassword={needsPassword}
      form={form}
      onConfirm={() => remove.mutate({ params: { id: method.id }, body: sent() })}
      onClose={onClose}
    >
      <p>It will be removed here and at the payment provider. This cannot be undone.</p>
      {next && <p>{methodName(next)} will be the primary payment method.</p>}
    </Asked>
  )
}
