import { flawedTrays } from '@archwire/contract/client/flawed-trays'
import type { FlawCause } from '@archwire/contract/flaw-causes.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { archWords, madeArches, missingArch, type OneArch } from '@archwire/contract/rx-forms/arches.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { ChecksField } from '../../ui/form/choice-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, useFormPart, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { Note } from '../../ui/states.tsx'
import { correctorOfCase } from './corrector.ts'
import { archOptions, causeOptions, longestRemark } from './words.ts'

/** What is asked of each arch has a name of its own: the form keeps it also while the arch is not chosen. */
interface CorrectionForm {
  arches: number[]
  cause_1: FlawCause | null
  cause_2: FlawCause | null
  remark_1: string
  remark_2: string
}

const validate = ({ arches }: CorrectionForm) => (arches.length === 0 ? { arches: ['Select at least one arch.'] } : {})

/** What the files of a setup show. */
const setupJaws = ({ patient_files: files }: Patient) =>
  files.filter(({ kind }) => kind === 'setup').map(({ jaws_id }) => jaws_id)

/** Of a case with one arch, that one is chosen. */
function initialForm(patient: Patient): CorrectionForm {
  const made = madeArches(patient.rx_form?.jaws_id ?? 3, setupJaws(patient))
  return { arches: made.length === 1 ? [...made] : [], cause_1: null, cause_2: null, remark_1: '', remark_2: '' }
}

interface Props {
  patient: Patient
  onClose: () => void
}

/** Which trays do not fit, and why as far as the person knows (`corrections/ask`, `corrections/cause`). */
export default function CorrectionDialog({ patient, onClose }: Props) {
  const { form, dialog } = useFormDialog({
    route: flawedTrays.request,
    recordId: patient.id,
    make: () => createForm<CorrectionForm>({ initial: initialForm(patient), validate }),
    input: (values) => ({
      params: { id: patient.organization_id },
      body: {
        patient_id: patient.id,
        arches: archOptions
          .filter(({ id }) => values.arches.includes(id))
          .map(({ id }) => ({
            jaw_type_id: id,
            is_flawed: true,
            cause: values[`cause_${id}`],
            remark: values[`remark_${id}`].trim(),
          })),
      },
    }),
    onDone: onClose,
  })
  const arches = useFormPart(form, () => form.values().arches)
  const chosen = archOptions.filter(({ id }) => arches.includes(id))
  const missing = missingArch(3, setupJaws(patient))
  return (
    <FormDialog
      {...dialog}
      title={`Tray correction for ${patient.full_name}`}
      confirm="Request correction"
      onClose={onClose}
    >
      <ChecksField form={form} name="arches" label="Trays that do not fit" required options={archOptions} />
      {missing && arches.includes(missing) && <Note tone="warning">The setup has no {archWords[missing]} arch.</Note>}
      {chosen.map(({ id, label }) => (
        <AboutTray key={id} form={form} arch={id} label={label} />
      ))}
      <p>
        {correctorOfCase(patient)} corrects the file of each tray. You will be notified when it can be printed again.
      </p>
    </FormDialog>
  )
}

const AboutTray = ({ form, arch, label }: { form: FormStore<CorrectionForm>; arch: OneArch; label: string }) => (
  <>
    <SelectField
      form={form}
      name={`cause_${arch}`}
      label={`Cause, ${label}`}
      placeholder="Not known"
      options={causeOptions}
    />
    <TextField form={form} name={`remark_${arch}`} label={`Remark, ${label}`} rows={2} maxLength={longestRemark} />
  </>
)
