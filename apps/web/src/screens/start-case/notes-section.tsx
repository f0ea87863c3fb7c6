import { ToggleField } from '../../ui/form/choice-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useCaseForm } from './case-form.ts'
import { Part } from './part.tsx'
import { useBound } from './use-bound.ts'
import styles from './start-case.module.css'

/** What else the technician should know, and what the practice needs from the lab. */
export function NotesSection() {
  const { form } = useCaseForm()
  const { choice, field, text } = useBound()
  const supplies = useFormPart(form, () => form.values().order_more_supplies)
  return (
    <>
      <Part name="special_instructions">
        <TextField {...text('special_instructions')} rows={4} />
      </Part>
      <Part name="boxes">
        <ToggleField {...field('order_more_supplies')} help="Boxes and impression baggies, free of charge." />
        {supplies && (
          <div className={styles.three}>
            <SelectField {...choice('boxes')} placeholder="None" />
            <SelectField {...choice('box_size')} placeholder="None" />
            <SelectField {...choice('impression_baggies')} placeholder="None" />
          </div>
        )}
      </Part>
    </>
  )
}
