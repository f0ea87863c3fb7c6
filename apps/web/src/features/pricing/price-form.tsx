import type { KeyboardEvent } from 'react'
import { FieldGroup, Wide } from '../../ui/form/record-form.tsx'
import { focusField } from '../../ui/form/store.ts'
import { PriceField, type Beside } from './price-field.tsx'
import { priceGroups } from './price-groups.ts'
import type { PriceForm } from './price-values.ts'
import { TierFields } from './tier-fields.tsx'
import styles from './pricing.module.css'

/** All fields of a price list in their groups: of the lab's list, or beside it of a practice's own prices. */
export function PriceFieldGroups({ form, ...beside }: Beside & { form: PriceForm }) {
  /** Save is disabled while something is wrong, and Enter says nothing then: it leads to the first message instead. */
  const lookAtFirst = ({ key, target }: KeyboardEvent) => {
    const [first] = Object.keys(form.problems())
    if (key !== 'Enter' || !(target instanceof HTMLInputElement) || first === undefined) return
    form.visitAll()
    focusField(form, first)
  }
  return (
    <div className={styles.groups} role="presentation" onKeyDown={lookAtFirst}>
      {priceGroups.map(({ title, note, fields }) => (
        <FieldGroup key={title} title={title} note={note && <p className={styles.note}>{note}</p>}>
          {fields.length === 0 ? (
            <Wide>
              <TierFields form={form} {...beside} />
            </Wide>
          ) : (
            fields.map((spec) => <PriceField key={spec.field} form={form} spec={spec} {...beside} />)
          )}
        </FieldGroup>
      ))}
    </div>
  )
}
