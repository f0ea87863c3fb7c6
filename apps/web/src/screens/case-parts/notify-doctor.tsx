import { rxForms } from '@archwire/contract/client/rx-forms'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useRef, useState } from 'react'
import { lackingArch, Unfinished } from '../../features/patients/index.ts'
import { OpenSteps } from '../../features/tech-workflows/index.ts'
import { caseOffer } from '../../features/case/case-offer.ts'
import { useCall } from '../../lib/query.ts'
import { isConflict } from '../../lib/seen.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmDialog, FormDialog } from '../../ui/dialog.tsx'

/** The lab's main action: sends the setup to the doctor for approval. */
export function NotifyDoctor({ patient }: { patient: Patient }) {
  const [opened, setOpened] = useState(false)
  // The setup that the technician saw when asked, not one that a colleague has uploaded since.
  const asked = useRef<{ seen: string; same_setup?: true }>({ seen: '' })
  const markAsReady = useCall(rxForms.markAsReady, {
    onSuccess: () => setOpened(false),
    // After a message about changes, people look again before they are asked again.
    onError: (error) => void (isConflict(error) && setOpened(false)),
  })
  const form = patient.rx_form
  const offered = caseOffer(patient, 'mark_as_ready')
  if (!form || !offered) return null
  const doctor = patient.user?.full_name ?? 'the doctor'
  const sameSetup = patient.changes_asked?.setup_is_newer === false
  const open = () => {
    asked.current = { seen: patient.seen, ...(sameSetup && { same_setup: true }) }
    setOpened(true)
  }
  const lacking = lackingArch(patient) !== null
  // The same setup, or one that lacks an arch, is not sent by a second Enter.
  const Question = sameSetup || lacking ? FormDialog : ConfirmDialog
  return (
    <>
      <ActionButton
        why={offered.why}
        command="Notify the doctor"
        // Until the setup is changed as asked, it is not what comes next.
        variant={sameSetup ? 'default' : 'filled'}
        onClick={open}
      >
        Notify
      </ActionButton>
      <Question
        opened={opened}
        title={sameSetup ? 'Send the same setup again?' : `Notify ${doctor}?`}
        confirm={sameSetup ? 'Send the same setup' : lacking ? 'Notify anyway' : 'Notify'}
        busy={markAsReady.isPending}
        onClose={() => setOpened(false)}
        onConfirm={() => markAsReady.mutate({ params: { id: form.id }, body: asked.current })}
      >
        <Unfinished patient={patient} openSteps={<OpenSteps workflow={patient.initial_case_setup} />} />
        <p>
          {doctor} gets an email that the setup of {patient.full_name} is ready, and can approve it or ask for changes.
        </p>
      </Question>
    </>
  )
}
