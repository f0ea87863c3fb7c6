import { patients } from '@archwire/contract/client/patients'
import { rxForms } from '@archwire/contract/client/rx-forms'
import type { PatientStatus } from '@archwire/contract/patients/lifecycle.ts'
import { rxFormFields, rxFormNames, rxFormSections, type RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import { changedFields, fieldsOf, type ModificationPart } from '@archwire/contract/rx-forms/modification.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { nameOf } from '../../lib/session.tsx'
import { query, useCall } from '../../lib/query.ts'
import { Page, Section } from '../../ui/page.tsx'
import { RecordForm, useRecordForm } from '../../ui/form/record-form.tsx'
import { Note } from '../../ui/states.tsx'
import { CaseFormContext, type Practice } from '../start-case/case-form.ts'
import { Closed } from '../start-case/part.tsx'
import { sectionBodies } from '../start-case/section-bodies.ts'
import { MissingList, useMissing } from '../start-case/missing-list.tsx'
import { changeContext, makeChangeForm, submittedValues, withoutQueues, withPresent } from './change-form.ts'
import { YourChanges } from './your-changes.tsx'
import styles from './modify-form.module.css'

type Standing = PatientStatus | 'in_office'
/**
 * Why a part of the form is closed, in few words: several parts may show it; and what the page says of it above the form
 * (`rx-form/change`).
 */
const standings: Record<Standing, { closed: string; note?: { tone: 'info' | 'warning'; words: string } }> = {
  new: { closed: 'You cannot change this.' },
  in_office: {
    closed: 'The case is made in your office, so this cannot be changed.',
    note: {
      tone: 'info',
      words:
        'This case is made in your office. The names, doctor, impression, products and who makes the setup cannot be changed.',
    },
  },
  in_progress: {
    closed: 'Work on this case has started, so this can no longer be changed.',
    note: {
      tone: 'info',
      words:
        'Work on this case has started. The names, doctor, impression, products and who makes the setup can no longer be changed.',
    },
  },
  awaiting_approval: {
    closed: 'The setup is waiting for approval, so this can no longer be changed.',
    note: {
      tone: 'info',
      words:
        'The setup is waiting for approval. You can still change where and when it ships, the instructions and the supplies.',
    },
  },
  approved: {
    closed: 'The case is approved, so this can no longer be changed.',
    note: {
      tone: 'warning',
      words:
        'This case has already been approved. If you open and modify this case, any changes made will not be implemented.',
    },
  },
  completed: { closed: 'The case is completed, so this can no longer be changed.' },
}
const everyField: ReadonlySet<RxFormName> = new Set(rxFormNames)

/** Modify RxForm: what can still be changed of a submitted form (`rx-form/change`). */
export function ModifyForm({ id, practice }: { id: number; practice: Practice }) {
  const { rx_form, metadata } = useSuspenseQuery(query(rxForms.get, { params: { id } })).data
  const { patient } = useSuspenseQuery(query(patients.get, { params: { id: rx_form.patient_id } })).data
  // What was open when the page began keeps what was typed there; what closed since is shown so, and is not sent.
  const [begun] = useState(() => fieldsOf(metadata.modification_rules as ModificationPart[]))
  const open = useMemo(() => fieldsOf(metadata.modification_rules as ModificationPart[]), [metadata.modification_rules])
  const values = useMemo(() => submittedValues(metadata.values), [metadata.values])
  const present = useMemo(() => withPresent(practice, patient, rx_form), [practice, patient, rx_form])
  const context = useMemo(() => changeContext(practice, patient, values), [practice, patient, values])
  const make = useCallback(
    (record: { values: RxFormValues } | undefined) => makeChangeForm(record!.values, begun, context),
    [begun, context],
  )
  const record = useMemo(() => ({ id, version: rx_form.version, values }), [id, rx_form.version, values])
  const { form, saved: _, giveUp, refused, version, ...edit } = useRecordForm('Rx form', record, make)
  const router = useRouter()
  const toCase = () => router.navigate({ to: '/patient-details/$id', params: { id: patient.id } })
  const save = useCall(rxForms.change, {
    onSuccess: () => {
      giveUp()
      void toCase()
    },
    onError: refused,
  })
  const status = patient.patient_status.key as PatientStatus
  const isInOffice = status === 'in_progress' && values.submission_completed_by === assignment.inOffice
  const { closed, note } = standings[isInOffice ? 'in_office' : status]
  const caseForm = useMemo(
    () => ({ ...present, form, context, open, closed, before: values, ...withoutQueues() }),
    [present, form, context, open, closed, values],
  )
  const asItIs = useMemo(() => ({ ...caseForm, open: everyField }), [caseForm])
  const missing = useMissing(caseForm)
  return (
    <CaseFormContext value={caseForm}>
      <Page
        title="Modify RxForm"
        subtitle={`Patient: ${patient.formatted_name} - ${nameOf(patient.organization)}`}
        narrow
      >
        {note && <Note tone={note.tone}>{note.words}</Note>}
        {status === 'approved' && open.has('shipping_method') && (
          <Note>Shipping changes also apply to the open print.</Note>
        )}
        <RecordForm
          {...edit}
          form={form}
          submit="Save"
          busy={save.isPending}
          onSubmit={() => save.mutate({ params: { id }, body: { ...changesIn(form.values(), values, open), version } })}
          onCancel={() => void toCase()}
        >
          <div className={styles.sections}>
            {rxFormSections.map(({ id: section, title }) => {
              const Body = sectionBodies[section]
              return (
                <Section key={section} title={title}>
                  <div className={styles.fields}>
                    {hasOpen(section, open) ? (
                      <Body />
                    ) : (
                      // One reason for all of it.
                      <Closed why={closed}>
                        <CaseFormContext value={asItIs}>
                          <Body />
                        </CaseFormContext>
                      </Closed>
                    )}
                  </div>
                </Section>
              )
            })}
          </div>
          <YourChanges before={values} practice={present} form={form} open={open} price={rx_form.price} />
          {missing.length > 0 && <MissingList missing={missing} changed={edit.changed} />}
        </RecordForm>
      </Page>
    </CaseFormContext>
  )
}

const hasOpen = (section: string, open: ReadonlySet<RxFormName>): boolean =>
  rxFormNames.some((name) => rxFormFields[name].section === section && open.has(name))

/** Only what a person changed is sent: what another one changed elsewhere in the form stays, and so does what is closed. */
const changesIn = (now: RxFormValues, before: RxFormValues, open: ReadonlySet<RxFormName>) =>
  Object.fromEntries(
    changedFields(before, now)
      .filter((name) => open.has(name))
      .map((name) => [name, now[name]]),
  )
