import { organizations } from '@archwire/contract/client/organizations'
import { rxForms } from '@archwire/contract/client/rx-forms'
import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import { mostOfOldCase } from '@archwire/contract/patient-files/types.ts'
import { caseNameFields } from '@archwire/contract/rx-forms/name-fields.ts'
import type { UploadedFile } from '@archwire/contract/rx-forms/fields.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTimeAs } from '../../lib/clock.ts'
import { browserZone } from '../../lib/lab-clock.ts'
import { query, useCall } from '../../lib/query.ts'
import { heldWork } from '../../lib/unsaved-work.ts'
import { missing } from '../../ui/form/checks.ts'
import { DayField } from '../../ui/form/day-field.tsx'
import { errorId, Field } from '../../ui/form/field.tsx'
import { FieldGroup, RecordForm, useRecordForm, Wide } from '../../ui/form/record-form.tsx'
import { createForm, useField, type FormStore } from '../../ui/form/store.ts'
import { Page } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import {
  FileDrop,
  iosFiles,
  pendingIn,
  uploadedOf,
  UploadQueue,
  useArrivalsTold,
  useFilesKept,
} from '../files/index.ts'
import { NameFields, nameProblems, useFirstFocused, type CaseNames } from './name-fields.tsx'
import { useSimilarQuestion } from './similar-patient.tsx'

interface OldCaseValues extends CaseNames {
  impression_date: Day | null
  ios_files: UploadedFile[]
}

const emptyForm = (today: Day, doctor: number | null): FormStore<OldCaseValues> =>
  createForm<OldCaseValues>({
    initial: { ...caseNameFields.empty(), user_id: doctor, impression_date: today, ios_files: [] },
    validate: (values) => ({
      ...nameProblems(values),
      ...missing(values, 'impression_date', 'ios_files'),
    }),
  })

const onTheWay = (files: number): string =>
  files === 1 ? 'One file is still uploading.' : `${files} files are still uploading.`

interface Props {
  organizationId: number
  above: { label: string; to: string }
}

/** Add Old Case: one of the time before the portal, with the files of the scanner (`cases/old-case`). */
export function OldCase(props: Props) {
  const input = { params: { id: props.organizationId } }
  const { data, isPending } = useQuery(query(organizations.rxFormPreference, input))
  // The page begins with the practice's day; without its clock with the browser's (`rx-form/whose-today`).
  return isPending ? null : <OldCaseForm {...props} zone={data?.metadata.time_zone ?? browserZone()} />
}

function OldCaseForm({ organizationId, above, zone }: Props & { zone: string }) {
  const { members } = useSuspenseQuery(query(organizations.listMembers, { params: { id: organizationId } })).data
  const doctors = members.filter(({ is_doctor }) => is_doctor)
  const router = useRouter()
  const today = useTimeAs((now) => dayIn(zone, new Date(now)))
  const [make] = useState(() => () => emptyForm(today, doctors.length === 1 ? doctors[0]!.id : null))
  const record = useRecordForm<never, OldCaseValues>(`old case of practice ${organizationId}`, undefined, make)
  const { saved: _, refused, giveUp, ...frame } = record
  const { form } = frame
  const files = useFiles(form, organizationId)
  const add = useCall(rxForms.oldCaseOfOrganization, {
    onSuccess: ({ patient_id: id }) => {
      giveUp()
      void router.navigate({ to: '/patient-details/$id', params: { id } })
    },
    onError: refused,
  })
  const send = () => {
    const { user_id, impression_date, ...values } = form.values()
    const body = { ...values, user_id: user_id!, impression_date: impression_date! }
    add.mutate({ params: { id: organizationId }, body })
  }
  const name = useSimilarQuestion(send, refused)
  useFirstFocused(form)
  const { id, error } = useField(form, 'ios_files')
  return (
    <Page title="Add Old Case" above={above} narrow>
      <Note>
        The case is Completed as of its impression date. No one is notified, it costs nothing, and it does not count as
        a submission. Prints can be requested for it.
      </Note>
      <RecordForm
        {...frame}
        submit="Add Old Case"
        busy={name.busy || add.isPending}
        onSubmit={() => {
          const pending = pendingIn(files)
          if (pending > 0) return form.refuse({ ios_files: [onTheWay(pending)] })
          const { first_name, last_name, case_number_text, user_id } = form.values()
          void name.ask({ first_name, last_name, case_number_text, organization_id: organizationId, user_id: user_id! })
        }}
        onCancel={() => void router.navigate({ to: above.to })}
      >
        <FieldGroup title="Patient">
          <NameFields form={form} doctors={doctors} />
          <DayField form={form} name="impression_date" label="Impression Date" required max={today} today={today} />
        </FieldGroup>
        <FieldGroup title="Scan">
          <Wide>
            <Field id={id} label="IOS Files" group required error={error}>
              <FileDrop queue={files} hint="Add IOS files: drop, paste or choose" describedBy={error && errorId(id)} />
            </Field>
          </Wide>
        </FieldGroup>
      </RecordForm>
      {name.question}
    </Page>
  )
}

const onTheirWay = 'Some files are still uploading.'
const isOnItsWay = (queue: UploadQueue) => pendingIn(queue) > 0

/** The files of the form: those that arrived are its value. */
function useFiles(form: FormStore<OldCaseValues>, organizationId: number): UploadQueue {
  const key = `files of an old case of practice ${organizationId}`
  const [queue] = useState(
    () =>
      heldWork<UploadQueue>(key) ??
      new UploadQueue(
        iosFiles(mostOfOldCase),
        (about) => call(rxForms.uploadLinkOfOrganization, { params: { id: organizationId }, query: about }),
        form.values().ios_files,
      ),
  )
  useFilesKept(key, queue, onTheirWay, isOnItsWay)
  useArrivalsTold(queue)
  useEffect(
    () =>
      queue.subscribe(() => {
        const files = uploadedOf(queue)
        if (JSON.stringify(files) !== JSON.stringify(form.values().ios_files)) form.set('ios_files', files)
      }),
    [form, queue],
  )
  return queue
}
