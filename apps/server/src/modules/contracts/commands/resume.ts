import { addDays, dayIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { inScope, labScope, rows } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { refuse } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { updateVersioned } from '../../../kernel/records.ts'
import { closeLocked, daysBeforeMonthly } from '../../billing/index.ts'
import { lockContract } from './lock-contract.ts'

/** Resumes a suspended subscription (`contracts/resume`). @throws NotFound, Forbidden, Conflict */
export async function resumeContract(trx: Trx, actor: Actor, id: number, zone: string): Promise<void> {
  const { organization } = await lockContract(trx, actor, id)
  refuse(organization.row.suspended_at ? null : 'This subscription is not suspended.')
  const { organization_id: organizationId } = organization
  await updateVersioned(trx, 'organizations', organization.row, undefined, { suspended_at: null }, actor.now)
  await beginMonths(trx, actor, organizationId, zone)
  await record(trx, actor, [
    { subject: 'contract', id, organizationId, event: 'resumed' },
    { subject: 'organization', id: organizationId, organizationId, event: 'changed', data: { suspended: false } },
  ])
}

/**
 * Starts the months of a practice anew after a time without closings (`contracts/resume`): what is on its open order closes
 * by hand, without a monthly fee, to be charged after the usual delay, and the next closing is 30 days later. For a practice
 * that is enabled or restored, too; one that is still suspended, disabled or archived waits on. The caller has locked and
 * changed the organization.
 */
export async function beginMonths(trx: Trx, actor: Actor, organizationId: number, zone: string): Promise<void> {
  const { rows: found } = await sql<{ contract_id: number; has_main_location: boolean }>`
    select c.id as contract_id, exists (select from ${rows(labScope, 'locations', 'm')}
      where m.organization_id = o.id and m.is_main and m.deleted_at is null) as has_main_location
    from organizations o join ${rows(labScope, 'contracts', 'c')} on c.organization_id = o.id
    where o.id = ${organizationId} and o.suspended_at is null and o.disabled_at is null and o.deleted_at is null`.execute(
    trx,
  )
  const [contract] = found
  if (!contract) return
  const { now, address } = actor
  if (contract.has_main_location)
    await closeLocked(trx, {
      organizationId,
      kind: 'by_hand',
      charged: 'later',
      orNothing: true,
      zone,
      now,
      by: { userId: actor.userId, name: actor.name, address },
    })
  const day = addDays(dayIn(zone, now), daysBeforeMonthly)
  await sql`
    update contracts c set next_payment_date = ${day}::date, billing_day = ${Number(day.slice(8))}, version = c.version + 1,
      updated_at = ${now}
    where c.organization_id = ${organizationId} and ${inScope(labScope, 'contracts', 'c')}`.execute(trx)
}
