import { onboardingGuides, onboardingStep } from '@archwire/contract/onboardings/guides.ts'
import type { OnboardingStepId } from '@archwire/contract/billing/onboarding.ts'

/** The page that opens the checklist of an onboarding, for people of the practice (`onboarding/checklist`). */
export const checklistPath = (id: number): string => `/patients?onboarding=${id}`

/** What the bell says of a step that waits for the practice (`onboarding/asks`). */
export const stepMessage = (practice: string, step: OnboardingStepId): string =>
  `Next onboarding step of ${practice}: ${onboardingStep(step).label}`

/** How a guide reads in a mail: what to do, and how long it takes. */
export const stepSentence = (step: OnboardingStepId): string => {
  const { what, usually } = onboardingGuides[step]
  return `${what} This usually takes ${usually}.`
}
