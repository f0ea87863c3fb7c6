import { patients } from '@archwire/contract/client/patients'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { caseNameFields } from '@archwire/contract/rx-forms/name-fields.ts'
import { useRef, useState } from 'react'
import { formatInstant } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { explainCaseNumber, NameField } from '../case/name-field.tsx'
import { NumberField } from '../../ui/form/number-field.tsx'
import { FieldGroup, RecordForm, useRecordForm } from '../../ui/form/record-form.tsx'
import { createForm, focusField, type Errors, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Section } from '../../ui/page.tsx'
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

function problemsOf({ numeric_suffix: suffix, ...names }: Partial<Values>): Errors<Values> {
  const isWrong = typeof suffix === 'number' && !(Number.isInteger(suffix) && suffix >= 1 && suffix <= 9999)
  return {
    ...caseNameFields.problems(names),
    ...(isWrong && { numeric_suffix: ['A whole number from 1 to 9999.'] }),
  }
}

const makeForm = (patient?: Patient): FormStore<Values> =>
  createForm<Values>({
    initial: valuesOf(patient!),
    validate: (values) => problemsOf(changesOf(values, patient!)),
  })

/** Whose case it is; names, number and suffix can be corrected by who may (`cases/correct`), behind Edit. */
export function CaseRecord({ patient }: { patient: Patient }) {
  const { can, why_not } = patient
  const corrects = can.edit_case_number || why_not.edit_case_number !== undefined
  if (corrects) return <Correctable patient={patient} />
  return (
    <Section title="Patient">
      <Facts patient={patient} />
    </Section>
  )
}

/** The facts, with the form in their place while it is open: also where it holds what was typed before. */
function Correctable({ patient }: { patient: Patient }) {
  const record = useRecordForm('patient', patient, makeForm)
  const [isOpen, setOpen] = useState(record.changed)
  const place = useRef<HTMLSpanElement>(null)
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => place.current?.querySelector('button')?.focus())
  }
  if (isOpen) return <CorrectCase patient={patient} record={record} onClose={close} />
  return (
    <Section
      title="Patient"
      actions={
        <span ref={place}>
          <ActionButton
            size="compact-sm"
            variant="default"
            why={patient.why_not.edit_case_number}
            command="Edit the patient"
            aria-label="Edit the patient"
            onClick={() => {
              setOpen(true)
              const first = patient.can.edit_names ? 'first_name' : 'case_number_text'
              requestAnimationFrame(() => focusField(record.form, first))
            }}
          >
            Edit
          </ActionButton>
        </span>
      }
    >
      <Facts patient={patient} />
    </Section>
  )
}

interface FormProps {
  patient: Patient
  record: ReturnType<typeof useRecordForm<Patient, Values>>
  onClose: () => void
}

function CorrectCase({ patient, record: { saved, refused, version, ...record }, onClose }: FormProps) {
  const { can, why_not } = patient
  const { form } = record
  const save = useCall(patients.update, {
    // What was typed meanwhile is not saved yet: the form stays open with it.
    onSuccess: (answer) => void (saved(answer.patient) && onClose()),
    onError: refused,
  })
  const why =
    why_not.edit_case_number ?? (can.edit_names ? undefined : 'Once work has started, only the lab can correct names.')
  const name = { form, readOnly: !can.edit_names }
  return (
    <RecordForm
      {...record}
      among
      folds
      submit="Update"
      busy={save.isPending}
      onSubmit={() =>
        save.mutate({ params: { id: patient.id }, body: { ...changesOf(form.values(), patient), version } })
      }
      onCancel={() => {
        record.takeTheirs()
        onClose()
      }}
    >
      <FieldGroup title="Patient" note={why && <Note>{why}</Note>}>
        <NameField {...name} name="first_name" label="First Name" />
        <NameField {...name} name="last_name" label="Last Name" />
        <TextField
          form={form}
          {...caseNameFields.input('case_number_text')}
          label="Case Number"
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
      </FieldGroup>
    </RecordForm>
  )
}

/** Number and suffix, and what cannot be changed; the name is that of the page. */
const Facts = ({ patient }: { patient: Patient }) => (
  <DescriptionList
    items={[
      ['Case Number', patient.case_number_text],
      ['Suffix', patient.numeric_suffix],
      ['Doctor Number', patient.doctor_number],
      ['Status', patient.patient_status.label],
      ['Created', formatInstant(patient.created_at)],
      ['Modified', formatInstant(patient.updated_at)],
      ['Archived', patient.deleted_at && formatInstant(patient.deleted_at)],
    ]}
  />
)
