import { patients } from '@archwire/contract/client/patients'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { assignment, exportTypes, labelOf, labName } from '@archwire/contract/rx-forms/options.ts'
import { asksForPrint, ships } from '@archwire/contract/rx-forms/rules.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { useRef, useState } from 'react'
import { caseOffer } from '../../lib/case-offer.ts'
import { useCall } from '../../lib/query.ts'
import { isConflict } from '../../lib/seen.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import type { DecisionProps } from './ask-for-changes.tsx'

/** The doctor's main action: approves the setup, after showing what follows. */
export function ApproveSetup({ patient, onDone }: DecisionProps) {
  const [opened, setOpened] = useState(false)
  // Approves what the person saw when the question was asked, not what has arrived behind it since.
  const asked = useRef('')
  const approve = useCall(patients.approve, {
    onSuccess: () => {
      setOpened(false)
      onDone?.()
    },
    // After a message about changes, people look again before they are asked again.
    onError: (error) => void (isConflict(error) && setOpened(false)),
  })
  const offered = caseOffer(patient, 'approve')
  if (!offered) return null
  const open = () => {
    asked.current = patient.seen
    setOpened(true)
  }
  return (
    <>
      <ActionButton why={offered.why} onClick={open}>
        Approve setup
      </ActionButton>
      <ConfirmDialog
        opened={opened}
        title={`Approve the setup of ${patient.full_name}?`}
        confirm="Approve setup"
        busy={approve.isPending}
        onClose={() => setOpened(false)}
        onConfirm={() => approve.mutate({ params: { id: patient.id }, body: { seen: asked.current } })}
      >
        <p>{whatFollows(patient)} The setup cannot be changed after this.</p>
      </ConfirmDialog>
    </>
  )
}

/** What an approval starts (`cases/approve`, `cases/print-follows`). */
function whatFollows({ rx_form: form, third_party_partner: partner }: Patient): string {
  type Print = Pick<RxFormValues, 'products_list' | 'export_type' | 'print_assignment'>
  if (!form || !asksForPrint(form as Print)) return 'The case is completed: nothing is to be printed.'
  const what = labelOf(exportTypes, form.export_type).toLowerCase() || 'models'
  if (!ships(form as Print)) return `The ${what} are released for printing in your office.`
  const who = form.print_assignment === assignment.thirdParty && partner ? partner : labName
  return `${who} prints the ${what} and ships them${form.shipping_location ? ` to ${form.shipping_location.name}` : ''}.`
}
