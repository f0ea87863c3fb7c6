import { baggieCounts, boxCounts, boxSizes } from '@archwire/contract/rx-forms/options.ts'
import { ToggleField } from '../../ui/form/choice-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useCaseForm } from './case-form.ts'
import styles from './start-case.module.css'

/** What else the technician should know, and what the practice needs from the lab. */
export function NotesSection() {
  const { form } = useCaseForm()
  const supplies = useFormPart(form, () => form.values().order_more_supplies)
  return (
    <>
      <TextField form={form} name="special_instructions" label="Special instructions" rows={4} maxLength={10_000} />
      <ToggleField
        form={form}
        name="order_more_supplies"
        label="Order more supplies"
        help="Boxes and impression baggies, free of charge."
      />
      {supplies && (
        <div className={styles.three}>
          <SelectField form={form} name="boxes" label="Boxes" placeholder="None" options={boxCounts} />
          <SelectField form={form} name="box_size" label="Size of the boxes" placeholder="None" options={boxSizes} />
          <SelectField
            form={form}
            name="impression_baggies"
            label="Impression baggies"
            placeholder="None"
            options={baggieCounts}
          />
        </div>
      )}
    </>
  )
}
