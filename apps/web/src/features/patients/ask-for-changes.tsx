import { patients, pins } from '@archwire/contract/client.gen.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newIntent } from '../../lib/api.ts'
import { query, useCall } from '../../lib/query.ts'
import { useSeen } from '../../lib/seen.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { createForm, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'

/** Sends the setup back to the technician, with what is to be changed. */
export function AskForChanges({ patient }: { patient: Patient }) {
  const [opened, setOpened] = useState(false)
  if (!patient.can.request_changes) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Ask for changes
      </Button>
      {opened && <ChangesDialog patient={patient} onClose={() => setOpened(false)} />}
    </>
  )
}

function ChangesDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const [intent] = useState(newIntent)
  const { seen, refused } = useSeen(patient.seen)
  const [form] = useState(() =>
    createForm({ initial: { note: '' }, validate: ({ note }) => (note.trim() === '' ? { note: ['Required'] } : {}) }),
  )
  const ready = useFormPart(form, () => form.values().note.trim() !== '')
  const ask = useCall(patients.requestChanges, { onSuccess: onClose, onError: refused })
  return (
    <FormDialog
      opened
      title="What should be changed?"
      confirm="Ask for changes"
      ready={ready}
      busy={ask.isPending}
      onConfirm={() =>
        ask.mutate({ params: { id: patient.id }, body: { note: form.values().note.trim(), seen }, intent })
      }
      onClose={onClose}
    >
      <p>The technician gets your note and changes the setup; you will be asked to approve it again.</p>
      <PinsGoAlong patientId={patient.id} />
      <TextField form={form} name="note" label="Changes" required rows={5} maxLength={10_000} focusFirst />
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
      <strong>
        {open === 1 ? '1 open comment on the scan goes' : `${open} open comments on the scan go`} with it.
      </strong>
    </p>
  )
}
