import { customerRequests } from '@archwire/contract/client/customer-requests'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { useState, type ReactNode } from 'react'
import { useCall } from '../../lib/query.ts'
import { useSeen } from '../../lib/seen.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmDialog, FormDialog } from '../../ui/dialog.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { Note } from '../../ui/states.tsx'
import { requestOffer } from './request-offer.ts'
import { trackingAndFee, TrackingAndFeeFields, trackingAndFeeForm } from './tracking-and-fee.tsx'

interface Asked {
  request: CustomerRequest
  /** The work steps that are not finished. */
  openSteps: ReactNode
}

/** The main action of a request: a print that ships asks for its tracking number first (`requests/complete`). */
export function CompleteRequest({ request, openSteps }: Asked) {
  const [opened, setOpened] = useState(false)
  const offered = requestOffer(request, 'complete')
  if (!offered && !opened) return null
  const print = request.printing_request
  const ships = print !== null && print.assign_to !== assignment.inOffice
  const Asks = ships ? ShippingInformation : ConfirmDone
  return (
    <>
      <ActionButton why={offered?.why} command="Complete the request" onClick={() => setOpened(true)}>
        Complete
      </ActionButton>
      {opened && <Asks request={request} openSteps={openSteps} onClose={() => setOpened(false)} />}
    </>
  )
}

interface Props extends Asked {
  onClose: () => void
}

function ShippingInformation({ request, openSteps, onClose }: Props) {
  const { form, dialog } = useFormDialog({
    route: customerRequests.complete,
    recordId: request.id,
    make: trackingAndFeeForm,
    input: (values, seen) => ({ params: { id: request.id }, body: { ...trackingAndFee(values), seen } }),
    seen: request.seen,
    onDone: onClose,
  })
  return (
    <FormDialog {...dialog} title="Shipping Information" confirm="Complete" onClose={onClose}>
      <Unfinished request={request} openSteps={openSteps} />
      <p>
        The print of {request.patient.full_name} will be marked as shipped, and the practice gets an email with the
        tracking number. This cannot be undone.
      </p>
      <TrackingAndFeeFields
        form={form}
        numberHelp="UPS, FedEx, USPS and DHL are recognized."
        feeHelp="In dollars. Leave empty to use the price list."
      />
    </FormDialog>
  )
}

/** What is not done yet of a print that leaves the house: steps, labels (`requests/unfinished`). */
function Unfinished({ request: { printing_request: print }, openSteps }: Asked) {
  const missing = [!print?.patient_label_printed && 'patient label', !print?.shipping_label_printed && 'shipping label']
    .filter(Boolean)
    .join(' and the ')
  return (
    <>
      {openSteps}
      {missing && <Note tone="warning">Not printed: the {missing}.</Note>}
    </>
  )
}

function ConfirmDone({ request, onClose }: Props) {
  const { seen, refused } = useSeen(request.seen)
  const complete = useCall(customerRequests.complete, { onSuccess: onClose, onError: refused })
  return (
    <ConfirmDialog
      opened
      title="Complete this request?"
      confirm="Complete"
      busy={complete.isPending}
      onConfirm={() => complete.mutate({ params: { id: request.id }, body: { seen } })}
      onClose={onClose}
    >
      <p>Printing for {request.patient.full_name} is finished. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
