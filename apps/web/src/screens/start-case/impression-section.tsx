import { addMonths } from '@archwire/contract/core/dates.ts'
import { rxFormFields } from '@archwire/contract/rx-forms/fields.ts'
import { scanSubmission } from '@archwire/contract/rx-forms/options.ts'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTimeAs } from '../../lib/clock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { errorId, Field } from '../../ui/form/field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { fieldId, useField, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { TakePhotos } from '../../features/camera/take-photos.tsx'
import { FileDrop, uploadedOf } from '../../features/files/index.ts'
import { ArchNote } from './arch-note.tsx'
import { todayAt, useCaseForm, useShown } from './case-form.ts'
import { useBound } from './use-bound.ts'
import styles from './start-case.module.css'

/** The impression: how and when it was taken, its scans if they are uploaded here, and photos. */
export function ImpressionSection() {
  const caseForm = useCaseForm()
  const { form, photos, open } = caseForm
  const { choice, field } = useBound()
  const place = useFormPart(form, () => form.values().location_id)
  const today = useTimeAs((now) => todayAt(caseForm, place, now))
  const scan = useShown('scan_submission_type')
  const { value: added } = useField(form, 'rx_intraoral_photos')
  const views = new Set(added.flatMap(({ photo_view }) => photo_view ?? []))
  return (
    <>
      <ChoiceField {...choice('impression_type')} required />
      {scan && <ScanFields />}
      <div className={styles.row}>
        <DayField {...field('impression_date')} required min={addMonths(today, -12)} max={today} today={today} />
      </div>
      {!open && (
        <Field id={fieldId(form, 'rx_intraoral_photos')} label={rxFormFields.rx_intraoral_photos.label} group>
          <div className={styles.photos}>
            <TakePhotos present={views} onPhotos={(files) => photos.add(files)} />
            <FileDrop queue={photos} hint="Add photos: drop, paste or choose" />
          </div>
        </Field>
      )}
    </>
  )
}

/** How scans come, and from which scanner; that they come from the scanner is explained once (`rx-form/from-scanner`). */
function ScanFields() {
  const { form, scans, open } = useCaseForm()
  const { choice, text } = useBound()
  const files = useField(form, 'stl_files')
  // Of a submitted form, files come and go on the case's page.
  const uploads = useShown('stl_files') && !open
  const custom = useShown('custom_scanner_type_name')
  const [warning, setWarning] = useState<'not yet' | 'open' | 'seen'>('not yet')
  // Another choice clears the files from the form; choosing it again restores those that arrived.
  useEffect(() => {
    if (uploads) form.set('stl_files', uploadedOf(scans))
  }, [uploads, form, scans])
  return (
    <>
      <ChoiceField
        {...choice('scan_submission_type')}
        required
        onChange={(way) => way === scanSubmission.scanner && warning === 'not yet' && setWarning('open')}
      />
      {uploads && (
        <Field id={files.id} label={rxFormFields.stl_files.label} group required error={files.error}>
          <FileDrop
            queue={scans}
            hint="Add the maxillary and mandibular scan, and one of the bite if there is one: drop, paste or choose"
            describedBy={files.error && errorId(files.id)}
          />
        </Field>
      )}
      {uploads && <ArchNote />}
      <div className={styles.row}>
        <SelectField {...choice('scanner_type')} />
        {custom && <TextField {...text('custom_scanner_type_name')} required />}
      </div>
      <Dialog
        opened={warning === 'open'}
        title="Important"
        onClose={() => setWarning('seen')}
        actions={<Button onClick={() => setWarning('seen')}>I understand</Button>}
      >
        The patient name must match the intra-oral scan name, otherwise the scans cannot be retrieved.
      </Dialog>
    </>
  )
}
