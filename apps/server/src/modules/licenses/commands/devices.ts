import type { DeviceEdit } from '@archwire/contract/licenses/schema.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { rows, scoped } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { NotFound, refuse } from '../../../kernel/errors.ts'
import { record } from '../../../kernel/record.ts'
import { lockRow, updateVersioned } from '../../../kernel/records.ts'
import { freeSeats, noSeat } from '../rules.ts'
import { lockLicense, type LockedLicense } from './lock.ts'

const named = (id: number) => ({ table: 'devices', id, what: 'This device' }) as const

/** Names a device, or keeps it out; one that comes back needs a free seat (`licenses/device`). @throws NotFound, Conflict */
export async function updateDevice(
  trx: Trx,
  actor: Actor,
  id: number,
  { version, ...edit }: DeviceEdit,
): Promise<void> {
  const { row: license, state } = await lockLicense(trx, actor, named(id))
  const row = await lockRow(trx, actor.scope, 'devices', id, 'This device')
  refuse(row.is_blocked && edit.is_blocked === false && freeSeats(state) === 0 ? noSeat : null)
  await updateVersioned(trx, 'devices', row, version, edit, actor.now)
  await tell(trx, actor, license, 'device_changed', { device: id, ...edit })
}

/** Removes a device: its seat is free. When it comes again, it is new (`licenses/device`). @throws NotFound */
export async function removeDevice(trx: Trx, actor: Actor, id: number): Promise<void> {
  const { row: license } = await lockLicense(trx, actor, named(id))
  const { rows: found } = await sql<{ name: string }>`
    select v.name from ${rows(actor.scope, 'devices', 'v')} where v.id = ${id}`.execute(trx)
  if (!found[0]) throw new NotFound('This device')
  await scoped(trx, actor.scope).remove('devices').where('id', '=', id).execute()
  await tell(trx, actor, license, 'device_removed', { device: id, name: found[0].name })
}

export const tell = (
  trx: Trx,
  actor: Parameters<typeof record>[1],
  { id, organization_id }: Pick<LockedLicense['row'], 'id' | 'organization_id'>,
  event: 'device_added' | 'device_changed' | 'device_removed' | 'activated' | 'seats_bought',
  data: object | null,
): Promise<void> => record(trx, actor, [{ subject: 'license', id, organizationId: organization_id, event, data }])
