import { contracts } from '@archwire/contract/client/contracts'
import type { CloseInvoicePlan, ContractDetails } from '@archwire/contract/contracts/schema.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { useState } from 'react'
import { nameOf } from '../../lib/session.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmCall } from '../../ui/confirm-call.tsx'
import { ChargedOrders } from './charged-orders.tsx'

/** Suspend or Resume, whichever is possible, after a question that says what it does (`contracts/suspend`, `contracts/resume`). */
export function Suspension({ contract }: { contract: ContractDetails }) {
  const [asked, setAsked] = useState<'suspend' | 'resume'>()
  const close = () => setAsked(undefined)
  const { id, can, organization } = contract
  const name = <span translate="no">{nameOf(organization)}</span>
  return (
    <>
      {can.suspend && (
        <ActionButton variant="default" why={undefined} onClick={() => setAsked('suspend')}>
          Suspend
        </ActionButton>
      )}
      {can.resume && (
        <ActionButton variant="default" why={undefined} onClick={() => setAsked('resume')}>
          Resume
        </ActionButton>
      )}
      {asked === 'suspend' && (
        <ConfirmCall
          title="Suspend this subscription?"
          confirm="Suspend"
          danger
          route={contracts.suspend}
          input={{ params: { id } }}
          onClose={close}
        >
          <p>
            {name} will not be able to start new cases, prints and corrections. Work in progress continues. No monthly
            fee is due until the subscription is resumed.
          </p>
          <StillCharged orders={contract.close_invoice?.orders ?? []} />
        </ConfirmCall>
      )}
      {asked === 'resume' && (
        <ConfirmCall
          title="Resume this subscription?"
          confirm="Resume"
          route={contracts.resume}
          input={{ params: { id } }}
          onClose={close}
        >
          <p>
            {name} will be able to start new cases, prints and corrections. {closesToday(contract.close_invoice)} The
            months begin anew: the next payment date will be 30 days from today.
          </p>
        </ConfirmCall>
      )}
    </>
  )
}

/** Closed invoices: they are charged, or not any more, as if nothing were suspended. */
const StillCharged = ({ orders }: Pick<CloseInvoicePlan, 'orders'>) =>
  orders.length > 0 && (
    <>
      <p>
        {orders.length === 1
          ? 'This invoice stays due, and is charged as before:'
          : 'These invoices stay due, and are charged as before:'}
      </p>
      <ChargedOrders orders={orders} />
    </>
  )

/** What becomes of the current invoice at a resume. */
function closesToday(plan: CloseInvoicePlan | null): string {
  const total = plan?.open_total ?? null
  if (total === null) return 'Nothing is on the current invoice, so none will close.'
  const closes = `The current invoice will close today without a monthly fee, with a total of ${formatMoney(total)}`
  return total === 0 ? `${closes}.` : `${closes}, and will be charged after the usual delay.`
}
