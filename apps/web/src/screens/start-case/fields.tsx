import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { ChoiceField, type Choice } from '../../ui/form/choice-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useField } from '../../ui/form/store.ts'
import { useCaseForm } from './case-form.ts'

type NumberNames = {
  [K in keyof RxFormValues]: NonNullable<RxFormValues[K]> extends number ? K : never
}[keyof RxFormValues]

interface Props<K extends NumberNames> {
  name: K
  label: string
  options: readonly Choice<NonNullable<RxFormValues[K]>>[]
  help?: string
  required?: boolean
}

/** One of a few ids of the Rx form. */
export function OneOf<K extends NumberNames>({ name, ...props }: Props<K>) {
  const { form } = useCaseForm()
  const { value, error, set } = useField(form, name)
  return (
    <ChoiceField
      {...props}
      name={name}
      value={value as NonNullable<RxFormValues[K]> | null}
      error={error}
      onChange={(next) => set(next)}
    />
  )
}

interface PickProps<K extends keyof RxFormValues> {
  name: K
  label: string
  options: readonly { id: NonNullable<RxFormValues[K]> & (string | number); label: string }[]
  help?: string
  placeholder?: string
  required?: boolean
}

/** One of many ids of the Rx form. */
export function PickOne<K extends keyof RxFormValues>({ name, ...props }: PickProps<K>) {
  const { form } = useCaseForm()
  const { value, error, set } = useField(form, name)
  return (
    <SelectField
      {...props}
      name={name}
      value={value as (NonNullable<RxFormValues[K]> & (string | number)) | null}
      error={error}
      onChange={(next) => set(next as RxFormValues[K])}
    />
  )
}
