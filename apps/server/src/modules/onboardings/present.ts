import { onboardingSteps } from '@archwire/contract/billing/onboarding.ts'
import {
  onboardingActions,
  type Onboarding,
  type OnboardingDetails,
  type OnboardingStep,
} from '@archwire/contract/onboardings/schema.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import type { Actor } from '../../kernel/actor.ts'
import { decide } from '../../kernel/decide.ts'
import { nameOfDoer } from '../../kernel/doer.ts'
import { whyClosed } from '../organizations/index.ts'
import { editsOnboarding, givesTracking, proceedsOnboarding } from './policy.ts'
import { inputOf, whyNotEdit, whyNotProceed, type OnboardingState } from './rules.ts'

/** What is known of the steps that were completed. */
export interface Done {
  done: { step: number; at: string; name: string; role: UserRole | null }[]
  license_activated_at: string | null
}

/** An onboarding with its steps as a person reads it, and what they can do (`onboarding/page`). */
export function presentOnboarding(
  actor: Actor,
  row: Onboarding,
  { done, license_activated_at }: Done,
): OnboardingDetails {
  const { organization, current_step } = row
  const closed = {
    organization_archived: organization.is_archived,
    organization_disabled: organization.is_disabled,
  }
  const of = { organization_id: organization.id, organization_disabled: organization.is_disabled, current_step }
  const state = stateOf(row)
  // Who gives the tracking number with the step is not asked for it before.
  const given = inputOf(current_step) === 'tracking_number' && givesTracking(actor) && !editsOnboarding(actor)
  const blocked = {
    proceed: () =>
      whyClosed(closed) ??
      whyNotProceed(given ? { ...state, metadata: { ...state.metadata, tracking_number: '' } } : state),
    update_metadata: () => whyClosed(closed) ?? whyNotEdit(state),
  }
  return {
    ...row,
    steps: stepsOf(actor, state, done),
    license_activated_at,
    ...decide(
      onboardingActions,
      (action) => (action === 'proceed' ? proceedsOnboarding(actor, of) : editsOnboarding(actor)),
      (action) => blocked[action](),
    ),
  }
}

/** What a row says of what is possible. */
export const stateOf = ({ status, current_step, metadata }: Onboarding): OnboardingState => ({
  status: status.key as OnboardingState['status'],
  current_step,
  metadata,
})

const stepsOf = (actor: Actor, { status, current_step }: OnboardingState, done: Done['done']): OnboardingStep[] =>
  onboardingSteps.map((step) => {
    const by = done.find((one) => one.step === step.id)
    return {
      id: step.id,
      group: step.group,
      label: step.label,
      by_practice: 'by_practice' in step,
      input: inputOf(step.id),
      is_completed: status === 'completed' || step.id < current_step,
      completed_at: by?.at ?? null,
      completed_by: by ? nameOfDoer(actor, by) : '',
    }
  })
