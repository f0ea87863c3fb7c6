import { dayIn } from '@archwire/contract/core/dates.ts'
import type { MetadataBody } from '@archwire/contract/onboardings/schema.ts'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Invalid, permit } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { updateVersioned } from '../../../kernel/records.ts'
import { editsOnboarding } from '../policy.ts'
import { estimateProblem, whyNotEdit } from '../rules.ts'
import { lockOnboarding } from './lock.ts'

/**
 * Changes the tracking number and the estimated completion date (`onboarding/inputs`). A day that was entered before may
 * have passed by now. @throws NotFound, Forbidden, Conflict, Invalid
 */
export async function saveMetadata(
  trx: Trx,
  actor: Actor,
  id: number,
  { version, ...edit }: MetadataBody,
  zone: string,
): Promise<void> {
  const { row, of, state, closed } = await lockOnboarding(trx, actor, id)
  permit(editsOnboarding(actor), closed ?? whyNotEdit(state))
  const { tracking_number: number = row.tracking_number, estimated_date_of_completion: day = null } = edit
  const isAnotherDay = day !== null && day !== row.estimated_date_of_completion
  if (isAnotherDay) {
    const problem = estimateProblem(day, dayIn(zone, actor.now))
    if (problem !== undefined) throw new Invalid({ estimated_date_of_completion: [problem] })
  }
  checkVersion(version, row.version)
  // What is as it was is not written: nothing has happened, and the practice continues waiting (`onboarding/waiting`).
  if (!isAnotherDay && number === row.tracking_number) return
  await updateVersioned(trx, 'onboardings', row, version, { ...edit, moved_at: actor.now }, actor.now)
  await record(trx, actor, [
    { subject: 'onboarding', id: row.id, organizationId: of.organization_id, event: 'details_changed', data: edit },
  ])
}
