import type { organizations } from '@archwire/contract/organizations/routes.ts'
import type { Organization, OrganizationSummary } from '@archwire/contract/organizations/schema.ts'
import type { organizationSearch } from '@archwire/contract/organizations/search.ts'
import type { Meta } from '@archwire/contract/core/paging.ts'
import type { Output } from '@archwire/contract/core/route.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { containsWords, listPage, whenSet } from '../../kernel/list-page.ts'
import { organizationCondition } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Forbidden, NotFound } from '../../kernel/errors.ts'
import { startsCasesHere } from './practice.ts'

const summary = sql`
  o.id, o.name, o.account_number, o.startup_fee_settled_at is not null as startup_fee_paid,
  iso(o.disabled_at) as disabled_at, iso(o.created_at) as created_at,
  (select json_build_object('id', u.id, 'full_name', u.full_name, 'email', u.email)
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = o.id and m.role = 'organization_owner' and u.deleted_at is null order by m.id limit 1) as owner,
  (select json_build_object('city', l.city, 'state', l.state, 'zip_code', l.zip_code)
    from locations l where l.organization_id = o.id and l.is_main and l.deleted_at is null limit 1) as main_location,
  (select json_build_object('id', s.id, 'full_name', s.full_name) from users s where s.id = o.customer_service_manager_id) as customer_service_manager`

/** Practices, or partner labs, within reach that are not archived, by name. Every word of the search occurs in name or account number. */
export async function listOrganizations(
  db: Db,
  { scope }: Actor,
  search: SearchOf<typeof organizationSearch>,
): Promise<{ organizations: OrganizationSummary[]; meta: Meta }> {
  const { rows, meta } = await listPage<OrganizationSummary>(db, search, {
    from: sql`organizations o`,
    where: [
      organizationCondition(scope, 'o', 'id'),
      sql`o.deleted_at is null and o.kind = ${search.kind ?? 'practice'}`,
      ...containsWords(sql`o.name || ' ' || o.account_number`, search.searchString),
      ...whenSet(search.customerServiceManager, (id) => sql`o.customer_service_manager_id = ${id}`),
      ...whenSet(
        search.userId,
        (id) => sql`exists (select from memberships m where m.organization_id = o.id and m.user_id = ${id})`,
      ),
      ...whenSet(search.ids, (ids) => sql`o.id = any(${ids}::int[])`),
    ],
    row: sql`(select to_jsonb(x) from (select ${summary}) x)`,
    order: sql`plain(o.name), o.id`,
  })
  return { organizations: rows, meta }
}

/** One practice within reach, as lists show it; undefined outside. */
export async function findSummary(db: Db, actor: Actor, id: number): Promise<OrganizationSummary | undefined> {
  const { rows } = await sql<OrganizationSummary>`
    select ${summary} from organizations o where ${withinReach(actor, id)}`.execute(db)
  return rows[0]
}

/** One organization within reach, as its own page shows it. @throws NotFound */
export async function getOrganization(db: Db, actor: Actor, id: number): Promise<Organization> {
  const { rows } = await sql<Organization>`
    select ${summary}, o.rush_case_enabled, o.suspended_at is not null as suspended,
      (select json_build_object('id', t.id, 'name', t.name) from organizations t
        where t.id = o.third_party_partner_id and t.deleted_at is null) as third_party_partner
    from organizations o where o.kind = 'practice' and ${withinReach(actor, id)}`.execute(db)
  if (!rows[0]) throw new NotFound('This organization')
  return rows[0]
}

/** The condition that `o` is this organization and within the caller's reach. */
const withinReach = (actor: Actor, id: number): RawBuilder<unknown> =>
  sql`o.id = ${id} and o.deleted_at is null and ${organizationCondition(actor.scope, 'o', 'id')}`

/** What a person may do within an organization of theirs: everywhere, and by membership there. @throws NotFound */
export async function listPermissions(db: Db, actor: Actor, id: number): Promise<string[]> {
  if (!(await findSummary(db, actor, id))) throw new NotFound('This organization')
  const membership = actor.memberships.find(({ organizationId }) => organizationId === id)
  return [...new Set([...actor.permissions, ...(membership?.permissions ?? [])])].sort()
}

/** The people of an organization by last name, for people who may start cases there. @throws Forbidden, NotFound */
export async function listMembers(
  db: Db,
  actor: Actor,
  organizationId: number,
): Promise<Output<typeof organizations.listMembers>['members']> {
  const organization = await findSummary(db, actor, organizationId)
  if (!organization) throw new NotFound('This organization')
  if (!startsCasesHere(actor, organization)) throw new Forbidden()
  const members = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.full_name', 'u.last_name', 'u.role as user_role', 'm.role'])
    .where('m.organization_id', '=', organizationId)
    .where('u.deleted_at', 'is', null)
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.id')
    .execute()
  return members.map(({ user_role, role, ...person }) => ({
    ...person,
    is_doctor: user_role === 'doctor',
    pivot: { role: { name: role as 'organization_owner' } },
  }))
}
