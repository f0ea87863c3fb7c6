import { rxForms } from '@archwire/contract/client/rx-forms'
import { setupIsMissing } from '@archwire/contract/patients/refusals.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { Button, Tooltip } from '@mantine/core'
import { useRef, useState } from 'react'
import { newIntent } from '../../lib/api.ts'
import { useCall } from '../../lib/query.ts'
import { isConflict } from '../../lib/seen.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { hasSetup } from '../case-parts/setup-upload.tsx'

/** The lab's main action: sends the setup to the doctor for approval. While it waits for the setup it says so. */
export function NotifyDoctor({ patient }: { patient: Patient }) {
  const [opened, setOpened] = useState(false)
  // The setup that the technician saw when asked, not one that a colleague has uploaded since.
  const asked = useRef({ intent: '', seen: '' })
  const notify = useCall(rxForms.markAsReady, {
    onSuccess: () => setOpened(false),
    // Told what changed, they look again before they are asked again.
    onError: (error) => void (isConflict(error) && setOpened(false)),
  })
  const form = patient.rx_form
  const may = patient.can.notify
  const waits =
    !may && patient.can.add_setup && patient.submission_completed_by === assignment.ownLab && !hasSetup(patient)
  if (!form || (!may && !waits)) return null
  if (waits)
    return (
      <Tooltip label={setupIsMissing}>
        <Button data-disabled aria-disabled="true">
          Notify
        </Button>
      </Tooltip>
    )
  const doctor = patient.user?.full_name ?? 'the doctor'
  const open = () => {
    asked.current = { intent: newIntent(), seen: patient.seen }
    setOpened(true)
  }
  return (
    <>
      <Button onClick={open}>Notify</Button>
      <ConfirmDialog
        opened={opened}
        title={`Notify ${doctor}?`}
        confirm="Notify"
        busy={notify.isPending}
        onClose={() => setOpened(false)}
        onConfirm={() => {
          const { intent, seen } = asked.current
          notify.mutate({ params: { id: form.id }, body: { seen }, intent })
        }}
      >
        <p>
          {doctor} gets an e-mail that the setup of {patient.full_name} is ready, and can approve it or ask for changes.
        </p>
      </ConfirmDialog>
    </>
  )
}
