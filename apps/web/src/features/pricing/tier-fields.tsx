import { mostTiers } from '@archwire/contract/pricing/limits.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { leaveField } from '../../ui/form/leave-field.ts'
import { fieldId, useField, useFormPart } from '../../ui/form/store.ts'
import { AmountInput } from './amount-input.tsx'
import { tiersField } from './price-groups.ts'
import { OwnMark, theirWords, type Beside } from './price-field.tsx'
import { tierName, type PriceForm, type TierRow, type TierRows } from './price-values.ts'
import { wordPrice } from './price-words.ts'
import styles from './pricing.module.css'

const label = 'Volume discounts'

/** The volume discounts, which are replaced whole: those of the list, none, or rows of one's own. */
export function TierFields({ form, ...beside }: Beside & { form: PriceForm }) {
  const { id, value, error, set } = useField(form, tiersField)
  const place = useRef<HTMLDivElement>(null)
  const rows = value as TierRows
  const { listed } = beside
  const isOwn = listed !== undefined && rows !== null
  const ofList = listed && wordPrice(tiersField, listed[tiersField] ?? [], '')
  /** The control that was pressed may be gone: what is typed next, or the first button that is left, has the focus. */
  const become = (next: TierRows, name?: string) => {
    set(next)
    requestAnimationFrame(() =>
      (name === undefined
        ? place.current?.querySelector<HTMLElement>('button')
        : document.getElementById(fieldId(form, name))
      )?.focus(),
    )
  }
  const add = () => {
    const key = Math.max(-1, ...(rows ?? []).map((row) => row.key)) + 1
    become([...(rows ?? []), { key, volume: '', discount: '' }], tierName(key, 'volume'))
  }
  const theirs = theirWords(tiersField, beside)
  return (
    <div ref={place} id={id} className={styles.tiers}>
      {rows === null && <p className={styles.listed}>List: {ofList}</p>}
      {rows?.length === 0 && <p className={styles.listed}>No discount</p>}
      {rows !== null && rows.length > 0 && (
        <ul aria-label={label}>
          {rows.map((row, at) => (
            <TierField
              key={row.key}
              form={form}
              row={row}
              number={at + 1}
              onChange={(next) => set(rows.map((other) => (other === row ? next : other)))}
              onRemove={() => become(rows.filter((other) => other !== row))}
            />
          ))}
        </ul>
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {theirs && <p className={styles.listed}>{theirs}</p>}
      <p className={styles.ways}>
        {(rows?.length ?? 0) < mostTiers && (
          <Button size="compact-sm" variant="default" onClick={add}>
            Add discount
          </Button>
        )}
        {listed !== undefined && rows?.length !== 0 && (
          <Button size="compact-sm" variant="default" onClick={() => become([])}>
            No discount
          </Button>
        )}
      </p>
      {isOwn && <OwnMark id={`${id}-own`} label={label} words={`List: ${ofList}`} onList={() => become(null)} />}
    </div>
  )
}

interface RowProps {
  form: PriceForm
  row: TierRow
  number: number
  onChange: (row: TierRow) => void
  onRemove: () => void
}

/** One discount: from how many printed arches on, and how much. */
function TierField({ form, row, number, onChange, onRemove }: RowProps) {
  const part = (name: 'volume' | 'discount', words: string) => ({
    form,
    name: tierName(row.key, name),
    label: words,
    value: row[name],
    onText: (text: string) => onChange({ ...row, [name]: text }),
  })
  return (
    <li>
      <fieldset className={styles.tier}>
        <VisuallyHidden component="legend">Discount {number}</VisuallyHidden>
        <TierInput {...part('volume', 'From printed arches')} sign="arches" />
        <TierInput {...part('discount', 'Discount')} sign="%" />
        <button type="button" className={styles.remove} aria-label={`Remove discount ${number}`} onClick={onRemove}>
          <IconX size={16} aria-hidden="true" />
        </button>
      </fieldset>
    </li>
  )
}

interface InputProps {
  form: PriceForm
  name: string
  label: string
  value: string
  sign: '%' | 'arches'
  onText: (text: string) => void
}

function TierInput({ form, name, ...props }: InputProps) {
  const error = useFormPart(form, () => form.errorOf(name))
  return (
    <AmountInput
      {...props}
      id={fieldId(form, name)}
      name={name}
      error={error}
      required
      onLeave={() => leaveField(form, name, tiersField)}
    />
  )
}
