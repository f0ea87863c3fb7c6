import { tidyName } from '@archwire/contract/rx-forms/rules.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Note } from '../../ui/states.tsx'
import { useCaseForm, useShown } from './case-form.ts'
import styles from './start-case.module.css'

/** Whose case it is. */
export function PatientSection() {
  const { form, doctors, locations } = useCaseForm()
  const choosesDoctor = useShown('user_id')
  const needsNumberHelp = useFormPart(form, () => form.values().case_number_text === '')
  return (
    <>
      <div className={styles.row}>
        <TextField
          form={form}
          name="first_name"
          label="First name"
          required
          tidy={tidyName}
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          form={form}
          name="last_name"
          label="Last name"
          required
          tidy={tidyName}
          maxLength={100}
          autoComplete="off"
        />
      </div>
      <div className={styles.row}>
        <TextField
          form={form}
          name="case_number_text"
          label="Case number"
          maxLength={100}
          autoComplete="off"
          help={needsNumberHelp ? 'Your own number, if you use one.' : undefined}
        />
        {choosesDoctor && (
          <SelectField
            form={form}
            name="user_id"
            label="Doctor"
            required
            options={doctors.map(({ id, full_name }) => ({ id, label: full_name }))}
          />
        )}
      </div>
      {locations.length === 0 ? (
        <Note tone="warning">No found Locations</Note>
      ) : (
        <div className={styles.row}>
          <SelectField
            form={form}
            name="location_id"
            label="Location"
            required
            options={locations.map(({ id, location_name, city }) => ({
              id,
              label: city ? `${location_name}, ${city}` : location_name,
            }))}
          />
        </div>
      )}
    </>
  )
}
