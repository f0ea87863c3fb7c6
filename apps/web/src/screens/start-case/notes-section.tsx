import { baggieCounts, boxCounts, boxSizes } from '@archwire/contract/rx-forms/options.ts'
import { ToggleField } from '../../ui/form/choice-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useField } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useCaseForm } from './case-form.ts'
import { PickOne } from './fields.tsx'
import styles from './start-case.module.css'

/** What else the technician should know, and what the practice needs from the lab. */
export function NotesSection() {
  const { form } = useCaseForm()
  const supplies = useField(form, 'order_more_supplies')
  const size = useField(form, 'box_size')
  return (
    <>
      <TextField form={form} name="special_instructions" label="Special instructions" rows={4} maxLength={10_000} />
      <ToggleField
        name="order_more_supplies"
        label="Order more supplies"
        help="Boxes and impression baggies, free of charge."
        value={supplies.value}
        onChange={supplies.set}
      />
      {supplies.value && (
        <div className={styles.three}>
          <PickOne name="boxes" label="Boxes" placeholder="None" options={boxCounts} />
          <SelectField
            name="box_size"
            label="Size of the boxes"
            placeholder="None"
            options={boxSizes}
            value={size.value}
            error={size.error}
            onChange={size.set}
          />
          <PickOne name="impression_baggies" label="Impression baggies" placeholder="None" options={baggieCounts} />
        </div>
      )}
    </>
  )
}
