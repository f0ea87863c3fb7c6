import { paymentMethodFields } from '@archwire/contract/payments/fields.ts'
import type { PaymentFields } from '@archwire/contract/payments/schema.ts'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { webLink } from '../../lib/web-link.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { Wide } from '../../ui/form/record-form.tsx'
import type { FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Note } from '../../ui/states.tsx'
import { HostedField } from './hosted-field.tsx'
import { allHostedNames, type HostedForm, type HostedName, type MethodKind } from './hosted-fields.ts'
import { bankTypes, holderTypes, type MethodValues } from './method-values.ts'
import styles from './payments.module.css'
import { useHostedFields } from './use-hosted-fields.ts'

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
  const { form: provider, retry, place } = useHostedFields({ kind, fields, onValid })
  useEffect(() => {
    // New frames are empty.
    if (provider === 'loading') for (const name of allHostedNames) form.set(name, 0)
    if (typeof provider === 'string') return undefined
    onProvider(provider)
    return () => onProvider(null)
  }, [provider, onProvider, form])
  return (
    <>
      {provider === 'failed' && <NotLoaded onRetry={retry} />}
      {provider === 'loading' && (
        <p className={styles.loading} role="status">
          Loading the fields of the payment provider…
        </p>
      )}
      <div className={styles.fields} hidden={provider === 'failed'}>
        {kind === 'card' ? <CardFields form={form} place={place} /> : <BankFields form={form} place={place} />}
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
  place: (name: HostedName) => (element: HTMLElement | null) => void
}

const digits = (text: string) => text.replaceAll(/\D/g, '')

const CardFields = ({ form, place }: PartProps) => (
  <>
    <Wide>
      <HostedField form={form} name="number" label="Card number" place={place('number')} />
    </Wide>
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
      <HostedField form={form} name="cvv" label="CVV" place={place('cvv')} />
    </div>
  </>
)

const BankFields = ({ form, place }: PartProps) => (
  <>
    <Wide>
      <TextField form={form} {...paymentMethodFields.input('bank_name')} label="Bank name" autoComplete="off" />
    </Wide>
    <HostedField form={form} name="bank_account" label="Account number" place={place('bank_account')} />
    <HostedField form={form} name="bank_routing" label="Routing number" place={place('bank_routing')} />
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
