import { placeName } from '../../lib/address.ts'
import { explainCaseNumber, NameField } from '../../features/case/name-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Note } from '../../ui/states.tsx'
import { useCaseForm, useShown } from './case-form.ts'
import { Part } from './part.tsx'
import { useBound } from './use-bound.ts'
import styles from './start-case.module.css'

/** Whose case it is. */
export function PatientSection() {
  const { form, doctors, locations } = useCaseForm()
  const { field, text } = useBound()
  const choosesDoctor = useShown('user_id')
  const needsNumberHelp = useFormPart(form, () => form.values().case_number_text === '')
  return (
    <>
      <Part name="names">
        <div className={styles.row}>
          <NameField {...text('first_name')} autoComplete="off" />
          <NameField {...text('last_name')} autoComplete="off" />
        </div>
      </Part>
      <div className={styles.row}>
        <Part name="case_number">
          <TextField
            {...text('case_number_text')}
            explain={explainCaseNumber}
            autoComplete="off"
            help={needsNumberHelp ? 'Your own number, if you use one.' : undefined}
          />
        </Part>
        <Part name="doctor">
          {choosesDoctor && (
            <SelectField
              {...field('user_id')}
              required
              options={doctors.map(({ id, full_name }) => ({ id, label: full_name }))}
            />
          )}
        </Part>
      </div>
      <Part name="location">
        {locations.length === 0 ? (
          <Note tone="warning">No found Locations</Note>
        ) : (
          <div className={styles.row}>
            <SelectField
              {...field('location_id')}
              required
              options={locations.map((place) => ({ id: place.id, label: placeName(place) }))}
            />
          </div>
        )}
      </Part>
    </>
  )
}
