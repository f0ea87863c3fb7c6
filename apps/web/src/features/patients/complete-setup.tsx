import { patients } from '@archwire/contract/client/patients'
import { caseFields } from '@archwire/contract/patients/fields.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { useState, type ReactNode } from 'react'
import { useLabClock } from '../../lib/lab-clock.ts'
import { caseOffer } from '../case/case-offer.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { missing } from '../../ui/form/checks.ts'
import { createForm } from '../../ui/form/store.ts'
import { DayField } from '../../ui/form/day-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { Overtaken } from './overtaken.tsx'
import { Unfinished } from './unfinished.tsx'

interface Props {
  patient: Patient
  /** The work steps that are not finished. */
  openSteps: ReactNode
  /** Where to go afterwards: the patients list. */
  onDone: () => void
}

/** Completes a setup without Notify: made in-office or by a third party, or approved by phone (`cases/complete`). */
export function CompleteSetup(props: Props) {
  const { patient } = props
  const [opened, setOpened] = useState(false)
  const offered = caseOffer(patient, 'complete')
  return (
    <>
      {offered && (
        <ActionButton variant="default" why={offered.why} command="Complete the setup" onClick={() => setOpened(true)}>
          Complete
        </ActionButton>
      )}
      {opened && <CompleteDialog {...props} onClose={() => setOpened(false)} />}
    </>
  )
}

function CompleteDialog({ patient, openSteps, onDone, onClose }: Props & { onClose: () => void }) {
  const ownLab = patient.submission_completed_by === assignment.ownLab
  const { today } = useLabClock()
  const { form, busy, dialog } = useFormDialog({
    route: patients.completeSetup,
    recordId: patient.id,
    make: () =>
      createForm({
        initial: { approved_by: '', approved_at: today as string | null },
        validate: (values) => ({
          ...caseFields.problems(values),
          ...missing(values, ownLab && 'approved_by', ownLab && 'approved_at'),
        }),
      }),
    input: ({ approved_by, approved_at }, seen) => ({
      params: { id: patient.id },
      body: ownLab ? { approved_by: approved_by.trim(), approved_at: approved_at ?? undefined, seen } : { seen },
    }),
    seen: patient.seen,
    onDone,
  })
  const overtaken = !patient.can.complete && !busy
  return (
    <FormDialog
      {...dialog}
      ready={dialog.ready && !overtaken}
      title={`Complete the setup of ${patient.full_name}?`}
      confirm="Complete"
      onClose={onClose}
    >
      {overtaken && <Overtaken patient={patient} />}
      <Unfinished patient={patient} openSteps={openSteps} />
      <p>The setup counts as approved, and what is to be printed goes into production.</p>
      {ownLab && (
        <>
          <TextField
            form={form}
            {...caseFields.input('approved_by')}
            label="Approved by"
            required
            help="For the history: who approved, and how."
          />
          <DayField form={form} name="approved_at" label="Approved on" required max={today} today={today} />
        </>
      )}
    </FormDialog>
  )
}
