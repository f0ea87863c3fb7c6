import { contracts } from '@archwire/contract/client/contracts'
import type { CloseInvoicePlan, ContractDetails } from '@archwire/contract/contracts/schema.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { useState } from 'react'
import { numberOf } from '../../lib/method-words.ts'
import { nameOf } from '../../lib/session.tsx'
import { useCharge } from '../../lib/use-charge.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ChargeState } from '../../ui/charge-state.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/states.tsx'
import { ChargedOrders } from './charged-orders.tsx'

/** Charges what is not paid at once, or closes the open order and charges it (`contracts/close-invoice`). */
export function CloseInvoice({ contract }: { contract: ContractDetails }) {
  const [asking, setAsking] = useState(false)
  const plan = contract.close_invoice
  if (plan === null) return null
  return (
    <>
      <ActionButton why={whyNot(contract, plan)} onClick={() => setAsking(true)}>
        Close Invoice
      </ActionButton>
      {asking && <Question contract={contract} plan={plan} onClose={() => setAsking(false)} />}
    </>
  )
}

const whyNot = ({ can }: ContractDetails, { why_not }: CloseInvoicePlan): string | undefined =>
  why_not ?? (can.close_invoice ? undefined : 'There is nothing to close now.')

interface Props {
  contract: ContractDetails
  plan: CloseInvoicePlan
  onClose: () => void
}

/** Says what will be charged, by what, before anything is; what has changed meanwhile is said, and shown anew. */
function Question({ contract, plan, onClose }: Props) {
  const { busy, problem, charge } = useCharge(contracts.attemptPayment, onClose)
  const why = whyNot(contract, plan)
  const { orders, closes_open, bank_is_under_way, total } = plan
  return (
    <FormDialog
      opened
      title={`Close Invoice of ${nameOf(contract.organization)}?`}
      confirm={total > 0 ? `Charge ${formatMoney(total)}` : 'Close Invoice'}
      ready={why === undefined}
      busy={busy}
      onConfirm={() => charge({ params: { id: contract.id }, body: { expected_total: total } })}
      onClose={() => {
        if (!busy) onClose()
      }}
    >
      {orders.length > 0 && <Charged orders={orders} />}
      {closes_open && <p>The current invoice will close now, with a total of {formatMoney(total)}.</p>}
      <p>{chargeWords(plan)}</p>
      {bank_is_under_way && <Note>A bank payment of an earlier invoice is under way. It is not charged again.</Note>}
      {!problem && why !== undefined && <Note tone="warning">{why}</Note>}
      <ChargeState busy={busy} problem={problem} declined="What is left to charge is shown above." />
    </FormDialog>
  )
}

/** The closed orders that are charged, the oldest first. */
const Charged = ({ orders }: Pick<CloseInvoicePlan, 'orders'>) => (
  <>
    <p>
      {orders.length === 1
        ? 'This invoice will be charged:'
        : 'These invoices will be charged, the oldest first, until one is declined:'}
    </p>
    <ChargedOrders orders={orders} />
  </>
)

/** The sum, and by what it is charged. */
function chargeWords({ total, method }: CloseInvoicePlan): string {
  if (total === 0) return 'Nothing is charged.'
  if (method === null)
    return `${formatMoney(total)} is due. The practice has no payment method, so the charge will fail.`
  return `${formatMoney(total)} will be charged to ${numberOf(method)}, the primary payment method. This cannot be undone.`
}
