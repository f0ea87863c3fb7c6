import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { refuse } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { updateVersioned } from '../../../kernel/records.ts'
import { closeDue } from './close-due.ts'
import { lockContract } from './lock-contract.ts'

/**
 * Suspends a subscription (`contracts/suspend`): no new cases, prints and corrections, and no closing until it is resumed. A
 * closing whose day has come is made before. @throws NotFound, Forbidden, Conflict
 */
export async function suspendContract(trx: Trx, actor: Actor, id: number, zone: string): Promise<void> {
  const { organization } = await lockContract(trx, actor, id)
  refuse(organization.row.suspended_at ? 'This subscription is suspended already.' : null)
  const { organization_id: organizationId } = organization
  await closeDue(trx, organizationId, { zone, now: actor.now })
  await updateVersioned(trx, 'organizations', organization.row, undefined, { suspended_at: actor.now }, actor.now)
  await record(trx, actor, [
    { subject: 'contract', id, organizationId, event: 'suspended' },
    { subject: 'organization', id: organizationId, organizationId, event: 'changed', data: { suspended: true } },
  ])
}
