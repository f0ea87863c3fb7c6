import {
  onboardingLifecycle,
  onboardingStatuses,
  onboardingSteps,
  type OnboardingStatus,
} from '@archwire/contract/billing/onboarding.ts'
import { onboardingStep } from '@archwire/contract/onboardings/guides.ts'
import type { ProceedBody } from '@archwire/contract/onboardings/schema.ts'
import type { Trx } from '../../../db/client.ts'
import { scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid, permit, refuse } from '../../../kernel/errors.ts'
import { move } from '../../../kernel/move.ts'
import { record } from '../../../kernel/record.ts'
import { givesTracking, proceedsOnboarding } from '../policy.ts'
import { inputOf, whyNotProceed } from '../rules.ts'
import { lockOnboarding, type LockedOnboarding } from './lock.ts'

const lastStep = onboardingSteps.length

/**
 * Completes the step that is next (`onboarding/proceed`); the last one completes the onboarding. Returns its label.
 * @throws NotFound, Forbidden, Conflict for another step than the named one, and without its input
 */
export async function proceedOnboarding(
  trx: Trx,
  actor: Actor,
  id: number,
  { current_step: named, tracking_number }: ProceedBody,
): Promise<string> {
  const { row, of, state, closed } = await lockOnboarding(trx, actor, id)
  const gives = tracking_number !== undefined
  permit(proceedsOnboarding(actor, of) && (!gives || givesTracking(actor)), closed)
  const asks = inputOf(of.current_step) === 'tracking_number'
  const metadata = gives && asks ? { ...state.metadata, tracking_number } : state.metadata
  refuse(whyNotProceed({ ...state, metadata }, named))
  if (gives && !asks) throw new Invalid({ tracking_number: ['Only “Send brackets” takes a tracking number.'] })
  const completes = of.current_step === lastStep
  const status = move(
    onboardingLifecycle,
    state.status,
    completes ? 'complete' : 'proceed',
    (current) => `the onboarding is ${onboardingStatuses[current].label}`,
  )
  await scoped(trx, actor.scope)
    .update('onboardings')
    .set({
      status: onboardingStatuses[status].id,
      current_step: completes ? lastStep : of.current_step + 1,
      tracking_number: metadata.tracking_number,
      // A number that came with the step is an edit of it, too: forms that show the one before follow.
      version: row.version + (gives ? 1 : 0),
      moved_at: actor.now,
      updated_at: actor.now,
    })
    .where('id', '=', row.id)
    .where('organization_id', '=', of.organization_id)
    .execute()
  await scoped(trx, actor.scope)
    .add('onboarding_steps')
    .values({
      organization_id: of.organization_id,
      onboarding_id: row.id,
      step: of.current_step,
      completed_at: actor.now,
      completed_by_user_id: actor.userId,
    })
    .execute()
  if (completes)
    await trx
      .updateTable('organizations')
      .set({ onboarded_at: actor.now })
      .where('id', '=', of.organization_id)
      .execute()
  await tell(trx, actor, { row, of }, status)
  return onboardingStep(of.current_step).label
}

/** Records the step, and asks the practice where the next one is its own; statuses of the practice follow the last. */
async function tell(
  trx: Trx,
  actor: Actor,
  { row, of }: Pick<LockedOnboarding, 'row' | 'of'>,
  status: OnboardingStatus,
): Promise<void> {
  const organizationId = of.organization_id
  const about = { subject: 'onboarding', id: row.id, organizationId, data: { step: of.current_step } } as const
  if (status !== 'completed') {
    const announce = 'by_practice' in onboardingStep(of.current_step + 1)
    return record(trx, actor, [{ ...about, event: 'step_completed', announce }])
  }
  await record(trx, actor, [
    { ...about, event: 'completed' },
    { subject: 'organization', id: organizationId, organizationId, event: 'onboarded' },
  ])
}
