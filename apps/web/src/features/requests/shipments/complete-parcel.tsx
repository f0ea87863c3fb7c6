import { customerRequests } from '@archwire/contract/client/customer-requests'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { useState } from 'react'
import { isConflict } from '../../../lib/seen.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { useFormDialog } from '../../../ui/form/use-form-dialog.ts'
import { Note } from '../../../ui/states.tsx'
import { trackingAndFee, TrackingAndFeeFields, trackingAndFeeForm } from '../tracking-and-fee.tsx'
import { LeftOut } from './left-out.tsx'
import { caseName, openOf, readyOf, unfinishedSteps, whyNotComplete, type Parcel } from './parcel.ts'
import styles from './shipments.module.css'

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
    make: trackingAndFeeForm,
    input: (values) => ({
      body: {
        ids: open.map(({ id }) => id),
        seen: openOf(shown).map(({ id, seen }) => ({ id, seen })),
        ...trackingAndFee(values),
      },
    }),
    onRefused: (error) => isConflict(error) && setAsked(undefined),
    onDone: onClose,
  })
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
      <TrackingAndFeeFields
        form={form}
        numberHelp="One number for the whole parcel."
        feeHelp="In dollars, once for the parcel. Leave empty to use the price list."
      />
    </FormDialog>
  )
}
