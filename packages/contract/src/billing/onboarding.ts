import { statuses } from '../core/statuses.ts'

/** How far a new practice's checklist is (`billing/onboarding`). */
export const onboardingStatuses = statuses({
  pending: { id: 1, label: 'Pending', color: 'gray', open: true },
  in_progress: { id: 5, label: 'In Progress', color: 'blue', open: true },
  completed: { id: 10, label: 'Completed', color: 'green' },
})
