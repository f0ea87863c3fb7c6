import { customerRequests } from '@archwire/contract/client/customer-requests'
import { courierOf } from '@archwire/contract/requests/couriers.ts'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { useState } from 'react'
import { isConflict } from '../../../lib/seen.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { MoneyField } from '../../../ui/form/number-field.tsx'
import { createForm, useFormPart, type Errors } from '../../../ui/form/store.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useFormDialog } from '../../../ui/form/use-form-dialog.ts'
import { Note } from '../../../ui/states.tsx'
import { LeftOut } from './left-out.tsx'
import { caseName, openOf, readyOf, unfinishedSteps, whyNotComplete, type Parcel } from './parcel.ts'
import styles from './shipments.module.css'

interface Values {
  tracking_number: string
  /** Null: the price list (`requests/fee`). */
  custom_shipping_fee: number | null
}

const validate = ({ tracking_number, custom_shipping_fee: fee }: Values): Errors<Values> => ({
  ...(tracking_number.trim() === '' && { tracking_number: ['Required'] }),
  ...(fee !== null && !(fee < 100_000) && { custom_shipping_fee: ['Enter an amount of 0 or more'] }),
})

interface Props {
  parcel: Parcel
  /** What is not in the parcel yet, where that is known. */
  unpacked?: readonly CustomerRequest[]
}

/** Completes the open prints of a bundle, without those whose case does not allow it now, with one tracking number (`requests/bundles`). */
export function CompleteParcel({ parcel, unpacked = [] }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <ActionButton why={whyNotComplete(parcel)} command="Complete the shipment" onClick={() => setOpened(true)}>
        Complete
      </ActionButton>
      {opened && <ShippingInformation parcel={parcel} unpacked={unpacked} onClose={() => setOpened(false)} />}
    </>
  )
}

function ShippingInformation({ parcel, unpacked, onClose }: Required<Props> & { onClose: () => void }) {
  // What is completed is what was seen when this opened; after a refusal that names what changed, what is shown now.
  const [asked, setAsked] = useState<Parcel | undefined>(parcel)
  const shown = asked ?? parcel
  const open = readyOf(shown)
  const { form, dialog } = useFormDialog({
    route: customerRequests.bundledCompletion,
    recordId: parcel.requests[0]!.id,
    make: () => createForm<Values>({ initial: { tracking_number: '', custom_shipping_fee: null }, validate }),
    input: ({ tracking_number, custom_shipping_fee }) => ({
      body: {
        ids: open.map(({ id }) => id),
        tracking_number: tracking_number.trim(),
        seen: openOf(shown).map(({ id, seen }) => ({ id, seen })),
        ...(custom_shipping_fee !== null && { custom_shipping_fee }),
      },
    }),
    onRefused: (error) => isConflict(error) && setAsked(undefined),
    onDone: onClose,
  })
  const number = useFormPart(form, () => form.values().tracking_number.trim())
  const courier = courierOf(number, '')
  return (
    <FormDialog
      {...dialog}
      ready={dialog.ready && open.length > 0}
      title="Shipping Information"
      confirm="Complete"
      onClose={onClose}
    >
      <LeftOut parcel={shown} />
      {unpacked.length > 0 && <Note tone="warning">Not packed: {unpacked.map(caseName).join(', ')}.</Note>}
      <p>
        {open.length === 1 ? 'This print' : `These ${open.length} prints`} will be marked as shipped, and the practice
        gets an email for each case. This cannot be undone.
      </p>
      <ul className={styles.names}>
        {open.map((request) => (
          <li key={request.id}>
            <span translate="no">{caseName(request)}</span>
            {unfinishedSteps(request) && (
              <small className={styles.quiet}> Unfinished steps: {unfinishedSteps(request)}</small>
            )}
          </li>
        ))}
      </ul>
      <TextField
        form={form}
        name="tracking_number"
        label="Tracking number"
        required
        maxLength={60}
        autoComplete="off"
        focusFirst
        help={courier.link ? `This is a ${courier.name} number.` : 'One number for the whole parcel.'}
      />
      <MoneyField
        form={form}
        name="custom_shipping_fee"
        label="Override shipping fee"
        placeholder="As in the price list"
        help="In dollars, once for the parcel. Leave empty to use the price list."
      />
    </FormDialog>
  )
}
