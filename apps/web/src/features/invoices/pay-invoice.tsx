import type { Order } from '@archwire/contract/billing/schema.ts'
import { invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import { orderPayments } from '@archwire/contract/client/order-payments'
import { payments } from '@archwire/contract/client/payments'
import { formatMoney, toCents, toDollars } from '@archwire/contract/core/money.ts'
import type { PaymentMethod } from '@archwire/contract/payments/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { methodName, numberBesideName } from '../../lib/method-words.ts'
import { query } from '../../lib/query.ts'
import { useCharge } from '../../lib/use-charge.ts'
import { ChargeState } from '../../ui/charge-state.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Choices } from '../../ui/form/choice-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { EmptyState, ErrorState, Note } from '../../ui/states.tsx'

interface Props {
  order: Order
  onClose: () => void
}

/** An owner pays an invoice with any of the practice's methods, the total that is shown and no other (`billing/pay`). */
export function PayInvoice({ order, onClose }: Props) {
  const { id, invoice_id, organization, payable } = order
  const answer = useQuery(query(payments.info, { query: { organization_id: organization.id } }))
  const methods = answer.data?.payment_info.payment_methods
  const [chosen, setChosen] = useState<number>()
  const method = methods?.find((each) => each.id === chosen) ?? methods?.find(({ is_primary }) => is_primary)
  const total = payable && method ? payable.totals[method.payment_method_type] : undefined
  const { busy, problem, charge } = useCharge(orderPayments.pay, onClose)
  const whyNot = payable === null ? 'There is nothing to pay on this invoice.' : payable.why_not
  return (
    <FormDialog
      opened
      title={`Pay ${invoiceTitle(invoice_id).toLowerCase()}`}
      confirm={total === undefined ? 'Pay' : `Pay ${formatMoney(total)}`}
      ready={total !== undefined && whyNot === null}
      busy={busy}
      onConfirm={() =>
        method &&
        total !== undefined &&
        charge({ params: { id }, body: { payment_method_id: method.id, expected_total: total } })
      }
      onClose={() => {
        if (!busy) onClose()
      }}
    >
      {methods ? (
        <Methods methods={methods} chosen={method} onChoose={busy ? undefined : setChosen} />
      ) : answer.isError ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <p role="status">Loading…</p>
      )}
      {payable && method && <p>{totalWords(payable.totals, method)}</p>}
      {!problem && whyNot !== null && <Note tone="warning">{whyNot}</Note>}
      <ChargeState busy={busy} problem={problem} declined="Nothing was charged." />
    </FormDialog>
  )
}

/** What is charged, and how much of it is the card fee. */
function totalWords(
  totals: NonNullable<Order['payable']>['totals'],
  { payment_method_type: type }: PaymentMethod,
): string {
  const fee = toDollars(toCents(totals.card) - toCents(totals.bank))
  const total = `Total: ${formatMoney(totals[type])}`
  return type === 'card' && fee > 0 ? `${total}, with a card fee of ${formatMoney(fee)}.` : `${total}.`
}

/** "Visa ending in 4242, primary, expired" */
const choiceWords = (method: PaymentMethod): string =>
  [methodName(method), numberBesideName(method), method.is_primary && 'primary', method.is_expired && 'expired']
    .filter(Boolean)
    .join(', ')

interface MethodsProps {
  methods: readonly PaymentMethod[]
  chosen: PaymentMethod | undefined
  /** Undefined while a payment is made. */
  onChoose: ((id: number) => void) | undefined
}

function Methods({ methods, chosen, onChoose }: MethodsProps) {
  const id = useId()
  if (methods.length === 0)
    return (
      <EmptyState
        title="No payment methods yet."
        text="Add a card or a bank account first."
        action={
          <Link to="/account" search={{ tab: '2' } as never}>
            Payment methods
          </Link>
        }
      />
    )
  return (
    <Field id={id} label="Pay with" group>
      <Choices
        options={methods.map((method) => ({
          id: method.id,
          label: choiceWords(method),
          disabled: onChoose === undefined,
        }))}
        value={chosen?.id ?? null}
        onChange={(next) => onChoose?.(next)}
      />
    </Field>
  )
}
