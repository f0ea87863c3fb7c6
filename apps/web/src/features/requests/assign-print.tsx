import { printingRequests } from '@archwire/contract/client/printing-requests'
import type { CustomerRequest, PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { useState } from 'react'
import { assigneesOf } from '../case/assignees.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { createForm, useFormPart } from '../../ui/form/store.ts'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { requestOffer } from './request-offer.ts'

/** Changes who makes a print before it begins (`requests/assign`). */
export function AssignPrint({ request, print }: { request: CustomerRequest; print: PrintingRequest }) {
  const [opened, setOpened] = useState(false)
  const offered = requestOffer(request, 'assign')
  if (!offered && !opened) return null
  return (
    <>
      <ActionButton variant="default" size="compact-md" why={offered?.why} onClick={() => setOpened(true)}>
        Assign
      </ActionButton>
      {opened && <AssignDialog print={print} partner={request.assignable_partner} onClose={() => setOpened(false)} />}
    </>
  )
}

/** What follows from the choice: no one is surprised by what is removed. */
const consequences: Record<number, string> = {
  1: 'The lab prints it and ships it as requested, or to the main location by the default method.',
  2: 'The practice prints it itself. Nothing ships, and the lab tracks no steps.',
  3: 'The practice’s partner lab prints it and can see the case.',
}

interface DialogProps {
  print: PrintingRequest
  /** The partner lab of the case or the practice. */
  partner: string | null
  onClose: () => void
}

function AssignDialog({ print, partner, onClose }: DialogProps) {
  const { form, dialog } = useFormDialog({
    route: printingRequests.assign,
    recordId: print.id,
    make: () => createForm({ initial: { assign_to: print.assign_to as 1 | 2 | 3 }, validate: () => ({}) }),
    input: ({ assign_to }) => ({ params: { id: print.id }, body: { assign_to, version: print.version } }),
    onDone: onClose,
  })
  const chosen = useFormPart(form, () => form.values().assign_to)
  return (
    <FormDialog
      {...dialog}
      title="Who makes the print"
      confirm="Assign"
      ready={chosen !== print.assign_to}
      onClose={onClose}
    >
      <ChoiceField form={form} name="assign_to" label="Assigned to" options={assigneesOf(partner, print.assign_to)} />
      <p>{consequences[chosen]}</p>
    </FormDialog>
  )
}
