import type { Trx } from '../../db/client.ts'
import { sql } from 'kysely'
import { rows, scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { refuse } from '../../kernel/errors.ts'
import { lockOrganization, whyClosed } from '../organizations/index.ts'
import { tell } from './commands/devices.ts'
import { licenseOf } from './commands/lock.ts'
import { whyNotAdmitted } from './rules.ts'

/** A computer, as the desktop application names it. */
export interface DeviceSent {
  /** The same for good. */
  key: string
  name: string
  details: string
}

/**
 * Lets a device in that signs in for a practice (`licenses/device`): a known one is seen again, a new one takes a seat, and
 * the first one activates the license. People of the lab and of partner labs work without a license.
 * @throws NotFound, Conflict without a free seat, for a license that is off, and for a blocked device
 */
export async function admitDevice(trx: Trx, actor: Actor, organizationId: number, sent: DeviceSent): Promise<void> {
  const organization = await lockOrganization(trx, actor, organizationId)
  if (organization.kind !== 'practice') return
  refuse(whyClosed(organization))
  const license = await licenseOf(trx, actor.scope, organizationId)
  const { rows: known } = await sql<{ id: number; is_blocked: boolean }>`
    select v.id, v.is_blocked from ${rows(actor.scope, 'devices', 'v')}
    where v.organization_id = ${organizationId} and v.license_id = ${license?.row.id ?? 0} and v.device_key = ${sent.key}`.execute(
    trx,
  )
  const device = known[0] ?? null
  refuse(whyNotAdmitted(license?.state ?? null, device))
  const { row } = license!
  const seen = { last_seen_at: actor.now, last_seen_by_user_id: actor.userId }
  if (device) {
    await scoped(trx, actor.scope).update('devices').where('id', '=', device.id).set(seen).execute()
    return
  }
  const name = sent.name || 'Computer'
  const { id } = await scoped(trx, actor.scope)
    .add('devices')
    .values({
      organization_id: organizationId,
      license_id: row.id,
      device_key: sent.key,
      name,
      details: sent.details,
      created_at: actor.now,
      updated_at: actor.now,
      ...seen,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tell(trx, actor, row, 'device_added', { device: id, name })
  if (row.activated_at !== null) return
  await scoped(trx, actor.scope)
    .update('licenses')
    .where('id', '=', row.id)
    .set({ activated_at: actor.now, updated_at: actor.now })
    .execute()
  await tell(trx, actor, row, 'activated', null)
}
