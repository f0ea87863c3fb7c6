import { noRole, roleLabels, type UserRole } from '@archwire/contract/roles.ts'
import { seesOrganization } from '@archwire/contract/required-permissions.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { organizationCondition } from '../../db/scope.ts'
import { holds, type Actor } from '../../kernel/actor.ts'
import { containsWords } from '../../kernel/list-page.ts'
import { shownName } from '../organizations/index.ts'
import { bestDocuments, documentsByKey, seesArchived, type BestDocument } from '../search/index.ts'
import { reached } from '../users/index.ts'
import { idsOf, mayFind, type Asked, type Found, type Opened } from './kinds.ts'

type Condition = RawBuilder<unknown>

const shown = 4
const roleLabel = (role: string | null): string =>
  role === null || role === noRole ? 'No role' : roleLabels[role as UserRole]

/** Practices and people that a typed text means: the lab's from the index of the global search, others' from the records. */
export async function findPeople(db: Db, actor: Actor, asked: Asked): Promise<Found[]> {
  if (actor.scope.kind === 'lab') return fromIndex(db, actor, asked)
  const organizations = mayFind(actor, 'organization') ? await practicesOf(db, actor, nameHas(asked.typed)) : []
  const people = mayFind(actor, 'person') ? await peopleOf(db, actor, personHas(actor, asked)) : []
  return [...organizations, ...people]
}

/** The same by their ids, as far as the person reads them. */
export async function namedPeople(db: Db, actor: Actor, opened: readonly Opened[]): Promise<Found[]> {
  const [organizations, people] = [idsOf('organization', opened), idsOf('person', opened)]
  if (actor.scope.kind === 'lab') {
    const keys = [
      ...(mayFind(actor, 'organization') ? organizations.map((id) => ({ model: 'organization' as const, id })) : []),
      ...(mayFind(actor, 'person') ? people.map((id) => ({ model: 'user' as const, id })) : []),
    ]
    return (await documentsByKey(db, keys, reachOf(actor))).map(hitOf)
  }
  return [
    ...(mayFind(actor, 'organization') && organizations.length > 0
      ? await practicesOf(db, actor, [sql`o.id = any(${organizations}::int[])`])
      : []),
    ...(mayFind(actor, 'person') && people.length > 0
      ? await peopleOf(db, actor, [sql`u.id = any(${people}::int[])`])
      : []),
  ]
}

const reachOf = (actor: Actor): RawBuilder<boolean> => (seesArchived(actor) ? sql`true` : sql`not s.is_archived`)

async function fromIndex(db: Db, actor: Actor, { typed, recent }: Asked): Promise<Found[]> {
  const models = [
    ...(mayFind(actor, 'organization') ? (['organization'] as const) : []),
    ...(mayFind(actor, 'person') ? (['user'] as const) : []),
  ]
  if (models.length === 0) return []
  const found = await bestDocuments(db, typed, {
    models,
    reach: reachOf(actor),
    nearness: sql`case when s.model = 'organization' and s.model_id = any(${idsOf('organization', recent)}::int[])
        or s.model = 'user' and s.model_id = any(${idsOf('person', recent)}::int[]) then 0
      when s.organization_ids && array(select o.id from organizations o where o.customer_service_manager_id = ${actor.userId}) then 1 else 2 end`,
    each: shown,
  })
  // A practice that was found by name and by a location's phone number is one.
  const hits = found.map(hitOf)
  return hits.filter(({ kind, id }, at) => hits.findIndex((one) => one.kind === kind && one.id === id) === at)
}

function hitOf({ model, model_id, filter, full_name, account_number, organizations, ...one }: BestDocument): Found {
  const status = one.is_archived ? 'Archived' : null
  const [organization = null] = organizations
  if (model === 'user')
    return {
      kind: 'person',
      id: model_id,
      name: full_name,
      number: account_number,
      about: roleLabel(filter),
      cases: null,
      status,
      organization,
      place: one.place,
    }
  return {
    kind: 'organization',
    id: organization!.id,
    name: organization!.name,
    number: model === 'organization' ? account_number : null,
    about: model === 'location' ? full_name : null,
    cases: null,
    status,
    organization: null,
    place: one.place,
  }
}

const nameHas = (typed: string): Condition[] => containsWords(sql`o.name || ' ' || o.account_number`, typed)

/** A practice's people know each other's emails; a partner finds doctors by name. */
const personHas = ({ isManagement }: Actor, { typed }: Asked): Condition[] =>
  containsWords(isManagement ? sql`u.full_name` : sql`u.full_name || ' ' || u.email`, typed)

/** Practices within a partner's reach, as in its list. */
async function practicesOf(db: Db, actor: Actor, where: Condition[]): Promise<Found[]> {
  if (where.length === 0) return []
  const { rows } = await sql<{ hit: Omit<Found, 'place'> }>`
    select jsonb_build_object('kind', 'organization', 'id', o.id, 'name', ${shownName('o')}, 'number', o.account_number,
      'about', null, 'cases', null, 'status', null, 'organization', null) as hit
    from organizations o where ${organizationCondition(actor.scope, 'o', 'id')} and o.deleted_at is null and o.kind = 'practice'
      and ${sql.join(where, sql` and `)} order by plain(o.name), o.id limit ${shown}`.execute(db)
  return rows.map(({ hit }) => ({ ...hit, place: 1 }))
}

/**
 * Whose organizations, `m`, show a person `u`: a practice's people those of their own practices, a partner the doctors of the
 * practices that named it (`people/partner`). Others that the person belongs to are not named.
 */
function memberships(actor: Actor): Condition {
  if (actor.isManagement)
    return sql`${reached(actor)} and o.kind = 'practice' and ${organizationCondition(actor.scope, 'o', 'id')}`
  const own = actor.memberships.filter(({ organizationId }) => holds(actor, seesOrganization, organizationId))
  return sql`u.deleted_at is null and m.organization_id = any(${own.map(({ organizationId }) => organizationId)}::int[])`
}

async function peopleOf(db: Db, actor: Actor, where: Condition[]): Promise<Found[]> {
  if (where.length === 0) return []
  const { rows } = await sql<{ hit: Omit<Found, 'place'> & { about: string | null } }>`
    select jsonb_build_object('kind', 'person', 'id', p.id, 'name', p.full_name, 'number', null, 'about', p.role, 'cases', null, 'status', null,
      'organization', jsonb_build_object('id', p.organization_id, 'name', p.organization_name)) as hit
    from (select distinct on (u.id) u.id, u.full_name, u.last_name, u.role, o.id as organization_id, ${shownName('o')} as organization_name
      from memberships m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
      where o.deleted_at is null and ${memberships(actor)} and ${sql.join(where, sql` and `)} order by u.id, m.id) p
    order by p.last_name, p.full_name, p.id limit ${shown}`.execute(db)
  return rows.map(({ hit }) => ({ ...hit, about: roleLabel(hit.about), place: 1 }))
}
