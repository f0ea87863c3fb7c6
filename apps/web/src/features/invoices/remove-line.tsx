import { caseCharges } from '@archwire/contract/client/case-charges'
import { orders } from '@archwire/contract/client/orders'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { useCall } from '../../lib/query.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import type { Line } from './invoice-lines.ts'

interface Props {
  orderId: number
  line: Line
  onClose: () => void
}

/** Asks before a charge or discount is taken off the open order (`billing/by-hand`). */
export function RemoveLine({ orderId, line: { label, value, removal }, onClose }: Props) {
  // What the server refuses is said in its own words, beside the page as it is by then.
  const options = { announce: 'aloud' as const, onSuccess: onClose, onError: () => onClose() }
  const charge = useCall(orders.removeCharge, options)
  const discount = useCall(orders.removeDiscount, options)
  const ofCase = useCall(caseCharges.remove, options)
  const remove = () => {
    if (removal?.why !== undefined || !removal) return
    if (removal.kind === 'patient')
      ofCase.mutate({ params: { id: removal.patientId }, body: { patient_charge_id: removal.id } })
    else if (removal.kind === 'discount')
      discount.mutate({ params: { id: orderId }, body: { discount_id: removal.id } })
    else charge.mutate({ params: { id: orderId }, body: { charge_id: removal.id } })
  }
  const amount = formatMoney(Math.abs(value))
  return (
    <ConfirmDialog
      opened
      title={value < 0 ? `Remove the discount “${label}” of ${amount}?` : `Remove the charge “${label}” of ${amount}?`}
      confirm="Remove"
      danger
      busy={charge.isPending || discount.isPending || ofCase.isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>It will be taken off the current invoice, whose sums will change.</p>
    </ConfirmDialog>
  )
}
