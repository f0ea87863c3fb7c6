import type { Order } from '@archwire/contract/billing/schema.ts'
import { invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import { lazy, Suspense, useState } from 'react'
import { ActionButton } from '../../ui/action-button.tsx'

/** They have forms, and load when opened. */
const PayInvoice = lazy(async () => ({ default: (await import('./pay-invoice.tsx')).PayInvoice }))
const SettleInvoice = lazy(async () => ({ default: (await import('./settle-invoice.tsx')).SettleInvoice }))

type Act = 'pay' | 'settle'
const words = { pay: 'Pay', settle: 'Settle' } as const satisfies Record<Act, string>

/** What the reader can do about an invoice that is not paid, in their order. */
export const actsOf = ({ payable }: Order): Act[] => [
  ...(payable?.can_pay ? (['pay'] as const) : []),
  ...(payable?.can_settle ? (['settle'] as const) : []),
]

interface Given {
  order: Order
  acts: readonly Act[]
  /** One of several invoices on the page: the buttons name it. */
  named: boolean
}

/**
 * The buttons Pay and Settle (`billing/pay`, `billing/settled`), and the dialog that one of them opened. The dialog stands
 * apart: it stays when the invoice is paid behind it, and says so.
 */
export function useInvoiceActs({ order, acts, named }: Given) {
  const [asked, setAsked] = useState<Act>()
  const close = () => setAsked(undefined)
  const title = invoiceTitle(order.invoice_id).toLowerCase()
  const buttons = acts.map((act) => (
    <ActionButton
      key={act}
      why={order.payable?.why_not ?? undefined}
      size="compact-sm"
      variant={act === 'pay' ? 'filled' : 'default'}
      command={`${words[act]} ${title}`}
      onClick={() => setAsked(act)}
    >
      {named ? `${words[act]} ${title}` : words[act]}
    </ActionButton>
  ))
  const dialog = asked && (
    <Suspense>
      {asked === 'pay' ? <PayInvoice order={order} onClose={close} /> : <SettleInvoice order={order} onClose={close} />}
    </Suspense>
  )
  return { buttons, dialog }
}
