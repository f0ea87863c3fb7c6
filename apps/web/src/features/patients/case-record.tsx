import { patients } from '@archwire/contract/client/patients'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { caseNumberMessage, isCaseNumber, isName, nameMessage } from '@archwire/contract/rx-forms/rules.ts'
import { formatInstant } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { explainCaseNumber, NameField } from '../case/name-field.tsx'
import { NumberField } from '../../ui/form/number-field.tsx'
import { FieldGroup, RecordForm, useRecordForm, Wide } from '../../ui/form/record-form.tsx'
import { createForm, type Errors, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Note } from '../../ui/states.tsx'

type Values = Pick<Patient, 'first_name' | 'last_name' | 'case_number_text' | 'numeric_suffix'>

const valuesOf = ({ first_name, last_name, case_number_text, numeric_suffix }: Values): Values => ({
  first_name,
  last_name,
  case_number_text,
  numeric_suffix,
})

/** The values that differ from the record's: only they are checked and sent. */
const changesOf = (values: Values, saved: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([name, value]) => value !== saved[name as keyof Values]),
  )

function problemsOf({ case_number_text, numeric_suffix: suffix, ...names }: Partial<Values>): Errors<Values> {
  const errors: Errors<Values> = {}
  for (const name of ['first_name', 'last_name'] as const) {
    const text = names[name]
    if (text === '') errors[name] = ['Required']
    else if (text !== undefined && !isName(text)) errors[name] = [nameMessage]
  }
  if (case_number_text && !isCaseNumber(case_number_text)) errors.case_number_text = [caseNumberMessage]
  if (typeof suffix === 'number' && !(Number.isInteger(suffix) && suffix >= 1 && suffix <= 9999))
    errors.numeric_suffix = ['A whole number from 1 to 9999.']
  return errors
}

const makeForm = (patient?: Patient): FormStore<Values> =>
  createForm<Values>({
    initial: valuesOf(patient!),
    validate: (values) => problemsOf(changesOf(values, patient!)),
  })

/** Whose case it is: names, number and suffix, for those who may correct them (`cases/correct`); else to read. */
export function CaseRecord({ patient }: { patient: Patient }) {
  const { can, why_not } = patient
  const corrects = can.edit_case_number || why_not.edit_case_number !== undefined
  if (corrects) return <CorrectCase patient={patient} />
  return (
    <FieldGroup title="Patient">
      <Wide>
        <Facts patient={patient} />
      </Wide>
    </FieldGroup>
  )
}

function CorrectCase({ patient }: { patient: Patient }) {
  const { can, why_not } = patient
  const { saved, refused, version, ...record } = useRecordForm('patient', patient, makeForm)
  const { form } = record
  const save = useCall(patients.update, { onSuccess: (answer) => saved(answer.patient), onError: refused })
  const why =
    why_not.edit_case_number ?? (can.edit_names ? undefined : 'Once work has started, only the lab can correct names.')
  const name = { form, readOnly: !can.edit_names }
  return (
    <RecordForm
      {...record}
      among
      submit="Update"
      busy={save.isPending}
      onSubmit={() =>
        save.mutate({ params: { id: patient.id }, body: { ...changesOf(form.values(), patient), version } })
      }
      onCancel={record.takeTheirs}
    >
      <FieldGroup title="Patient" note={why && <Note>{why}</Note>}>
        <NameField {...name} name="first_name" label="First Name" />
        <NameField {...name} name="last_name" label="Last Name" />
        <TextField
          form={form}
          name="case_number_text"
          label="Case Number"
          maxLength={100}
          explain={explainCaseNumber}
          readOnly={!can.edit_case_number}
        />
        {(can.edit_suffix || why_not.edit_suffix !== undefined) && (
          <NumberField
            form={form}
            name="numeric_suffix"
            label="Suffix"
            help="Distinguishes cases with the same name."
            readOnly={!can.edit_suffix}
          />
        )}
        <Wide>
          <Facts patient={patient} />
        </Wide>
      </FieldGroup>
    </RecordForm>
  )
}

/** What cannot be changed here. */
const Facts = ({ patient }: { patient: Patient }) => (
  <DescriptionList
    columns
    items={[
      ['Doctor Number', patient.doctor_number],
      ['Status', patient.patient_status.label],
      ['Created', formatInstant(patient.created_at)],
      ['Modified', formatInstant(patient.updated_at)],
      ['Archived', patient.deleted_at && formatInstant(patient.deleted_at)],
    ]}
  />
)
