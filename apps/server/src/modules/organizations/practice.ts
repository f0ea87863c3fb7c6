import type { BracketLibrary } from '@archwire/contract/bracket-libraries/routes.ts'
import { dayIn, firstZone, type Day } from '@archwire/contract/core/dates.ts'
import { zoneOfPlace } from '@archwire/contract/core/places.ts'
import { selectsDoctor, startsCases } from '@archwire/contract/required-permissions.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import type { ToothNumbering } from '@archwire/contract/rx-forms/teeth.ts'
import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/client.ts'
import { nameKey } from '../../db/names.ts'
import { prepared } from '../../db/prepared.ts'
import { organizationCondition, type Scope } from '../../db/scope.ts'
import { holds, type Actor } from '../../kernel/actor.ts'
import { NotFound, permit, refuse } from '../../kernel/errors.ts'
import { hasBlockedOrder, whyArchived, whyNoNewWork } from '../../kernel/why-closed.ts'
import { pricesNow, pricesOf, type PriceRow } from '../pricing/index.ts'
import { assignedTo, narrowed } from './assigned-locations.sql.ts'
import { firstPreferences, librariesJson, preferencesJson, type Preferences } from './preferences.sql.ts'
import { refuseChangedRights, rightsNow, strengths, type Rights } from './lock.ts'
import { stateColumns, whyClosed, type OrganizationState } from './state.ts'

/** What a person who starts a case has to know about a practice. */
export interface Practice extends OrganizationState {
  id: number
  name: string
  account_number: string
  partner: { id: number; name: string } | null
  rush_case_enabled: boolean
  tooth_numbering: ToothNumbering
  startup_fee_paid: boolean
  suspended: boolean
  /** An invoice of it is not paid after its last retry. */
  unpaid: boolean
  preferences: Preferences
  bracket_libraries: BracketLibrary[]
  /** What the lab charges it now, in cents, with its own prices. */
  prices: PriceList
  /** Why no case can be started now, as text. */
  blocked: string | null
  /** Doctors of the practice, by last name. */
  doctor_ids: number[]
  /** The locations that this person may choose, the main one first. */
  locations: Place[]
  /** The clock of its main location, else of this person there, of its owner, of this person; null: none is known. */
  time_zone: string | null
  /** The practice's other locations, which this person may not choose. */
  unassigned_ids: number[]
}
interface Place {
  id: number
  is_main: boolean
  country: string
  state: string
}

type PracticeRow = Omit<Practice, 'blocked' | 'locations' | 'unassigned_ids' | 'preferences' | 'prices'> & {
  prices: PriceRow
  preferences: Preferences | null
  places: (Place & { may_choose: boolean })[]
}

const columnsFor = ({ scope, member, person }: Asked) => sql`
  ${stateColumns}, o.id, o.name, o.account_number, o.rush_case_enabled, o.tooth_numbering, o.startup_fee_settled_at is not null as startup_fee_paid,
  o.suspended_at is not null as suspended, ${hasBlockedOrder(scope)} as unpaid, ${pricesNow} as prices,
  ${preferencesJson} as preferences, ${librariesJson(scope)} as bracket_libraries,
  (select jsonb_build_object('id', t.id, 'name', t.name) from organizations t where t.id = o.third_party_partner_id and t.deleted_at is null) as partner,
  coalesce((select array_agg(u.id order by u.last_name, u.first_name, u.id) from memberships m join users u on u.id = m.user_id
    where m.organization_id = o.id and u.role = 'doctor' and u.deleted_at is null), '{}') as doctor_ids,
  coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'is_main', l.is_main, 'country', l.country, 'state', l.state,
      'may_choose', ${member}::int is null or ${assignedTo(member, 'l')}) order by l.is_main desc, l.id)
    from locations l where l.organization_id = o.id and l.deleted_at is null), '[]') as places,
  coalesce((select u.time_zone from memberships m join users u on u.id = m.user_id
    where m.organization_id = o.id and u.time_zone is not null
    order by u.id = ${person} desc, m.role = 'organization_owner' desc, u.id limit 1),
    (select u.time_zone from users u where u.id = ${person})) as time_zone`

interface Asked {
  id: number
  scope: Scope
  /** The assigned locations of a member who sees only those; null for everyone else. */
  member: number | null
  person: number
}
const askedBy = (actor: Actor, id: number): Asked => ({
  id,
  scope: actor.scope,
  member: narrowed(actor).includes(id) ? actor.userId : null,
  person: actor.userId,
})

const practiceBy = (asked: Asked, lock = sql``) => sql`
  select ${columnsFor(asked)} from organizations o
  where o.id = ${asked.id} and o.kind = 'practice' and ${organizationCondition(asked.scope, 'o', 'id')}
    ${asked.scope.kind === 'practice' ? sql`and o.deleted_at is null` : sql``} ${lock}`

