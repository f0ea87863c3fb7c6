import { Button } from '@mantine/core'
import { Tag } from '../../ui/badges.tsx'
import { leaveField } from '../../ui/form/leave-field.ts'
import { focusField, useField } from '../../ui/form/store.ts'
import { AmountInput } from './amount-input.tsx'
import type { PriceFieldSpec } from './price-groups.ts'
import { textOf, type PriceFields, type PriceForm } from './price-values.ts'
import { wordPrice } from './price-words.ts'
import styles from './pricing.module.css'

export interface Beside {
  /** The lab's list, beside which a practice's own prices are typed; absent: the list itself is changed. */
  listed?: PriceFields | undefined
  /** What someone else saved in the meantime, where it differs from what the form began with. */
  theirs?: PriceFields | undefined
}

/** Says what someone else set, beside what is typed. */
export const theirWords = (field: string, { theirs, listed }: Beside): string | undefined =>
  theirs && field in theirs
    ? `Set by someone else: ${wordPrice(field, theirs[field] ?? null, listed ? 'the list’s price' : 'nothing')}.`
    : undefined

/** One price of a list, or of a practice's own, where an empty field is the list's price. */
export function PriceField({ form, spec, ...beside }: Beside & { form: PriceForm; spec: PriceFieldSpec }) {
  const { field, label, unit, help } = spec
  const { id, value, error, set } = useField(form, field)
  const { listed } = beside
  const text = value as string
  const isOwn = listed !== undefined && text.trim() !== ''
  const ofList = listed?.[field] as number | undefined
  return (
    <div className={styles.field}>
      <AmountInput
        id={id}
        name={field}
        label={label}
        value={text}
        error={error}
        help={[theirWords(field, beside), help].filter(Boolean).join(' ') || undefined}
        sign={unit === 'dollars' ? '$' : 'days'}
        placeholder={ofList === undefined ? undefined : textOf(field, ofList)}
        required={listed === undefined}
        describedAlsoBy={isOwn ? `${id}-own` : undefined}
        onText={set}
        onLeave={() => leaveField(form, field)}
      />
      {isOwn && (
        <OwnMark
          id={`${id}-own`}
          label={label}
          words={ofList === undefined ? '' : `List: ${wordPrice(field, ofList, '')}`}
          onList={() => {
            set('')
            focusField(form, field)
          }}
        />
      )}
    </div>
  )
}

interface MarkProps {
  id: string
  label: string
  /** What the list says. */
  words: string
  onList: () => void
}

/** Says that a price is the practice's own, and leads back to the list's. */
export const OwnMark = ({ id, label, words, onList }: MarkProps) => (
  <p className={styles.own}>
    <span id={id}>
      <Tag tone="blue">Own price</Tag> <small>{words}</small>
    </span>
    <Button size="compact-xs" variant="default" aria-label={`Use the list’s price: ${label}`} onClick={onList}>
      Use the list’s price
    </Button>
  </p>
)
