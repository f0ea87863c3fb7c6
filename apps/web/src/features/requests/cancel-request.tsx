import { customerRequests } from '@archwire/contract/client/customer-requests'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { useState } from 'react'
import { newIntent } from '../../lib/api.ts'
import { useCall } from '../../lib/query.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { createForm } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { requestOffer } from './request-offer.ts'

/** Cancels a request after asking; a reason is free (decisions §5). */
export function CancelRequest({ request }: { request: CustomerRequest }) {
  const [opened, setOpened] = useState(false)
  const offered = requestOffer(request, 'cancel')
  if (!offered && !opened) return null
  return (
    <>
      <ActionButton variant="default" why={offered?.why} onClick={() => setOpened(true)}>
        Cancel
      </ActionButton>
      {opened && <CancelDialog request={request} onClose={() => setOpened(false)} />}
    </>
  )
}

function CancelDialog({ request, onClose }: { request: CustomerRequest; onClose: () => void }) {
  const [intent] = useState(newIntent)
  const [form] = useState(() => createForm({ initial: { reason: '' }, validate: () => ({}) }))
  const cancel = useCall(customerRequests.cancel, { onSuccess: onClose })
  const submit = () => {
    const reason = form.values().reason.trim()
    cancel.mutate({ params: { id: request.id }, body: reason ? { reason } : {}, intent })
  }
  return (
    <FormDialog
      opened
      title="Are you sure you want to cancel this request?"
      confirm="Cancel request"
      cancel="Keep it"
      danger
      busy={cancel.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>
        Nothing more is printed or shipped for {request.patient.full_name} with this request. What was done stays in the
        history; it cannot be taken up again.
      </p>
      <TextField form={form} name="reason" label="Reason" rows={2} maxLength={10_000} focusFirst />
    </FormDialog>
  )
}
