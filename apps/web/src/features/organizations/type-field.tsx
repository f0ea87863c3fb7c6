import type { OrganizationType } from '@archwire/contract/organizations/schema.ts'
import { organizationTypePattern } from '@archwire/contract/organizations/fields.ts'
import { asLine } from '../../lib/as-line.ts'
import { describedBy, Field, type FieldProps } from '../../ui/form/field.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import { leaveField } from '../../ui/form/leave-field.ts'
import { useField, type KeysOf } from '../../ui/form/store.ts'
import { useComposed } from '../../ui/form/use-composed.ts'

interface Props<V extends object, K extends keyof V> extends FieldProps<V, K> {
  types: readonly OrganizationType[]
  /** Whether this person adds a type by entering a new name (`organizations/types`). */
  mayAdd: boolean
}

/** The name of a type: one of the list that opens below the field, or a new one. */
export function TypeField<V extends object, K extends KeysOf<V, string>>({
  form,
  name,
  label,
  types,
  mayAdd,
}: Props<V, K>) {
  const { id, value, error, set } = useField(form, name)
  const composed = useComposed(value as string, (input: HTMLInputElement) => set(asLine(input.value) as V[K]))
  const text = (value as string).trim()
  const isNew =
    organizationTypePattern.test(text) && !types.some((type) => type.name.toLowerCase() === text.toLowerCase())
  const help = isNew
    ? mayAdd
      ? `“${text}” will be added as a new type.`
      : 'Choose one of the types in the list.'
    : 'Choose a type, or leave it empty.'
  return (
    <Field id={id} label={label} help={help} {...(error !== undefined && { error })}>
      <input
        id={id}
        className={fieldStyles.input}
        name={String(name)}
        list={`${id}-types`}
        autoComplete="off"
        maxLength={40}
        {...composed}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, error, help)}
        onBlur={() => leaveField(form, name)}
      />
      <datalist id={`${id}-types`}>
        {types.map((type) => (
          <option key={type.id} value={type.name}>
            {type.name}
          </option>
        ))}
      </datalist>
    </Field>
  )
}
