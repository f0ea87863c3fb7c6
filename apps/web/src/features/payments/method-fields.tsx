import { paymentMethodFields } from '@archwire/contract/payments/fields.ts'
import type { PaymentFields } from '@archwire/contract/payments/schema.ts'
import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { webLink } from '../../lib/web-link.ts'
import type { HostedName, MethodKind } from '../../payment-fields/messages.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { Wide } from '../../ui/form/record-form.tsx'
import type { FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Note } from '../../ui/states.tsx'
import type { HostedForm } from './hosted-fields.ts'
import { HostedFrame } from './hosted-frame.tsx'
import { bankTypes, holderTypes, hostedNames, type MethodValues } from './method-values.ts'
import styles from './payments.module.css'

interface Props {
  form: FormStore<MethodValues>
  kind: MethodKind
  fields: PaymentFields
  onValid: (valid: ReadonlyMap<HostedName, boolean>) => void
  /** Called with the form at the provider once there is one, and with null when it ends. */
  onProvider: (provider: HostedForm | null) => void
}

/** The fields of a card or a bank account: those of the provider, and ours beside them. */
export function MethodFields({ form, kind, fields, onValid, onProvider }: Props) {
  const [state, setState] = useState<'loading' | 'failed' | HostedForm>('loading')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    // New frames are empty.
    for (const name of [...hostedNames.card, ...hostedNames.bank]) form.set(name, 0)
    return () => onProvider(null)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the fields are shown anew, and not with each render
  }, [tries])
  const frame = (
    <Wide>
      <HostedFrame
        key={tries}
        form={form}
        kind={kind}
        fields={fields}
        onValid={onValid}
        onState={(next) => {
          setState(next)
          onProvider(next === 'failed' ? null : next)
        }}
      />
    </Wide>
  )
  return (
    <>
      {state === 'failed' && (
        <NotLoaded
          onRetry={() => {
            setState('loading')
            setTries((count) => count + 1)
          }}
        />
      )}
      {state === 'loading' && (
        <p className={styles.loading} role="status">
          Loading the fields of the payment provider…
        </p>
      )}
      <div className={styles.fields} hidden={state === 'failed'}>
        {kind === 'card' ? <CardFields form={form} frame={frame} /> : <BankFields form={form} frame={frame} />}
      </div>
    </>
  )
}

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <Note tone="error">
    <span>
      The fields of the payment provider could not be loaded. Check your connection, and turn off blockers of ads or
      scripts for this page.
    </span>
    <Button size="compact-sm" variant="default" onClick={onRetry}>
      Try again
    </Button>
  </Note>
)

interface PartProps {
  form: FormStore<MethodValues>
  frame: ReactNode
}

const digits = (text: string) => text.replaceAll(/\D/g, '')

const CardFields = ({ form, frame }: PartProps) => (
  <>
    {frame}
    <div className={styles.expiry}>
      <TextField
        form={form}
        name="expiry_month"
        label="Expiration month"
        placeholder="MM"
        type="tel"
        autoComplete="cc-exp-month"
        maxLength={2}
        tidy={digits}
        required
      />
      <TextField
        form={form}
        name="expiry_year"
        label="Expiration year"
        placeholder="YYYY"
        type="tel"
        autoComplete="cc-exp-year"
        maxLength={4}
        tidy={digits}
        required
      />
    </div>
  </>
)

const BankFields = ({ form, frame }: PartProps) => (
  <>
    <Wide>
      <TextField form={form} {...paymentMethodFields.input('bank_name')} label="Bank name" autoComplete="off" />
    </Wide>
    {frame}
    <ChoiceField form={form} name="bank_type" label="Account type" options={bankTypes} required />
    <ChoiceField form={form} name="bank_holder_type" label="Account holder" options={holderTypes} required />
  </>
)

/** Says that nothing is charged here, and where the numbers are that can be entered. */
export function StandInNote({ fields }: { fields: PaymentFields }) {
  if (!fields.is_stand_in) return null
  const page = URL.canParse(fields.script, location.href)
    ? webLink(new URL(fields.script, location.href).origin)
    : undefined
  return (
    <Note>
      <span>This server uses a stand-in for the payment provider. No money is moved. Do not enter real numbers.</span>
      {page && (
        <a href={page} target="_blank" rel="noreferrer">
          Test cards and accounts
        </a>
      )}
    </Note>
  )
}
