import type { AccountSetup } from '@archwire/contract/account-setup/schema.ts'
import type { Product } from '@archwire/contract/billing/schema.ts'
import { toDollars, formatMoney } from '@archwire/contract/core/money.ts'
import type { PaymentInfo, PaymentMethod } from '@archwire/contract/payments/schema.ts'
import type { ValidPromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import type { Settings } from '@archwire/contract/settings/routes.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { methodName, numberBesideName } from '../../features/payments/index.ts'
import { useLabClock } from '../../lib/lab-clock.ts'
import { heldWork } from '../../lib/unsaved-work.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { useOnce } from '../../ui/once.ts'
import { Part } from '../../ui/part.tsx'
import { Note } from '../../ui/states.tsx'
import styles from './account-setup.module.css'
import { detailsName } from './details-step.tsx'
import { firstOrder, unpaidOrder } from './first-order.ts'
import { OrderLines } from './order-lines.tsx'
import { anotherWords } from './payment-step.tsx'
import { PromotionField, type CodeForm } from './promotion-field.tsx'
import { StepButtons } from './step-buttons.tsx'
import { details, payment } from './steps.ts'
import { UnpaidOrder } from './unpaid-order.tsx'
import type { Purchase, PurchaseProblem } from './use-purchase.ts'

/** A promotion code as far as it was entered. */
export interface Promotion {
  form: CodeForm
  applied: ValidPromotionCode | null
  apply: (code: ValidPromotionCode | null) => void
}

const methodWord = (method: PaymentMethod | undefined): string =>
  method?.payment_method_type === 'card' ? 'card, with its fee' : 'bank account, without a card fee'

interface Props {
  organizationId: number
  setup: AccountSetup
  info: PaymentInfo
  product: Product
  settings: Settings
  promotion: Promotion
  purchase: Purchase
  onBack: () => void
  onStep: (step: number) => void
  /** Leads to the form of another payment method. */
  onAnother: () => void
}

/** What is paid now, and by what; finishes the setup (`billing/purchase`). */
export function OrderStep({ organizationId, setup, info, product, settings, promotion, purchase, ...go }: Props) {
  const { today } = useLabClock()
  const { busy, problem } = purchase
  const known = unpaidOrder(setup)
  const takesCode = setup.startup_fee === 'due' && !known
  const applied = takesCode ? promotion.applied : null
  const method = info.payment_methods.find(({ is_primary }) => is_primary) ?? info.payment_methods[0]
  const order = firstOrder({ setup, product, settings, promotion: applied, method, day: today })
  const total = known ? (setup.amount_due ?? known.total) : toDollars(order.total)
  const finish = useOnce(
    () =>
      purchase.finish({
        ...(applied && { promotion_code: applied.code }),
        expected_total: total,
      }),
    busy,
  )
  const isSlow = useIsSlow(busy)
  return (
    <>
      {problem && (
        <Problem
          problem={problem}
          again={purchase.again}
          busy={busy}
          another={{ label: anotherWords(method), onClick: go.onAnother }}
        />
      )}
      {heldWork(`${detailsName}:${organizationId}`) !== undefined && (
        <Note tone="warning">
          <span>Your changes to the account details are not saved yet. The setup will be finished without them.</span>
          <Button size="compact-sm" variant="default" onClick={() => go.onStep(details)}>
            Show the details
          </Button>
        </Note>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <section aria-label="Paid by">
            <h3>Paid by</h3>
            {method && <Method method={method} />}
            <Button size="compact-sm" variant="default" disabled={busy} onClick={() => go.onStep(payment)}>
              Change the payment method
            </Button>
          </section>
          {takesCode && (
            <PromotionField
              organizationId={organizationId}
              form={promotion.form}
              applied={applied}
              off={order.promotionTotal}
              locked={busy}
              onChange={promotion.apply}
            />
          )}
        </div>
        <section className={styles.side} aria-label="Your order">
          <h3>Your order</h3>
          {known ? (
            <Part id={`order ${known.id}`}>
              <UnpaidOrder id={known.id} />
              {total !== known.total && <p>{`Paid by ${methodWord(method)}, it costs ${formatMoney(total)}.`}</p>}
            </Part>
          ) : (
            <OrderLines order={order} settings={settings} method={method?.payment_method_type} />
          )}
          <p className={styles.quiet}>
            {total > 0
              ? `${formatMoney(total)} is charged when you finish the setup.`
              : 'Nothing is charged now. The payment method is for the monthly invoices.'}
          </p>
        </section>
      </div>
      <StepButtons onBack={busy ? undefined : go.onBack}>
        <ActionButton
          why={setup.can.purchase ? undefined : `The setup cannot be finished now. Ask ${settings.brand.lab}.`}
          loading={busy}
          onClick={finish}
        >
          Finish Setup
        </ActionButton>
      </StepButtons>
      <output className={styles.progress}>
        {isSlow &&
          (total > 0 ? 'The payment is being made. Please keep this page open.' : 'The setup is being finished.')}
      </output>
    </>
  )
}

const Method = ({ method }: { method: PaymentMethod }) => (
  <p>
    <strong>{methodName(method)}</strong>
    {numberBesideName(method) && <span className={styles.quiet}> {numberBesideName(method)}</span>}
    {method.expires && (
      <span className={styles.quiet}>
        {' '}
        · {method.is_expired ? 'expired' : 'expires'} {method.expires}
      </span>
    )}
  </p>
)

interface ProblemProps {
  problem: PurchaseProblem
  again: (() => void) | undefined
  busy: boolean
  /** The way to another payment method, where this one was declined. */
  another?: { label: string; onClick: () => void }
}

/** Why the setup is not finished; gets the focus, because the button that was pressed says nothing of it. */
export function Problem({ problem: { kind, message }, again, busy, another }: ProblemProps) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  const retry = useOnce(() => again?.(), busy)
  return (
    <div ref={note} tabIndex={-1} className={styles.problem}>
      <Note tone={kind === 'unanswered' ? 'warning' : 'error'}>
        <span>
          {message}
          {kind === 'unanswered' && ' Nothing will be charged twice if you try again.'}
          {kind === 'declined' && ' Nothing was charged, and everything you entered is kept.'}
        </span>
        {again && (
          <Button size="compact-sm" variant="default" loading={busy} onClick={retry}>
            Try again
          </Button>
        )}
        {kind === 'declined' && another && (
          <Button size="compact-sm" variant="default" onClick={another.onClick}>
            {another.label}
          </Button>
        )}
      </Note>
    </div>
  )
}

/** After this time the page says what is being waited for. */
const slowMs = 1000

function useIsSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return undefined
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  return slow
}
