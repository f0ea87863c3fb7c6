import { lifecycle } from '../core/lifecycle.ts'
import { statusNames, type Statuses } from '../core/statuses.ts'

/** How far a new practice's checklist is (`onboarding/steps`). */
export const onboardingStatuses = {
  pending: { id: 1, label: 'Pending', color: 'gray', open: true },
  in_progress: { id: 5, label: 'In Progress', color: 'blue', open: true },
  completed: { id: 10, label: 'Completed', color: 'green' },
} as const satisfies Statuses
export type OnboardingStatus = keyof typeof onboardingStatuses

/** The life of a checklist: the first step starts it, and the last one completes it. Steps never go back. */
export const onboardingLifecycle = lifecycle({
  states: statusNames(onboardingStatuses),
  events: {
    proceed: { from: ['pending', 'in_progress'], to: 'in_progress' },
    complete: { from: ['in_progress'], to: 'completed' },
  },
})

interface OnboardingStep {
  id: number
  group: 'Brackets' | 'Software' | 'Bonding' | 'Feedback'
  label: string
  /** The practice's owners and managers complete it; the lab's staff can complete every step (`onboarding/who`). */
  by_practice?: true
  /** What has to be entered before the step is completed. */
  input?: 'tracking_number' | 'estimated_date_of_completion'
}

/** The steps of a new practice's checklist, in their order. */
export const onboardingSteps = [
  { id: 1, group: 'Brackets', label: 'Choose brackets', by_practice: true },
  { id: 2, group: 'Brackets', label: 'Send brackets', by_practice: true, input: 'tracking_number' },
  { id: 3, group: 'Brackets', label: 'Brackets received' },
  { id: 4, group: 'Brackets', label: 'Library built', input: 'estimated_date_of_completion' },
  { id: 5, group: 'Software', label: 'Install', by_practice: true },
  { id: 6, group: 'Software', label: 'Activate' },
  { id: 7, group: 'Software', label: 'Training scheduled' },
  { id: 8, group: 'Software', label: 'Training done' },
  { id: 9, group: 'Bonding', label: 'Trays received' },
  { id: 10, group: 'Bonding', label: 'First bonding', by_practice: true },
  { id: 11, group: 'Feedback', label: 'Survey', by_practice: true },
] as const satisfies readonly OnboardingStep[]
export type OnboardingStepId = (typeof onboardingSteps)[number]['id']

/** The onboarding of a new practice, as it begins. */
export const onboardingBegins = { status: onboardingStatuses.pending.id, current_step: onboardingSteps[0].id }
