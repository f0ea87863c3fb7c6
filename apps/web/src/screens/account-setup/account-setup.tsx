import type { AccountSetup as Setup } from '@archwire/contract/account-setup/schema.ts'
import type { Product } from '@archwire/contract/billing/schema.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import type { ValidPromotionCode } from '@archwire/contract/promotion-codes/schema.ts'
import { useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { nameOf, useSession } from '../../lib/session.tsx'
import { settingsQuery } from '../../lib/lab-settings.ts'
import { dropWork } from '../../lib/unsaved-work.ts'
import { Page } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import styles from './account-setup.module.css'
import { DetailsStep, detailsName } from './details-step.tsx'
import { unpaidOrder } from './first-order.ts'
import { InProgress } from './in-progress.tsx'
import { OrderStep } from './order-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { makeCodeForm } from './promotion-field.tsx'
import { paymentInfoQuery, setupQuery, startUpFeeQuery, surveyQuery } from './reads.ts'
import * as steps from './steps.ts'
import { ThankYou } from './thank-you.tsx'
import { usePurchase } from './use-purchase.ts'
import { WelcomeStep } from './welcome-step.tsx'

interface Props {
  organizationId: number
  /** The step that the address names. */
  step: string | undefined
  /** Writes a step into the address; `replace`: in place of the current entry. */
  onStep: (step: string, how: { replace: boolean }) => void
}

/** How often a payment in progress is asked for. */
const pollMs = 3000

/** What the owner of a new practice enters and pays (`billing/setup-resumes`, `organizations/setup-first`). */
export function AccountSetup({ organizationId, step, onStep }: Props) {
  const { organization } = useSession()
  const [setupRead, infoRead, productRead, surveyRead, settingsRead] = useSuspenseQueries({
    queries: [
      setupQuery(organizationId),
      paymentInfoQuery(organizationId),
      startUpFeeQuery,
      surveyQuery,
      settingsQuery,
    ],
  })
  const setup = setupRead.data.account_setup
  const info = infoRead.data.payment_info
  const { product } = productRead.data
  const { has_questions, survey_question } = surveyRead.data
  const { settings } = settingsRead.data
  useQuery({ ...setupQuery(organizationId), refetchInterval: setup.is_in_progress && pollMs })
  const reach = steps.reachOf(setup, info.payment_methods.length)
  const shown = steps.stepAt(step, reach)
  const done = steps.isDone(setup)
  // The address says where one is: a reload and the way back lead there. The first step is the page itself.
  useEffect(() => {
    if (!done && String(shown) !== (step ?? String(steps.welcome))) onStep(String(shown), { replace: true })
  })
  const heading = useFocusOn(shown)
  const purchase = usePurchase(organizationId)
  const [another, setAnother] = useState(false)
  const go = (next: number) => {
    setAnother(false)
    purchase.settle()
    onStep(String(next), { replace: false })
  }
  const promotion = usePromotion(purchase.codeProblem)
  const waiting = setup.is_in_progress && (!purchase.busy || purchase.isRetrying)
  useEnded(setup.is_in_progress, () => !done && purchase.ended(setup.last_problem))
  useEffect(() => {
    // What was changed and not saved has no place any more once the setup is finished.
    if (done) dropWork(`${detailsName}:${organizationId}`)
  }, [done, organizationId])
  const back = shown > reach.first ? () => go(shown - 1) : undefined
  return (
    <Page title="Account Setup" narrow subtitle={organization && <span translate="no">{nameOf(organization)}</span>}>
      {done ? (
        <ThankYou organizationId={organizationId} order={setup.order} />
      ) : (
        <>
          <Banner setup={setup} product={product} />
          {setup.last_problem !== null && !purchase.problem && !waiting && !purchase.busy && (
            <Note tone="warning">Why the last payment failed: {setup.last_problem}</Note>
          )}
          <Stepper
            label="Steps of the account setup"
            steps={steps.stepsInBar.map((at) => ({
              value: String(at),
              label: steps.stepNames[at],
              done: at < reach.last,
              open: at >= reach.first && at <= reach.last && !purchase.busy && !waiting,
            }))}
            value={String(shown)}
            onChange={(next) => go(Number(next))}
          />
          {waiting ? (
            <InProgress purchase={purchase} />
          ) : (
            <section className={styles.step} aria-label={steps.stepNames[shown]!}>
              <h2 ref={heading} tabIndex={-1}>
                {steps.stepNames[shown]}
              </h2>
              {shown === steps.welcome && <WelcomeStep lab={settings.brand.lab} onNext={() => go(steps.details)} />}
              {shown === steps.details && (
                <DetailsStep
                  organizationId={organizationId}
                  setup={setup}
                  question={has_questions ? survey_question : null}
                  onBack={back}
                  onNext={() => go(steps.payment)}
                />
              )}
              {shown === steps.payment && (
                <PaymentStep
                  organizationId={organizationId}
                  info={info}
                  finished={setup.is_finished}
                  another={another}
                  onBack={back}
                  onNext={() => go(steps.summary)}
                />
              )}
              {shown === steps.summary && (
                <OrderStep
                  organizationId={organizationId}
                  setup={setup}
                  info={info}
                  product={product}
                  settings={settings}
                  promotion={promotion}
                  purchase={purchase}
                  onBack={() => go(steps.payment)}
                  onStep={go}
                  onAnother={() => {
                    go(steps.payment)
                    setAnother(true)
                  }}
                />
              )}
            </section>
          )}
        </>
      )}
    </Page>
  )
}

/** What is charged now, and what later. */
function Banner({ setup, product }: { setup: Setup; product: Product }) {
  if (unpaidOrder(setup))
    return <Note tone="warning">The payment of the start-up fee did not go through. Choose how to pay it.</Note>
  if (setup.startup_fee === 'paid') return <Note>The start-up fee is paid. Nothing is charged now.</Note>
  if (setup.startup_fee === 'waived')
    return (
      <Note>
        The lab waived the start-up fee. Nothing is charged now. Monthly billing begins 30 days after the fee was
        waived.
      </Note>
    )
  return (
    <Note>
      The start-up fee of {formatMoney(product.subtotal)} is charged now, at the last step. Monthly billing begins in 30
      days.
    </Note>
  )
}

/** The heading of a step gets the focus when another step is opened. */
function useFocusOn(shown: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    heading.current?.focus()
  }, [shown])
  return heading
}

/** The promotion code is kept while one goes from step to step; one that the purchase refused is to be entered anew. */
function usePromotion(problem: string | undefined) {
  const [form] = useState(makeCodeForm)
  const [applied, apply] = useState<ValidPromotionCode | null>(null)
  const [known, setKnown] = useState(problem)
  if (known !== problem) {
    setKnown(problem)
    if (problem !== undefined) apply(null)
  }
  useEffect(() => {
    if (problem !== undefined) form.refuse({ code: [problem] })
  }, [form, problem])
  return { form, applied, apply }
}

/** Calls back when something that was in progress no longer is. */
function useEnded(inProgress: boolean, onEnd: () => void): void {
  const was = useRef(inProgress)
  useEffect(() => {
    if (was.current && !inProgress) onEnd()
    was.current = inProgress
  })
}
