import { payments } from '@archwire/contract/client/payments'
import { paymentMethodFields } from '@archwire/contract/payments/fields.ts'
import type { PaymentFields, PaymentInfo } from '@archwire/contract/payments/schema.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError, messageOf } from '../../lib/api.ts'
import { useBotCheck } from '../../lib/bot-check.ts'
import { isUnanswered } from '../../lib/intent.ts'
import { changesOf, refreshShown } from '../../lib/refresh-shown.ts'
import { useSession } from '../../lib/session.tsx'
import { toast } from '../../lib/toast.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { OwnPassword, sentPassword } from '../../ui/form/own-password.tsx'
import { Wide } from '../../ui/form/record-form.tsx'
import { focusField, refuseAndFocus, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useOnce } from '../../ui/once.ts'
import { Note } from '../../ui/states.tsx'
import { AddingMethod, BotCheckFailed, type Step } from './adding-method.ts'
import { TokenRefused, type HostedForm } from './hosted-fields.ts'
import { MethodFields, StandInNote } from './method-fields.tsx'
import { detailsOf, kindOptions, placesOf, type MethodValues } from './method-values.ts'
import styles from './payments.module.css'
import { useMethodForm } from './use-method-form.ts'

export interface MethodFormProps {
  organizationId: number
  info: PaymentInfo
  /** Called with how the practice pays now, and the new method's id. */
  onSaved: (info: PaymentInfo, methodId: number) => unknown
  /** The id of the method that the new one replaces. */
  replaces?: number | undefined
  /** Leaves the form without saving; without it the form has no Cancel. */
  onCancel?: () => void
  /** The words on its button. */
  submit?: string
  /** At the other end of its buttons: a step has its way back there. */
  back?: ReactNode
}

/**
 * The form of a new payment method (`billing/payment-form`). Card and account numbers are entered in fields of the
 * payment provider (`billing/no-card-numbers`).
 */
export function PaymentMethodForm(props: MethodFormProps) {
  const { fields } = props.info
  if (!fields) return <NotAvailable />
  return <MethodForm {...props} fields={fields} />
}

/** A server without a payment provider. */
export const NotAvailable = () => <Note tone="warning">Paying is not available on this server.</Note>

const words: Record<Step, string> = {
  checking: 'Checking…',
  tokenizing: 'Sending to the payment provider…',
  saving: 'Saving…',
}

type Progress = { at: 'ready' } | { at: Step } | { at: 'refused'; message: string; again: boolean }

interface Props extends MethodFormProps {
  fields: PaymentFields
}

function MethodForm({ organizationId, info, fields, onSaved, replaces, onCancel, back, submit: label }: Props) {
  const { me } = useSession()
  const client = useQueryClient()
  const botCheck = useBotCheck()
  const { form, giveUp, hear, reported } = useMethodForm(info, replaces)
  const kind = useFormPart(form, () => form.values().kind)
  const [provider, setProvider] = useState<HostedForm | null>(null)
  const [adding] = useState(() => new AddingMethod())
  const [progress, setProgress] = useState<Progress>({ at: 'ready' })
  const isBusy = progress.at in words

  async function add({ tokenize }: HostedForm) {
    const values = form.values()
    const details = detailsOf(values, info.billing_address ?? me)
    const nickname = values.payment_method_nickname.trim()
    const { payment_info, payment_method_id, message } = await adding.add({
      customerId: info.customer_id,
      given: JSON.stringify([details, values.number, values.cvv, values.bank_account, values.bank_routing]),
      reported: reported(),
      body: {
        organization_id: organizationId,
        ...(nickname !== '' && { payment_method_nickname: nickname }),
        ...(replaces !== undefined && { replaces }),
        ...sentPassword(values),
      },
      solveBotCheck: botCheck.take,
      tokenize: (customerId) => tokenize({ ...details, customer_id: customerId }),
      onStep: (at) => setProgress({ at }),
    })
    giveUp()
    toast.success(message)
    void refreshShown(client, changesOf(payments.addMethod))
    onSaved(payment_info, payment_method_id)
  }

  function refused(error: unknown) {
    if (error instanceof BotCheckFailed)
      return setProgress({ at: 'refused', message: 'The human verification failed. Please try again.', again: false })
    if (error instanceof TokenRefused) {
      const { atFields, above } = placesOf(error.refusal, kind)
      form.refuse(atFields)
      setProgress(above === undefined ? { at: 'ready' } : { at: 'refused', message: above, again: false })
      const first = firstWith(form, (name) => name in atFields)
      if (first) requestAnimationFrame(() => focusField(form, first))
      return
    }
    // The practice has a contract by now: the field for the password comes with that.
    if (asksPassword(error) && !info.needs_password) void refreshShown(client, changesOf(payments.addMethod))
    const isShown = refuseAndFocus(form, error)
    setProgress(isShown ? { at: 'ready' } : { at: 'refused', message: messageOf(error), again: isUnanswered(error) })
  }

  const submit = useOnce(() => {
    form.visitAll()
    const wrong = firstWith(form, (name) => form.problems()[name] !== undefined)
    if (wrong) return focusField(form, wrong)
    setProgress({ at: 'checking' })
    add(provider!).catch(refused)
  }, isBusy)

  return (
    <form
      className={styles.form}
      noValidate
      aria-label={replaces === undefined ? 'New payment method' : 'Replacement'}
      onInput={botCheck.begin}
      onSubmit={(event) => {
        event.preventDefault()
        if (provider && !isBusy) submit()
      }}
    >
      <StandInNote fields={fields} />
      <ChoiceField form={form} name="kind" label="Pay by" options={kindOptions} required />
      <MethodFields
        key={kind}
        form={form}
        kind={kind}
        fields={fields}
        onValid={(valid) => {
          botCheck.begin()
          hear(valid)
        }}
        onProvider={setProvider}
      />
      <div className={styles.fields}>
        <Wide>
          <TextField
            form={form}
            {...paymentMethodFields.input('payment_method_nickname')}
            label="Nickname"
            help="Optional. To tell your payment methods apart, for example “Front desk card”."
            autoComplete="off"
          />
        </Wide>
        {info.needs_password && (
          <OwnPassword
            form={form}
            name="current_password"
            help="Changing how the practice pays asks for your password."
          />
        )}
      </div>
      <p className={styles.remark}>
        Card and account numbers go from your browser to the payment provider. The portal does not receive them.
      </p>
      {progress.at === 'refused' && (
        <Note tone="error">
          {progress.message}
          {progress.again && ' Try again: the payment method will not be added twice.'}
        </Note>
      )}
      <div className={styles.submit}>
        {back}
        <span className={styles.progress} role="status">
          {progress.at in words && words[progress.at as Step]}
        </span>
        {onCancel && (
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => {
              giveUp()
              onCancel()
            }}
          >
            Cancel
          </Button>
        )}
        <Button type="submit" disabled={!provider} loading={isBusy}>
          {progress.at === 'refused' && progress.again ? 'Try again' : (label ?? 'Save payment method')}
        </Button>
      </div>
    </form>
  )
}

const asksPassword = (error: unknown) => error instanceof ApiError && 'current_password' in error.fields

/** The first field of the form, in the order of the page, of which this is true. */
const firstWith = (form: { values: () => MethodValues }, isSo: (name: keyof MethodValues) => boolean) =>
  (Object.keys(form.values()) as (keyof MethodValues)[]).find((name) => isSo(name))
