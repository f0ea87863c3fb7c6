import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { Button } from '@mantine/core'
import { createPortal } from 'react-dom'
import { Dialog } from '../../../ui/dialog.tsx'
import label from '../labels/label.module.css'
import { PatientLabel } from '../labels/patient-label.tsx'
import { ShippingLabel } from '../labels/shipping-label.tsx'
import styles from './shipments.module.css'

interface Props {
  title: string
  /** The prints of one parcel. */
  requests: readonly CustomerRequest[]
  kinds: readonly ('patient' | 'shipping')[]
  onClose: () => void
}

/** The labels of a parcel as one print job, each on a sheet of its own: one shipping label, a patient label for each print. */
export default function LabelJob({ title, requests, kinds, onClose }: Props) {
  const sheets = [
    ...(kinds.includes('shipping') ? [<ShippingLabel key="shipping" request={requests[0]!} />] : []),
    ...(kinds.includes('patient')
      ? requests.map((request) => <PatientLabel key={request.id} request={request} />)
      : []),
  ]
  return (
    <Dialog
      opened
      title={title}
      onClose={onClose}
      actions={
        <Button onClick={() => window.print()} data-autofocus>
          {sheets.length === 1 ? 'Print' : `Print ${sheets.length} labels`}
        </Button>
      }
    >
      <div className={`${label.preview} ${styles.sheets}`}>{sheets}</div>
      {createPortal(
        <div className={`${label.paper} ${styles.sheets}`} aria-hidden="true">
          {sheets}
        </div>,
        document.body,
      )}
    </Dialog>
  )
}
