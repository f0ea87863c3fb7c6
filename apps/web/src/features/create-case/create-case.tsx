import { organizations } from '@archwire/contract/client/organizations'
import { patients } from '@archwire/contract/client/patients'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { query, useCall } from '../../lib/query.ts'
import { FieldGroup, RecordForm, useRecordForm } from '../../ui/form/record-form.tsx'
import { createForm } from '../../ui/form/store.ts'
import { Page } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { NameFields, nameProblems, useFirstFocused, type CaseNames } from './name-fields.tsx'
import type { Prefill } from './prefill.ts'
import { useSimilarQuestion } from './similar-patient.tsx'

interface Props {
  organizationId: number
  /** What is filled in already. */
  prefill: Prefill
  /** The doctor whose case it will be, where the page is about one. */
  doctorId?: number
  above: { label: string; to: string }
  onCancel: () => void
}

const namesOf = ({ firstName = '', lastName = '', caseNumber = '' }: Prefill) => ({
  first_name: firstName,
  last_name: lastName,
  case_number_text: caseNumber,
})

/** A form that counts what it was prefilled with as entered: it can be sent at once. */
function prefilled(prefill: Prefill, doctor: number | null) {
  const form = createForm<CaseNames>({
    initial: { ...namesOf({}), user_id: doctor },
    validate: nameProblems,
  })
  form.fill(namesOf(prefill))
  return form
}

/** Create Patient: a case that no one submitted, by the lab (`cases/created`). */
export function CreateCase({ organizationId, prefill, doctorId, above, onCancel }: Props) {
  const { members } = useSuspenseQuery(query(organizations.listMembers, { params: { id: organizationId } })).data
  const doctors = members.filter(({ is_doctor }) => is_doctor)
  const router = useRouter()
  const doctor = doctorId ?? (doctors.length === 1 ? doctors[0]!.id : null)
  const [make] = useState(() => () => prefilled(prefill, doctor))
  const { saved: _, refused, giveUp, ...record } = useRecordForm<never, CaseNames>('patient', undefined, make)
  const { form } = record
  const create = useCall(patients.create, {
    onSuccess: ({ patient }) => {
      giveUp()
      void router.navigate({ to: '/patient-details/$id', params: { id: patient.id } })
    },
    onError: refused,
  })
  const send = () => {
    const { user_id, ...names } = form.values()
    create.mutate({
      body: { ...names, user_id: user_id!, organization_id: organizationId, rx_form_id: prefill.rxFormId },
    })
  }
  const name = useSimilarQuestion(send, refused)
  useFirstFocused(form)
  const isElsewhere = doctorId !== undefined && !doctors.some(({ id }) => id === doctorId)
  return (
    <Page title="Create Patient" above={above} narrow>
      {isElsewhere && <Note tone="warning">This person is not a doctor of the practice.</Note>}
      <Note>
        {prefill.rxFormId === undefined
          ? 'The case is created as New, without lab work and without a price. To place an order for a practice, use Start A Case.'
          : 'The Rx form of the archived case moves to the new case with its price, and its work begins again. Files, history and tooth chart stay behind.'}
      </Note>
      <RecordForm
        {...record}
        submit="Create"
        busy={name.busy || create.isPending}
        onSubmit={() => {
          const { user_id, ...names } = form.values()
          void name.ask({ ...names, organization_id: organizationId, user_id: user_id! })
        }}
        onCancel={onCancel}
      >
        <FieldGroup title="Patient">
          <NameFields form={form} doctors={doctors} lockedDoctor={doctorId !== undefined} />
        </FieldGroup>
      </RecordForm>
      {name.question}
    </Page>
  )
}
