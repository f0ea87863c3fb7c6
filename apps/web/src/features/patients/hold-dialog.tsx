import { patients } from '@archwire/contract/client/patients'
import { caseFields } from '@archwire/contract/patients/fields.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useState } from 'react'
import { useSession } from '../../lib/session.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { missing } from '../../ui/form/checks.ts'
import { ToggleField } from '../../ui/form/choice-field.tsx'
import { createForm } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { Overtaken } from './overtaken.tsx'

const { input } = caseFields

/** Puts a case on hold or takes it back to work; shown to people who may. */
export function HoldButton({ patient }: { patient: Patient }) {
  const [opened, setOpened] = useState(false)
  const may = patient.is_on_hold ? patient.can.unhold : patient.can.hold
  return (
    <>
      {may && (
        <ActionButton
          variant="default"
          why={undefined}
          command={patient.is_on_hold ? 'Unhold the case' : 'Hold the case'}
          onClick={() => setOpened(true)}
        >
          {patient.is_on_hold ? 'Unhold' : 'Hold'}
        </ActionButton>
      )}
      {opened && <HoldDialog patient={patient} onClose={() => setOpened(false)} />}
    </>
  )
}

/** Hold requires a name and a reason; unhold only a confirmation, with an optional note (`cases/hold`). */
function HoldDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const { me } = useSession()
  // The question stays the same while open: a colleague's hold must not turn this one into its end.
  const [hold] = useState(!patient.is_on_hold)
  const { form, busy, dialog } = useFormDialog({
    route: patients.toggleHold,
    recordId: patient.id,
    make: () =>
      createForm({
        initial: { action_owner_name: me.full_name, reason: '', should_notify_doctor: false },
        validate: (values) => ({
          ...caseFields.problems(values),
          ...missing(values, hold && 'action_owner_name', hold && 'reason'),
        }),
      }),
    input: ({ action_owner_name, reason, should_notify_doctor }) => ({
      params: { id: patient.id },
      body: {
        on_hold: hold,
        action_owner_name,
        reason: reason.trim() || undefined,
        ...(me.is_management && { should_notify_doctor }),
      },
    }),
    onDone: onClose,
  })
  const overtaken = !(hold ? patient.can.hold && !patient.is_on_hold : patient.can.unhold) && !busy
  return (
    <FormDialog
      {...dialog}
      ready={dialog.ready && !overtaken}
      title={hold ? `Put ${patient.full_name} on hold?` : `Take ${patient.full_name} off hold?`}
      confirm="Continue"
      onClose={onClose}
    >
      {overtaken && <Overtaken patient={patient} />}
      <p>{hold ? 'Work on the case stops until someone takes it off hold.' : 'Work on the case continues.'}</p>
      {hold && (
        <TextField
          form={form}
          {...input('action_owner_name')}
          label="Name"
          required
          readOnly={me.is_management && me.full_name !== ''}
        />
      )}
      <TextField
        form={form}
        {...input('reason')}
        label={hold ? 'Reason' : 'Note'}
        required={hold}
        rows={3}
        focusFirst
      />
      {hold && me.is_management && (
        <ToggleField
          form={form}
          name="should_notify_doctor"
          label="Notify Doctor"
          help="By email and in the portal, with the reason."
        />
      )}
    </FormDialog>
  )
}
