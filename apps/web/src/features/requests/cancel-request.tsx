import { customerRequests } from '@archwire/contract/client/customer-requests'
import { requestFields } from '@archwire/contract/requests/fields.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { useState } from 'react'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { createForm } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { requestOffer } from './request-offer.ts'

/** Cancels a request after a confirmation; a reason is optional (`requests/cancel`). */
export function CancelRequest({ request }: { request: CustomerRequest }) {
  const [opened, setOpened] = useState(false)
  const offered = requestOffer(request, 'cancel')
  if (!offered && !opened) return null
  return (
    <>
      <ActionButton
        variant="subtle"
        color="red"
        px={10}
        why={offered?.why}
        command="Cancel the request"
        onClick={() => setOpened(true)}
      >
        Cancel request
      </ActionButton>
      {opened && <CancelDialog request={request} onClose={() => setOpened(false)} />}
    </>
  )
}

function CancelDialog({ request, onClose }: { request: CustomerRequest; onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    route: customerRequests.cancel,
    recordId: request.id,
    make: () => createForm({ initial: { reason: '' }, validate: requestFields.problems }),
    input: ({ reason }) => ({ params: { id: request.id }, body: reason.trim() ? { reason: reason.trim() } : {} }),
    onDone: onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title="Are you sure you want to cancel this request?"
      confirm="Cancel request"
      cancel="Keep it"
      danger
      onClose={onClose}
    >
      <p>
        Nothing more will be printed or shipped for {request.patient.full_name} with this request. Its history is kept.
        A canceled request cannot be reopened.
      </p>
      <TextField form={form} {...requestFields.input('reason')} label="Reason" rows={2} focusFirst />
    </FormDialog>
  )
}
