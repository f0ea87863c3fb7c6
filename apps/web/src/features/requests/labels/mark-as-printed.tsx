import { customerRequests } from '@archwire/contract/client/customer-requests'
import type { CustomerRequest } from '@archwire/contract/requests/schema.ts'
import { IconCheck } from '@tabler/icons-react'
import { useCall } from '../../../lib/query.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { requestOffer } from '../request-offer.ts'
import type { LabelKind } from './label-sheet.tsx'
import styles from './label.module.css'

/** One way: a label that was printed stays printed, and may be printed again (`requests/labels`). */
export function MarkAsPrinted({ request, kind }: { request: CustomerRequest; kind: LabelKind }) {
  const patientLabel = useCall(customerRequests.patientLabelPrinted, { announce: 'aloud' })
  const shippingLabel = useCall(customerRequests.shippingLabelsPrinted, { announce: 'aloud' })
  const print = request.printing_request
  const printed = kind === 'patient' ? print?.patient_label_printed : print?.shipping_label_printed
  if (printed)
    return (
      <output className={styles.printed}>
        <IconCheck size={16} aria-hidden="true" /> Printed
      </output>
    )
  const offered = requestOffer(request, kind === 'patient' ? 'mark_patient_label' : 'mark_shipping_label')
  if (!offered) return null
  return (
    <ActionButton
      variant="default"
      why={offered.why}
      command={`Mark the ${kind} label as printed`}
      loading={patientLabel.isPending || shippingLabel.isPending}
      onClick={() =>
        kind === 'patient'
          ? patientLabel.mutate({ params: { id: request.id } })
          : shippingLabel.mutate({ body: { ids: [request.id] } })
      }
    >
      Mark as Printed
    </ActionButton>
  )
}
