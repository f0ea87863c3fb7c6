import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { Button } from '@mantine/core'
import { createPortal } from 'react-dom'
import { Dialog } from '../../../ui/dialog.tsx'
import { MarkAsPrinted } from './mark-as-printed.tsx'
import styles from './label.module.css'
import { PatientLabel } from './patient-label.tsx'
import { ShippingLabel } from './shipping-label.tsx'

export type LabelKind = 'patient' | 'shipping'

interface Props {
  request: CustomerRequest
  kind: LabelKind
  onClose: () => void
}

/**
 * A preview of a label, and its Print button. The printer gets a second drawing that is beside the page and shows on
 * paper only; while the dialog is open the browser's own print command prints the label too.
 */
export default function LabelDialog({ request, kind, onClose }: Props) {
  const Label = kind === 'patient' ? PatientLabel : ShippingLabel
  return (
    <Dialog
      opened
      title={kind === 'patient' ? 'Patient label' : 'Shipping label'}
      onClose={onClose}
      actions={
        <>
          <MarkAsPrinted request={request} kind={kind} />
          <Button onClick={() => window.print()} data-autofocus>
            Print
          </Button>
        </>
      }
    >
      <div className={styles.preview}>
        <Label request={request} />
      </div>
      {createPortal(
        <div className={styles.paper} aria-hidden="true">
          <Label request={request} />
        </div>,
        document.body,
      )}
    </Dialog>
  )
}
