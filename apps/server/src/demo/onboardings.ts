import { onboardingSteps } from '@archwire/contract/billing/onboarding.ts'
import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import type { Trx } from '../db/client.ts'
import { labScope, scoped } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { now } from '../kernel/clock.ts'
import { proceedOnboarding, saveMetadata } from '../modules/onboardings/index.ts'

const dayMs = 86_400_000
/** Days from the beginning to each step, and to the end of the last one. */
const daysOfStep = [0, 2, 5, 20, 22, 23, 26, 30, 45, 50, 60]

interface Onboarded {
  organizationId: number
  /** How many days ago the last of these steps was completed. */
  daysAgo: number
  /** How many of the eleven steps are done. */
  steps: number
}

/** Takes a practice of the demo through steps of its onboarding, by the commands that people use, on days that have passed. */
export async function makeOnboarding(
  trx: Trx,
  { organizationId, daysAgo, steps }: Onboarded,
  people: Record<'staff' | 'owner', Actor>,
  zone: string,
): Promise<void> {
  const last = daysOfStep[steps - 1]!
  const at = (day: number) => new Date(now().getTime() - (daysAgo + last - day) * dayMs)
  const { id } = await scoped(trx, labScope)
    .update('onboardings')
    .set({ created_at: at(-1), moved_at: at(-1) })
    .where('organization_id', '=', organizationId)
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const step of onboardingSteps.slice(0, steps)) {
    const when = at(daysOfStep[step.id - 1]!)
    const [staff, owner] = [
      { ...people.staff, now: when },
      { ...people.owner, now: when },
    ]
    if (step.id === 4)
      await saveMetadata(trx, staff, id, { estimated_date_of_completion: addDays(dayIn(zone, when), 3) }, zone)
    const number = step.id === 2 ? { tracking_number: `1Z999AA1012345${1000 + organizationId}` } : {}
    await proceedOnboarding(trx, 'by_practice' in step ? owner : staff, id, { current_step: step.id, ...number })
  }
}
