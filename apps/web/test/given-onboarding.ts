import { onboardingStatuses, onboardingSteps } from '@archwire/contract/billing/onboarding.ts'
import { presentStatus } from '@archwire/contract/core/statuses.ts'
import { doctorAllowedSteps } from '@archwire/contract/onboardings/guides.ts'
import type { OnboardingDetails, OnboardingMeta } from '@archwire/contract/onboardings/schema.ts'

interface Given extends Omit<Partial<OnboardingDetails>, 'current_step'> {
  /** How many steps are done. */
  done?: number
}

/** The onboarding of Summit with so many completed steps; whoever reads it can do everything unless a test says else. */
export function givenOnboarding({ done = 0, ...said }: Given = {}): OnboardingDetails {
  const all = onboardingSteps.length
  const status = done === 0 ? 'pending' : done === all ? 'completed' : 'in_progress'
  return {
    id: 12,
    organization: {
      id: 7,
      name: 'Summit',
      account_number: 'O-000007',
      is_disabled: false,
      is_archived: false,
      created_at: '2026-11-01T15:00:00.000Z',
    },
    status: presentStatus(onboardingStatuses, status),
    current_step: onboardingSteps[Math.min(done, all - 1)]!.id,
    metadata: { tracking_number: null, estimated_date_of_completion: null },
    created_at: '2026-11-02T15:00:00.000Z',
    moved_at: '2026-11-20T15:00:00.000Z',
    completed_at: done === all ? '2026-11-20T15:00:00.000Z' : null,
    is_waiting: false,
    is_overdue: false,
    version: 3,
    steps: onboardingSteps.map((step) => ({
      id: step.id,
      group: step.group,
      label: step.label,
      by_practice: 'by_practice' in step,
      input: 'input' in step ? step.input : null,
      is_completed: step.id <= done,
      completed_at: step.id <= done ? '2026-11-20T15:00:00.000Z' : null,
      completed_by: step.id <= done ? 'Jane Marsh' : '',
    })),
    license_activated_at: null,
    can: { proceed: true, update_metadata: true },
    why_not: {},
    ...said,
  }
}

/** Where the steps lead. */
export const givenMeta: OnboardingMeta = {
  doctor_allowed_steps: doctorAllowedSteps,
  links: {
    desktop_download_url: 'https://archwire.example/desktop',
    training_url: '',
    survey_url: 'https://archwire.example/survey',
  },
}
