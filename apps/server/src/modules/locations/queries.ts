import type { Location, LocationAddress, LocationSummary } from '@archwire/contract/locations/schema.ts'
import type { locationSearch } from '@archwire/contract/locations/search.ts'
import { barePhone } from '@archwire/contract/core/phone.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { containsWords, likeWord, listPage, orderBy, whenSet } from '../../kernel/list-page.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { assignedTo, narrowed, practiceToStart, stateColumns, type OrganizationState } from '../organizations/index.ts'
import { addressColumns, fullAddress, presentAddress, type AddressRow } from './address.sql.ts'
import { openWork } from './open-work.sql.ts'
import { decideLocation, type LocationFacts } from './rules.ts'

type LocationRow = Omit<LocationSummary, 'can' | 'timezone_offset'> &
  Pick<LocationFacts, keyof OrganizationState | 'organization_has_main'>

const row = sql`
  (select to_jsonb(x) from (select ${stateColumns}, ${addressColumns}, l.first_name, l.last_name, l.email, l.version,
    ${fullAddress} as full_address,
    coalesce((select jsonb_agg(u.user_id order by u.user_id) from location_users u
      where u.organization_id = l.organization_id and u.location_id = l.id), '[]') as users,
    ${openWork('l')} as has_incomplete_requests,
    exists (select 1 from locations m where m.organization_id = l.organization_id and m.is_main) as organization_has_main,
    iso(l.created_at) as created_at, iso(l.updated_at) as updated_at) x)`

const practiceOf = sql`join organizations o on o.id = l.organization_id`
const within = ({ scope }: Actor) => sql`${rows(scope, 'locations', 'l')} ${practiceOf}`
const orders = { created_at: sql`l.created_at`, location_name: sql`plain(l.location_name)`, city: sql`plain(l.city)` }
const words = sql`l.location_name || ' ' || l.first_name || ' ' || l.last_name || ' ' || l.email || ' ' || l.phone_number || ' ' ||
  l.street_address || ' ' || l.street_address_line_2 || ' ' || l.city || ' ' || l.state || ' ' || l.zip_code`

/** Matches locations that contain every word; a telephone number matches in any notation. */
function found(search: string | undefined): RawBuilder<unknown>[] {
  const conditions = containsWords(words, search)
  const digits = /^[-+()./\s\d\p{Pd}]+$/u.test(search ?? '') ? barePhone(search!).replaceAll(/\D/g, '') : ''
  if (digits.length < 4) return conditions
  return [sql`((${sql.join(conditions, sql` and `)}) or l.phone_number like ${likeWord(digits)})`]
}

/** The condition that an actor sees the location `l` of its organizations: as a member the assigned ones. */
const reached = (actor: Actor): RawBuilder<unknown>[] => [
  sql`l.deleted_at is null and o.deleted_at is null`,
  ...assigned(actor),
]

/** Members see the assigned ones of their practices. */
function assigned(actor: Actor): RawBuilder<unknown>[] {
  const practices = narrowed(actor)
  if (practices.length === 0) return []
  return [sql`(l.organization_id <> all(${practices}::int[]) or ${assignedTo(actor.userId, 'l')})`]
}

/** A row of a list: what may be done with it, without the reasons. */
function summarize(actor: Actor, row: LocationRow): LocationSummary {
  const {
    organization_disabled: _,
    organization_archived: __,
    organization_has_main: ___,
    kind: ____,
    ...location
  } = row
  return { ...presentAddress(actor, location), can: decideLocation(actor, row).can }
}

const present = (actor: Actor, row: LocationRow): Location => ({
  ...summarize(actor, row),
  why_not: decideLocation(actor, row).why_not,
})

/** The locations within reach, with their total. */
export async function listLocations(db: Db, actor: Actor, search: SearchOf<typeof locationSearch>) {
  const { rows, meta } = await listPage<LocationRow>(db, search, {
    from: within(actor),
    where: [
      ...reached(actor),
      ...found(search.search),
      ...containsWords(sql`o.name || ' ' || o.account_number`, search.organization_search),
      ...whenSet(search.organization_id, (id) => sql`l.organization_id = ${id}`),
      ...whenSet(search.chosen_wi_organization_id, (ids) => sql`l.organization_id = any(${ids}::int[])`),
    ],
    row,
    order: orderBy(search.sort, orders, sql`l.id`),
  })
  return { locations: rows.map((row) => summarize(actor, row)), meta }
}

/** A location within reach. @throws NotFound */
export async function findLocation(db: Db, actor: Actor, id: number): Promise<Location> {
  const { rows } = await sql<{ row: LocationRow }>`
    select ${row} as row from ${within(actor)} where l.id = ${id} and ${sql.join(reached(actor), sql` and `)}`.execute(
    db,
  )
  if (!rows[0]) throw new NotFound('This location')
  return present(actor, rows[0].row)
}

/** What the rules need to know about a locked location. */
export async function readFacts(db: Db, locked: { id: number; organization_id: number }): Promise<LocationFacts> {
  const { rows } = await sql<LocationFacts>`
    select ${stateColumns}, l.is_main, ${openWork('l')} as has_incomplete_requests,
      exists (select 1 from locations m where m.organization_id = l.organization_id and m.is_main) as organization_has_main
    from locations l ${practiceOf} where l.organization_id = ${locked.organization_id} and l.id = ${locked.id}`.execute(
    db,
  )
  return rows[0]!
}

/**
 * The locations that a person who starts a case for a practice may choose, the main one first. @throws Forbidden,
 * NotFound
 */
export async function listAssignedLocations(db: Db, actor: Actor, organizationId: number): Promise<LocationAddress[]> {
  const practice = await practiceToStart(db, actor, organizationId)
  return listLocationsOf(db, actor, practice.id)
}

/** The locations of an organization that the actor sees, the main one first. */
export async function listLocationsOf(db: Db, actor: Actor, organizationId: number): Promise<LocationAddress[]> {
  const { rows } = await sql<AddressRow>`
    select ${addressColumns} from ${within(actor)} where ${sql.join([sql`l.organization_id = ${organizationId} and l.deleted_at is null`, ...assigned(actor)], sql` and `)}
    order by l.is_main desc, l.location_name, l.id`.execute(db)
  return rows.map((row) => presentAddress(actor, row))
}

/**
 * Where a print of an organization may ship to, the main location first: the locations that the actor sees, and the
 * print's current one, archived or not (`requests/place-stays`).
 */
export async function listShippable(
  db: Db,
  actor: Actor,
  organizationId: number,
  present: number | null,
): Promise<{ id: number; country: string }[]> {
  const { rows } = await sql<{ id: number; country: string }>`
    select l.id, l.country from ${within(actor)}
    where l.organization_id = ${organizationId} and (l.id = ${present} or (${sql.join(reached(actor), sql` and `)}))
    order by l.is_main desc, l.id`.execute(db)
  return rows
}