const readPractice = prepared<Asked, PracticeRow>('organizations.practice', (asked) => practiceBy(asked))
interface Begun extends Asked {
  firstName: string
  lastName: string
}
const nameLock = ({ firstName, lastName }: Begun) =>
  sql`pg_advisory_xact_lock(hashtextextended(${nameKey({ first_name: firstName, last_name: lastName })}, x.id))`
const readAndLockName = prepared<Begun, PracticeRow>(
  'organizations.lock-name',
  (asked) => sql`select x.*, ${nameLock(asked)} from (${practiceBy(asked)}) x`,
)
const readAndLock = prepared<Begun & { session: number | null }, PracticeRow & { rights: Rights | null }>(
  'organizations.lock-for-submit',
  // In a query around the one that locks: otherwise the name would be locked before the organization.
  (asked) => sql`
    select x.*, ${nameLock(asked)}, ${rightsNow({ person: asked.person, organization: asked.id, session: asked.session })} as rights
    from (${practiceBy(asked, sql`${strengths.hold} of o`)}) x`,
)

function practiceOf(row: PracticeRow | undefined): Practice {
  if (!row) throw new NotFound('This organization')
  const { places, preferences, prices, ...practice } = row
  const located = ({ id, is_main, country, state }: Place): Place => ({ id, is_main, country, state })
  const main = places.find(({ is_main }) => is_main)
  return {
    ...practice,
    preferences: preferences ?? firstPreferences,
    prices: pricesOf(prices),
    time_zone: (main && zoneOfPlace(main.country, main.state)) ?? practice.time_zone,
    locations: places.filter(({ may_choose }) => may_choose).map(located),
    unassigned_ids: places.filter(({ may_choose }) => !may_choose).map(({ id }) => id),
    blocked: reasonNotToStart(row),
  }
}

function reasonNotToStart(row: PracticeRow): string | null {
  const unpaid = row.startup_fee_paid ? null : 'Start-up Fee for Organization not paid.'
  return whyArchived(row) ?? unpaid ?? whyStopped(row) ?? whyClosed(row)
}

const whyStopped = ({ suspended, unpaid }: Pick<Practice, 'suspended' | 'unpaid'>): string | null =>
  whyNoNewWork({ suspended, blocked: unpaid })

/** Refuses a case that starts in a suspended or blocked practice. @throws Conflict */
export const refuseStopped = (practice: Pick<Practice, 'suspended' | 'unpaid'>): void => refuse(whyStopped(practice))

/**
 * The practice's calendar day at one of its locations (`rx-form/whose-today`). Where no one knows its clock, a day that has
 * started anywhere has started there: nothing of today is refused.
 */
export function todayAt({ locations, time_zone }: Practice, locationId: number | null, at: Date): Day {
  const place = locations.find(({ id }) => id === locationId)
  return dayIn((place && zoneOfPlace(place.country, place.state)) ?? time_zone ?? firstZone, at)
}

export const findPractice = async (db: Db, actor: Actor, id: number): Promise<Practice> =>
  practiceOf((await readPractice(db, askedBy(actor, id)))[0])

type Named = Pick<RxFormValues, 'first_name' | 'last_name'>
const begunBy = (actor: Actor, id: number, { first_name: firstName, last_name: lastName }: Named): Begun => ({
  ...askedBy(actor, id),
  firstName,
  lastName,
})

/**
 * Locks a patient's name in a practice until the end of the transaction, and reads the practice: cases of one name get their
 * suffixes one after the other. The caller holds the practice. @throws NotFound
 */
export const lockName = async (trx: Trx, actor: Actor, id: number, named: Named): Promise<Practice> =>
  practiceOf((await readAndLockName(trx, begunBy(actor, id, named)))[0])

/**
 * Holds a practice as `lockOrganization` does, then locks the name: an archive, or a disabling, waits for cases that start,
 * and they for it. One prepared statement for lock, rights, practice and name, because a submit has no round trip to spare;
 * it reads the rights by the same function (lock.ts). @throws NotFound, Unauthenticated, Forbidden
 */
export async function lockForSubmit(trx: Trx, actor: Actor, id: number, named: Named): Promise<Practice> {
  const [row] = await readAndLock(trx, { ...begunBy(actor, id, named), session: actor.sessionId })
  const practice = practiceOf(row)
  refuseChangedRights(actor, id, row!.rights)
  return practice
}

/** True when the actor may start a case for this practice: by permission everywhere, or by membership there. */
export const startsCasesHere = (actor: Actor, practice: Pick<Practice, 'id'>): boolean =>
  holds(actor, startsCases, practice.id)

/** True when the actor may start a case for this practice in another doctor's name (`rx-form/who`). */
export const selectsDoctorHere = (actor: Actor, practice: Pick<Practice, 'id'>): boolean =>
  holds(actor, selectsDoctor, practice.id)

/** Returns the practice, for a person who can start a case there. @throws Forbidden, NotFound */
export async function practiceToStart(db: Db, actor: Actor, id: number): Promise<Practice> {
  const practice = await findPractice(db, actor, id)
  permit(startsCasesHere(actor, practice), null)
  return practice
}
