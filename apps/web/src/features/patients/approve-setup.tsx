import { patients } from '@archwire/contract/client/patients'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { archWords, madeArches } from '@archwire/contract/rx-forms/arches.ts'
import { assignment, exportTypes, labelOf, labName } from '@archwire/contract/rx-forms/options.ts'
import { asksForPrint, ships } from '@archwire/contract/rx-forms/rules.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { caseOffer } from '../case/case-offer.ts'
import { useCall } from '../../lib/query.ts'
import { isConflict } from '../../lib/seen.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmDialog, FormDialog } from '../../ui/dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Note } from '../../ui/states.tsx'
import type { DecisionProps } from './ask-for-changes.tsx'
import { lackingArch, type LackingArch } from './setup-arches.ts'
import { viewerPath } from './view-action.tsx'

/** The setup waits for this person, who was not shown it yet. */
const isUnseen = (patient: Patient): boolean => patient.can.approve && !patient.setup_shown

/** The doctor's main action until the setup was shown (`cases/looks-first`). */
export const LookAtSetup = ({ patient }: { patient: Patient }) =>
  isUnseen(patient) &&
  patient.setup_viewer_id !== null && (
    <LinkButton to={viewerPath(patient, patient.setup_viewer_id)} command="Look at the setup" main>
      Look at the setup
    </LinkButton>
  )

interface Props extends DecisionProps {
  /** The page is that of the scene. */
  onScene?: boolean
}

/**
 * The doctor's main action: approves the setup, after showing what follows. Whom it was not shown yet is led there first
 * (`cases/looks-first`).
 */
export function ApproveSetup({ patient, onDone, onScene = false }: Props) {
  // What the question is does not change while it is open, although the model may be drawn behind it.
  const [opened, setOpened] = useState<{ unseen: boolean; lacking: LackingArch | null } | null>(null)
  const close = () => setOpened(null)
  // Approves what the person saw when the question was asked, not what has arrived behind it since.
  const asked = useRef('')
  const approve = useCall(patients.approve, {
    onSuccess: () => {
      close()
      onDone?.()
    },
    // After a message about changes, people look again before they are asked again.
    onError: (error) => void (isConflict(error) && close()),
  })
  const offered = caseOffer(patient, 'approve')
  const scene = patient.setup_viewer_id
  const unseen = isUnseen(patient)
  if (!offered) return null
  const lacking = opened?.lacking
  // Not looked at, or without an ordered arch, it is not approved by a second Enter.
  const Question = opened?.unseen || lacking ? FormDialog : ConfirmDialog
  const open = () => {
    asked.current = patient.seen
    setOpened({ unseen, lacking: lackingArch(patient) })
  }
  return (
    <>
      <ActionButton variant={unseen ? 'default' : 'filled'} why={offered.why} onClick={open}>
        Approve setup
      </ActionButton>
      <Question
        opened={opened !== null}
        title={`Approve the setup of ${patient.full_name}?`}
        confirm={
          opened?.unseen
            ? 'Approve without looking'
            : lacking
              ? `Approve without the ${lacking.arch} arch`
              : 'Approve setup'
        }
        busy={approve.isPending}
        quiet={opened?.unseen === true}
        onClose={close}
        onConfirm={() => approve.mutate({ params: { id: patient.id }, body: { seen: asked.current } })}
      >
        {opened?.unseen && (
          <Note tone="warning">
            <span>
              {scene
                ? 'You have not viewed this setup in 3D yet.'
                : 'This setup cannot be shown in 3D yet, so no one has looked at it here.'}
            </span>
            {scene && !onScene && (
              <Button component={Link} size="compact-sm" to={viewerPath(patient, scene)} state={true}>
                Look first
              </Button>
            )}
          </Note>
        )}
        {lacking && <Note tone="warning">{lacking.text}</Note>}
        <p>{whatFollows(patient)} The setup cannot be changed after this.</p>
      </Question>
    </>
  )
}

/** What an approval starts (`cases/approve`, `cases/print-follows`). */
function whatFollows({ rx_form: form, third_party_partner: partner, patient_files: files }: Patient): string {
  type Print = Pick<RxFormValues, 'products_list' | 'export_type' | 'print_assignment'>
  if (!form || !asksForPrint(form as Print)) return 'The case will be completed, because nothing will be printed.'
  const made = madeArches(
    form.jaws_id,
    files.filter(({ kind }) => kind === 'setup').map(({ jaws_id }) => jaws_id),
  )
  const arch = made.length === 1 ? `${archWords[made[0]!]} ` : ''
  const what = arch + (labelOf(exportTypes, form.export_type).toLowerCase() || 'models')
  if (!ships(form as Print)) return `The ${what} are released for printing in your office.`
  const who = form.print_assignment === assignment.thirdParty && partner ? partner : labName
  return `${who} prints the ${what} and ships them${form.shipping_location ? ` to ${form.shipping_location.name}` : ''}.`
}
