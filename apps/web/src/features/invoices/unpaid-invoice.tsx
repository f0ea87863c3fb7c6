import type { Order, OrderMetadata } from '@archwire/contract/billing/schema.ts'
import { formatDay } from '../../lib/format.ts'
import { nameOf, useSession, type Me } from '../../lib/session.tsx'
import { Note } from '../../ui/states.tsx'
import { FeeDue } from './fee-due.tsx'
import { actsOf, useInvoiceActs } from './invoice-acts.tsx'

interface Props {
  order: Order
  metadata: OrderMetadata
  /** One of several invoices on the page. */
  named?: boolean
}

/**
 * That an invoice is not paid, what happens next, and what the reader can do about it: owners pay, the lab settles, others
 * of the practice read who the owner is (`billing/pay`, `billing/settled`, `billing/retries`). Nothing of other invoices.
 */
export function UnpaidInvoice({ order, metadata, named = false }: Props) {
  const { me } = useSession()
  const { fm_invoice_status: status, organization } = order
  const isFee = status === 'NOT_PAID' && metadata.template_data.startup_fee !== null
  // The start-up fee is paid in the account setup (`billing/bank`).
  const acts = actsOf(order).filter((act) => !isFee || act !== 'pay')
  const { buttons, dialog } = useInvoiceActs({ order, acts, named })
  const words = wordsOf(order, me)
  return (
    <>
      {isFee ? (
        <FeeDue organizationId={organization.id} says="The payment of this invoice did not go through.">
          {buttons}
        </FeeDue>
      ) : (
        (words !== '' || acts.length > 0) && (
          <Note tone={status === 'BLOCKED' ? 'error' : status === 'NOT_PAID' ? 'warning' : 'info'}>
            {words !== '' && <span>{words}</span>}
            {buttons}
          </Note>
        )
      )}
      {dialog}
    </>
  )
}

/** What there is to say of an invoice that is not paid; empty for nothing. */
function wordsOf({ fm_invoice_status: status, next_try, payable, organization }: Order, me: Me): string {
  const day = next_try && formatDay(next_try, true)
  if (status === 'PENDING')
    return (
      payable?.why_not ??
      (day ? `It will be charged on ${day}.` : payable ? 'It waits for an older invoice that is not paid.' : '')
    )
  if (status !== 'NOT_PAID' && status !== 'BLOCKED') return ''
  const mine = me.organizations.find(({ id }) => id === organization.id)
  return [
    'This invoice is not paid.',
    status === 'BLOCKED' &&
      `${nameOf(organization)} cannot start new cases, prints and corrections until all its invoices are paid.`,
    payable?.why_not ?? (day && `Next try on ${day}.`),
    // An owner has a button instead, or why there is none.
    payable === null && mine?.owner_name && `${mine.owner_name} owns ${nameOf(mine)} and has to pay it.`,
  ]
    .filter(Boolean)
    .join(' ')
}
