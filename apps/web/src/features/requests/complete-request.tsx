import { customerRequests } from '@archwire/contract/client/customer-requests'
import { courierOf } from '@archwire/contract/requests/couriers.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { useState, type ReactNode } from 'react'
import { useCall } from '../../lib/query.ts'
import { useSeen } from '../../lib/seen.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmDialog, FormDialog } from '../../ui/dialog.tsx'
import { MoneyField } from '../../ui/form/number-field.tsx'
import { createForm, useFormPart, type Errors } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { Note } from '../../ui/states.tsx'
import { requestOffer } from './request-offer.ts'

interface Values {
  tracking_number: string
  /** Null: the price list (`requests/fee`). */
  custom_shipping_fee: number | null
}

const validate = ({ tracking_number, custom_shipping_fee: fee }: Values): Errors<Values> => ({
  ...(tracking_number.trim() === '' && { tracking_number: ['Required'] }),
  ...(fee !== null && !(fee < 100_000) && { custom_shipping_fee: ['Enter an amount of 0 or more'] }),
})

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
    make: () => createForm<Values>({ initial: { tracking_number: '', custom_shipping_fee: null }, validate }),
    input: ({ tracking_number, custom_shipping_fee }, seen) => ({
      params: { id: request.id },
      body: {
        tracking_number: tracking_number.trim(),
        seen,
        ...(custom_shipping_fee !== null && { custom_shipping_fee }),
      },
    }),
    seen: request.seen,
    onDone: onClose,
  })
  const number = useFormPart(form, () => form.values().tracking_number.trim())
  const courier = courierOf(number, '')
  return (
    <FormDialog {...dialog} title="Shipping Information" confirm="Complete" onClose={onClose}>
      <Unfinished request={request} openSteps={openSteps} />
      <p>
        The print of {request.patient.full_name} will be marked as shipped, and the practice gets an email with the
        tracking number. This cannot be undone.
      </p>
      <TextField
        form={form}
        name="tracking_number"
        label="Tracking number"
        required
        maxLength={60}
        autoComplete="off"
        focusFirst
        help={courier.link ? `This is a ${courier.name} number.` : 'UPS, FedEx, USPS and DHL are recognized.'}
      />
      <MoneyField
        form={form}
        name="custom_shipping_fee"
        label="Override shipping fee"
        placeholder="As in the price list"
        help="In dollars. Leave empty to use the price list."
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
      <p>What was to be printed for {request.patient.full_name} is printed. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
