import { onboardingGuides } from '@archwire/contract/onboardings/guides.ts'
import type { OnboardingDetails, OnboardingStep } from '@archwire/contract/onboardings/schema.ts'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { formatDayOf } from '../../lib/format.ts'
import styles from './onboardings.module.css'
import { isCompleted } from './use-onboarding.ts'

interface Props {
  onboarding: OnboardingDetails
  /** Whether this step says what is to be done; one that is completed never does. */
  guides: (step: OnboardingStep) => boolean
  /** The reader is not of the practice, to which the words are addressed. */
  quoted?: boolean
  /** What is asked and offered at a step, below its words. */
  children: (step: OnboardingStep, isNext: boolean) => ReactNode
}

/** The four groups of an onboarding with their steps; those that are completed are folded (`onboarding/page`). */
export function StepGroups({ onboarding, guides, quoted = false, children }: Props) {
  const groups = [...new Set(onboarding.steps.map(({ group }) => group))]
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <StepGroup
          key={group}
          title={group}
          steps={onboarding.steps.filter((step) => step.group === group)}
          onboarding={onboarding}
          guides={guides}
          quoted={quoted}
        >
          {children}
        </StepGroup>
      ))}
    </div>
  )
}

interface GroupProps extends Props {
  quoted: boolean
  title: string
  steps: OnboardingStep[]
}

function StepGroup({ title, steps, onboarding, guides, quoted, children }: GroupProps) {
  const done = steps.filter(({ is_completed }) => is_completed).length
  const isDone = done === steps.length
  // Folded once its last step is completed, unless a person unfolded it.
  const [unfolded, setUnfolded] = useState(false)
  const isOpen = !isDone || unfolded
  const count = `${done} of ${steps.length}`
  return (
    <section className={styles.group} aria-label={title}>
      <h3>
        {isDone ? (
          <button type="button" aria-expanded={isOpen} onClick={() => setUnfolded((now) => !now)}>
            <IconCheck size={16} aria-hidden="true" />
            {title}
            <small>{count}</small>
            <IconChevronDown size={15} aria-hidden="true" />
          </button>
        ) : (
          <>
            {title}
            <small>{count}</small>
          </>
        )}
      </h3>
      {isOpen && (
        <ol className={styles.steps}>
          {steps.map((step) => {
            const isNext = !isCompleted(onboarding) && step.id === onboarding.current_step
            return (
              <li key={step.id} aria-current={isNext ? 'step' : undefined} data-done={step.is_completed || undefined}>
                <span className={styles.mark} aria-hidden="true">
                  {step.is_completed ? <IconCheck size={15} /> : step.id}
                </span>
                <div className={styles.step}>
                  <StepHead step={step} practice={quoted ? 'The practice' : 'Your practice'} />
                  {!step.is_completed && guides(step) && <Guide step={step} quoted={quoted} />}
                  {step.label === 'Activate' && onboarding.license_activated_at && (
                    <p>Activated on {formatDayOf(onboarding.license_activated_at)}</p>
                  )}
                  {children(step, isNext)}
                </div>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}

const StepHead = ({ step, practice }: { step: OnboardingStep; practice: string }) => (
  <div className={styles.stepHead}>
    <strong>{step.label}</strong>
    {step.is_completed ? (
      <small>
        {step.completed_at === null ? 'Completed' : `Completed ${formatDayOf(step.completed_at)}`}
        {step.completed_by !== '' && (
          <>
            {', '}
            <span translate="no">{step.completed_by}</span>
          </>
        )}
      </small>
    ) : (
      <small className={styles.whose} data-practice={step.by_practice || undefined}>
        {step.by_practice ? practice : 'The lab'}
      </small>
    )}
  </div>
)

/** What is to be done, and how long it usually takes (`onboarding/guides`). */
const Guide = ({ step, quoted }: { step: OnboardingStep; quoted: boolean }) => {
  const { what, usually } = onboardingGuides[step.id]
  return (
    <p>
      {quoted ? `The practice reads: “${what}”` : what} <span className={styles.usually}>Usually takes {usually}.</span>
    </p>
  )
}
