import { rxForms } from '@archwire/contract/client/rx-forms'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { useState } from 'react'
import { assigneesOf } from '../case/assignees.ts'
import { caseOffer } from '../case/case-offer.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { createForm, useFormPart } from '../../ui/form/store.ts'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'

type Assignee = 1 | 2 | 3

/** Changes who makes the setup of a New case (`cases/assign`); afterwards the button says why that is over. */
export function AssignSetup({ patient }: { patient: Patient }) {
  const [opened, setOpened] = useState(false)
  const offered = caseOffer(patient, 'assign')
  if (!offered && !opened) return null
  return (
    <>
      <ActionButton
        variant="default"
        size="compact-md"
        why={offered?.why}
        command="Assign the setup"
        onClick={() => setOpened(true)}
      >
        Assign
      </ActionButton>
      {opened && patient.rx_form && (
        <AssignDialog
          patientId={patient.id}
          form={patient.rx_form}
          partner={patient.assignable_partner}
          present={patient.submission_completed_by as Assignee | null}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}

/** What follows from the choice, so that no one is surprised by what is gone. */
const consequences: Record<Assignee, string> = {
  [assignment.ownLab]: 'The lab makes the setup. Its work steps are planned, and the price follows.',
  [assignment.inOffice]:
    'The practice makes the setup itself. The case becomes In Progress at once and has no lab steps. Prints and brackets of a third party become the lab’s. This cannot be undone.',
  [assignment.thirdParty]: 'The practice’s partner lab makes the setup and can see the case.',
}

interface DialogProps {
  patientId: number
  form: NonNullable<Patient['rx_form']>
  present: Assignee | null
  /** The partner lab of the case or the practice. */
  partner: string | null
  onClose: () => void
}

function AssignDialog({ patientId, form: rxForm, present, partner, onClose }: DialogProps) {
  const { form, dialog } = useFormDialog({
    route: rxForms.assign,
    recordId: patientId,
    make: () => createForm({ initial: { assign_to: present }, validate: () => ({}) }),
    input: ({ assign_to }) => ({
      params: { id: rxForm.id },
      body: { assign_to: assign_to!, version: rxForm.version },
    }),
    onDone: onClose,
  })
  const chosen = useFormPart(form, () => form.values().assign_to)
  return (
    <FormDialog
      {...dialog}
      title="Who makes the setup"
      confirm="Assign"
      ready={chosen !== null && chosen !== present}
      onClose={onClose}
    >
      <ChoiceField form={form} name="assign_to" label="Assigned to" options={assigneesOf(partner, present)} />
      {chosen !== null && <p>{consequences[chosen]}</p>}
    </FormDialog>
  )
}
