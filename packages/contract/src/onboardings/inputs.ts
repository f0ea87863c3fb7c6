import type { onboardingSteps } from '../billing/onboarding.ts'

/** What two steps of an onboarding ask for (`onboarding/inputs`). Free of schemas, so that the browser can import it. */
export type OnboardingInput = NonNullable<Extract<(typeof onboardingSteps)[number], { input: unknown }>['input']>

export const inputLabels: Record<OnboardingInput, string> = {
  tracking_number: 'Tracking number',
  estimated_date_of_completion: 'Estimated completion date',
}

export const inputWords = {
  empty: 'Field is empty.',
  short: 'Minimum of 6 characters.',
  long: 'Up to 30 characters',
  signs: 'Must only contain alphanumeric characters',
  past: 'Choose today or a later day.',
} as const

/** Characters of a tracking number. */
export const trackingLength = { min: 6, max: 30 } as const

/** What is wrong with the tracking number of a parcel of brackets; undefined for nothing. */
export function trackingProblem(text: string): string | undefined {
  if (text === '') return inputWords.empty
  if (text.length < trackingLength.min) return inputWords.short
  if (text.length > trackingLength.max) return inputWords.long
  return /^[A-Za-z0-9]+$/.test(text) ? undefined : inputWords.signs
}

/** A tracking number without the spaces that carriers print between its parts. */
export const tidyTracking = (text: string): string => text.replaceAll(/\s+/g, '')

/** Why a step cannot be completed yet. */
export const whyRequired = (input: OnboardingInput): string => `${inputLabels[input]} is required.`
