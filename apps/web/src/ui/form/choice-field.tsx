import { useId } from 'react'
import styles from './choice-field.module.css'
import { Field, helpId, type FieldProps } from './field.tsx'
import type { KeysOf } from './store.ts'
import { useChoice, type ChoiceKeys, type IdOf, type WordsForNone } from './use-choice.ts'

export interface Choice<Id> {
  id: Id
  label: string
  disabled?: boolean
}

interface BoxProps {
  type: 'radio' | 'checkbox'
  /** Only one radio of a group is on. */
  group?: string
  label: string
  checked: boolean
  disabled?: boolean
  onChange: () => void
}

const Box = ({ type, group, label, checked, disabled, onChange }: BoxProps) => (
  <label className={styles.choice} data-disabled={disabled || undefined}>
    <input type={type} name={group} checked={checked} disabled={disabled} onChange={onChange} />
    <span>{label}</span>
  </label>
)

interface ChoicesProps<Id> {
  options: readonly Choice<Id>[]
  value: Id | null
  onChange: (value: Id) => void
}

/** One of a few, without a form: all choices visible, arrow keys move between them. */
export function Choices<Id extends string | number | null>({ options, value, onChange }: ChoicesProps<Id>) {
  const group = useId()
  return (
    <div className={styles.choices}>
      {options.map(({ id, ...option }) => (
        <Box key={id} {...option} type="radio" group={group} checked={value === id} onChange={() => onChange(id)} />
      ))}
    </div>
  )
}

interface ChoiceProps<V extends object, K extends keyof V> extends FieldProps<V, K> {
  options: readonly Choice<IdOf<V[K]>>[]
  /** A first choice for null. */
  none?: WordsForNone<V[K]>
}

/** One of a few ids of a form. */
export function ChoiceField<V extends object, K extends ChoiceKeys<V>>(props: ChoiceProps<V, K>) {
  const { form, name, options, none, onChange, ...field } = props
  const { id, value, error, choose } = useChoice(form, name, onChange)
  const all: Choice<IdOf<V[K]> | null>[] = [...(none ? [{ id: null, label: none }] : []), ...options]
  return (
    <Field {...field} id={id} error={error} group>
      <Choices options={all} value={value as IdOf<V[K]> | null} onChange={(next) => choose(next as V[K])} />
    </Field>
  )
}

interface FlagsProps<V extends object, K extends keyof V> extends FieldProps<V, K> {
  /** Bit flags that add up. */
  options: readonly Choice<number>[]
}

/** Any of a few, stored as one number of bit flags. */
export function FlagsField<V extends object, K extends KeysOf<V, number>>(props: FlagsProps<V, K>) {
  const { form, name, options, onChange, ...field } = props
  const { id, value, error, choose } = useChoice(form, name, onChange)
  const flags = value as number
  return (
    <Field {...field} id={id} error={error} group>
      <div className={styles.choices}>
        {options.map(({ id: flag, ...option }) => (
          <Box
            key={flag}
            {...option}
            type="checkbox"
            checked={(flags & flag) !== 0}
            onChange={() => choose((flags ^ flag) as V[K])}
          />
        ))}
      </div>
    </Field>
  )
}

interface ChecksProps<V extends object, K extends keyof V> extends FieldProps<V, K> {
  options: readonly Choice<number>[]
}

/** Any of a few, stored as a list of ids in the order of the options. */
export function ChecksField<V extends object, K extends KeysOf<V, number[]>>(props: ChecksProps<V, K>) {
  const { form, name, options, onChange, ...field } = props
  const { id, value, error, choose } = useChoice(form, name, onChange)
  const chosen = value as number[]
  const toggled = (toggledId: number) =>
    options.map((option) => option.id).filter((other) => chosen.includes(other) !== (other === toggledId))
  return (
    <Field {...field} id={id} error={error} group>
      <div className={styles.choices}>
        {options.map(({ id: optionId, ...option }) => (
          <Box
            key={optionId}
            {...option}
            type="checkbox"
            checked={chosen.includes(optionId)}
            onChange={() => choose(toggled(optionId) as V[K])}
          />
        ))}
      </div>
    </Field>
  )
}

interface ToggleProps {
  id: string
  label: string
  help?: string
  value: boolean
  onChange: (value: boolean) => void
  /** It cannot be changed here. */
  disabled?: boolean
}

/** Yes or no, without a form. */
export const Toggle = ({ id, label, help, value, disabled, onChange }: ToggleProps) => (
  <div className={styles.toggle}>
    <input
      id={id}
      type="checkbox"
      checked={value}
      disabled={disabled}
      aria-describedby={help && helpId(id)}
      onChange={() => onChange(!value)}
    />
    <div>
      <label htmlFor={id}>{label}</label>
      {help && <small id={helpId(id)}>{help}</small>}
    </div>
  </div>
)

/** Yes or no. */
export function ToggleField<V extends object, K extends KeysOf<V, boolean>>({
  form,
  name,
  onChange,
  ...field
}: Omit<FieldProps<V, K>, 'required'>) {
  const { id, value, choose } = useChoice(form, name, onChange)
  return <Toggle {...field} id={id} value={value as boolean} onChange={(next) => choose(next as V[K])} />
}
