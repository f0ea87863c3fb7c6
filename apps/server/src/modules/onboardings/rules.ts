import type { OnboardingStatus } from '@archwire/contract/billing/onboarding.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import { onboardingStep } from '@archwire/contract/onboardings/guides.ts'
import { inputWords, whyRequired, type OnboardingInput } from '@archwire/contract/onboardings/inputs.ts'

/** An onboarding, as far as it decides what is possible. */
export interface OnboardingState {
  status: OnboardingStatus
  current_step: number
  metadata: Record<OnboardingInput, string | null>
}

export const isCompleted = 'This onboarding is completed.'

/** What a step asks for; null: nothing. */
export const inputOf = (step: number): OnboardingInput | null => {
  const found = onboardingStep(step)
  return 'input' in found ? found.input : null
}

/**
 * Why the step that is next is not completed now, as text; null when it is (`onboarding/proceed`).
 * @param named the step that the page showed, if it said so
 */
export function whyNotProceed({ status, current_step, metadata }: OnboardingState, named?: number): string | null {
  if (status === 'completed') return isCompleted
  if (named !== undefined && named < current_step) return `“${onboardingStep(named).label}” is already completed.`
  if (named !== undefined && named > current_step)
    return `“${onboardingStep(current_step).label}” has to be completed first.`
  const input = inputOf(current_step)
  return input !== null && metadata[input] === null ? whyRequired(input) : null
}

/** Why dates and numbers can no longer change, as text; null when they can. */
export const whyNotEdit = ({ status }: Pick<OnboardingState, 'status'>): string | null =>
  status === 'completed' ? isCompleted : null

/** What is wrong with a day that is entered as the estimated completion date; undefined for nothing. */
export const estimateProblem = (day: Day, today: Day): string | undefined => (day < today ? inputWords.past : undefined)
