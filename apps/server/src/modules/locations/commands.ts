import type { LocationBody, LocationEdit } from '@archwire/contract/locations/schema.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { archiveRow, lockRow, updateVersioned } from '../../kernel/records.ts'
import { scoped, type Scope } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { now } from '../../kernel/clock.ts'
import { Invalid, permit, refuse } from '../../kernel/errors.ts'
import { placed } from '../../kernel/placed.ts'
import { eventRows } from '../../kernel/outbox.ts'
import { record } from '../../kernel/record.ts'
import { lockOrganization, whyClosed } from '../organizations/index.ts'
import { everUsed } from './open-work.sql.ts'
import { may } from './policy.ts'
import { findLocation, readFacts } from './queries.ts'
import { blocked, changesAddress } from './rules.ts'

export type NewLocation = Omit<LocationBody, 'street_address_line_2' | 'country' | 'users'> &
  Partial<Pick<LocationBody, 'street_address_line_2' | 'country'>>

/** Writes a location of an organization. `isMain`: as the account setup does for the first one. Returns its id. */
export async function insertLocation(
  trx: Trx,
  scope: Scope,
  organizationId: number,
  location: NewLocation,
  isMain = false,
): Promise<number> {
  const { id } = await scoped(trx, scope)
    .add('locations')
    .values({ ...location, organization_id: organizationId, is_main: isMain, created_at: now(), updated_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds a location of an organization within reach; returns its id. It is not the main one. */
export async function createLocation(
  trx: Trx,
  actor: Actor,
  { organization_id: organizationId, users, ...location }: LocationBody & { organization_id: number },
): Promise<number> {
  const organization = await lockOrganization(trx, actor, organizationId)
  permit(may.create(actor, organization), whyClosed(organization))
  const id = await insertLocation(trx, actor.scope, organizationId, placed(location))
  await assign(trx, { id, organization_id: organizationId }, users)
  await tellWorkers(trx, { id, organization_id: organizationId })
  await record(trx, actor, [{ subject: 'location', id, organizationId, event: 'added' }])
  return id
}

/** Locks the organization of a location that the actor sees, then the location; returns it with what its rules need. */
async function lockLocation(trx: Trx, actor: Actor, id: number) {
  const { organization_id } = await findLocation(trx, actor, id)
  await lockOrganization(trx, actor, organization_id)
  const row = await lockRow(trx, actor.scope, 'locations', id, 'This location')
  return { row, facts: await readFacts(trx, row) }
}

/** Changes a location, the people who work there, or which one is the main location. */
export async function updateLocation(trx: Trx, actor: Actor, id: number, edit: LocationEdit): Promise<void> {
  const { row, facts } = await lockLocation(trx, actor, id)
  permit(may.update(actor, facts), blocked.update(facts))
  const { version, users, is_main: makeMain, ...sent } = edit
  const values = placed(sent, row)
  if (changesAddress(edit, row)) refuse(blocked.update_address(facts, actor))
  const becomesMain = makeMain === true && !row.is_main
  if (becomesMain) {
    refuse(blocked.make_main(facts))
    await sql`update locations set is_main = false where organization_id = ${row.organization_id} and is_main`.execute(
      trx,
    )
  }
  await updateVersioned(trx, 'locations', row, version, { ...values, ...(becomesMain && { is_main: true }) }, actor.now)
  if (users) {
    await tellWorkers(trx, row)
    await assign(trx, row, users)
  }
  await tellWorkers(trx, row)
  const about = { subject: 'location', id, organizationId: row.organization_id } as const
  await record(trx, actor, [
    { ...about, event: 'changed', data: { fields: Object.keys(edit).filter((name) => name !== 'version') } },
    ...(becomesMain ? ([{ ...about, event: 'made_main' }] as const) : []),
  ])
}

/** Deletes a location; archives it instead if a case has ever named it. */
export async function deleteLocation(trx: Trx, actor: Actor, id: number): Promise<void> {
  const { row, facts } = await lockLocation(trx, actor, id)
  permit(may.delete(actor, facts), blocked.delete(facts))
  const { rows } = await sql<{ used: boolean }>`select ${everUsed(row)} as used`.execute(trx)
  const used = rows[0]!.used
  await tellWorkers(trx, row)
  if (used) await archiveRow(trx, 'locations', row, actor.now)
  else {
    await assign(trx, row, [])
    await scoped(trx, actor.scope).remove('locations').where('id', '=', id).execute()
  }
  await record(trx, actor, [
    { subject: 'location', id, organizationId: row.organization_id, event: used ? 'archived' : 'deleted' },
  ])
}

/** Takes a person who leaves an organization off its locations. */
export async function unassign(trx: Trx, { scope }: Actor, organizationId: number, userId: number): Promise<void> {
  const assigned = scoped(trx, scope).remove('location_users')
  await assigned.where('organization_id', '=', organizationId).where('user_id', '=', userId).execute()
}

/** Tells the open pages of people who work at a location: those without view-any hear of no other one (`notices/live`). */
const tellWorkers = (trx: Trx, at: { id: number; organization_id: number }) =>
  eventRows(sql`
    select 'location.changed', jsonb_build_object('id', x.location_id, 'user_id', x.user_id) from location_users x
    where x.organization_id = ${at.organization_id} and x.location_id = ${at.id}`).execute(trx)

/** Sets who works at a location. @throws Invalid for people of other organizations */
async function assign(trx: Trx, at: { id: number; organization_id: number }, users: number[]): Promise<void> {
  const { rows } = await sql<{ strangers: number }>`
    with gone as (
      delete from location_users where organization_id = ${at.organization_id} and location_id = ${at.id} and user_id <> all(${users}::int[])
    ), assigned as (
      insert into location_users (organization_id, location_id, user_id)
      select m.organization_id, ${at.id}::int, m.user_id from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${at.organization_id} and m.user_id = any(${users}::int[]) and u.deleted_at is null
      on conflict do nothing
    )
    select count(*)::int as strangers from unnest(${users}::int[]) wanted (id)
    where not exists (select 1 from memberships m join users u on u.id = m.user_id
      where m.organization_id = ${at.organization_id} and m.user_id = wanted.id and u.deleted_at is null)`.execute(trx)
  if (rows[0]!.strangers > 0) throw new Invalid({ users: ['Only members of the organization can be assigned.'] })
}
