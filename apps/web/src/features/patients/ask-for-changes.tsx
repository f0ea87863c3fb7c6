import { patients } from '@archwire/contract/client/patients'
import { changesFields } from '@archwire/contract/patients/fields.ts'
import { pins } from '@archwire/contract/client/pins'
import { counted } from '@archwire/contract/core/counted.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { caseOffer } from '../case/case-offer.ts'
import { query } from '../../lib/query.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { createForm } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { Overtaken } from './overtaken.tsx'

export interface DecisionProps {
  patient: Patient
  /** What follows when the decision is made. */
  onDone?: () => void
}

const makeForm = () => createForm({ initial: { note: '' }, validate: changesFields.problems })

/** Sends the setup back to the technician, with what is to be changed. */
export function AskForChanges({ patient, onDone }: DecisionProps) {
  const [opened, setOpened] = useState(false)
  const offered = caseOffer(patient, 'request_changes')
  const close = () => setOpened(false)
  return (
    <>
      {offered && (
        <ActionButton variant="default" why={offered.why} onClick={() => setOpened(true)}>
          Ask for changes
        </ActionButton>
      )}
      {opened && (
        <ChangesDialog
          patient={patient}
          onClose={close}
          onSent={() => {
            close()
            onDone?.()
          }}
        />
      )}
    </>
  )
}

interface ChangesProps {
  patient: Patient
  onSent: () => void
  onClose: () => void
}

function ChangesDialog({ patient, onSent, onClose }: ChangesProps) {
  const { form, busy, dialog } = useFormDialog({
    route: patients.requestChanges,
    recordId: patient.id,
    make: makeForm,
    input: ({ note }, seen) => ({ params: { id: patient.id }, body: { note: note.trim(), seen } }),
    seen: patient.seen,
    onDone: onSent,
  })
  const overtaken = !patient.can.request_changes && !busy
  return (
    <FormDialog
      {...dialog}
      ready={dialog.ready && !overtaken}
      title="What should be changed?"
      confirm="Ask for changes"
      onClose={onClose}
    >
      {overtaken && <Overtaken patient={patient} />}
      <p>The technician gets your note and changes the setup. You will be asked to approve it again.</p>
      <PinsGoAlong patientId={patient.id} />
      <TextField form={form} {...changesFields.input('note')} label="Changes" rows={5} focusFirst />
    </FormDialog>
  )
}

/** What the technician finds on the scans besides the note. */
function PinsGoAlong({ patientId }: { patientId: number }) {
  const { data } = useQuery(query(pins.list, { params: { id: patientId } }))
  if (!data) return null
  const open = data.pins.filter(({ done_at }) => done_at === null).length
  if (open === 0) return <p>To point at a spot, pin a comment to it in the 3D view first.</p>
  return (
    <p>
      <strong>{counted(open, 'open comment on the scan goes', 'open comments on the scan go')} with it.</strong>
    </p>
  )
}
