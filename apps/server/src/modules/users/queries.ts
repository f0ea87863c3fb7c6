import { joined } from '@archwire/contract/core/names.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import { isManagement } from '@archwire/contract/roles.ts'
import { licenses } from '@archwire/contract/licenses/routes.ts'
import type { User } from '@archwire/contract/users/schema.ts'
import type { userSearch } from '@archwire/contract/users/search.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { occursIn } from '../../db/patterns.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Invalid, NotFound, permit } from '../../kernel/errors.ts'
import { likeWord, listPage, orderByFilled, whenSet } from '../../kernel/list-page.ts'
import { personStands } from '../organizations/index.ts'
import { factsJson, fullJson, lineJson, summaryJson } from './person.sql.ts'
import { presentPerson, presentSummary, type FullRow, type SummaryRow } from './present.ts'
import type { PersonFacts } from './rules.ts'

const orders = {
  last_name: sql`u.last_name`,
  first_name: sql`u.first_name`,
  email: sql`u.email`,
  created_at: sql`u.created_at`,
}
/** Parts of a search that count; further ones are ignored. */
const mostParts = 6

/** The condition that one of the parts, with a pipe between them, occurs in the name or the email address. */
function named(search: string): RawBuilder<unknown>[] {
  const parts = search
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean)
    .slice(0, mostParts)
  if (search.trim() === '') return []
  // Pipes alone name no one (`work/search`).
  if (parts.length === 0) return [sql`false`]
  // Hyphen, space and nothing are alike in names (`work/search`).
  const alike = (part: string) =>
    /[\s\p{Pd}]/u.test(part)
      ? occursIn(sql`alike(u.full_name)`, joined(part))
      : occursIn(sql`alike(u.first_name) || ' ' || alike(u.last_name)`, part)
  const occurs = (part: string) =>
    sql`${occursIn(sql`plain(u.full_name)`, part)} or ${alike(part)} or lower(u.email) like lower(${likeWord(part)})`
  return [sql`(${sql.join(parts.map(occurs), sql` or `)})`]
}

/**
 * People by name or email and role. Only the lab finds people here (users.view); practices list their own members.
 * @throws Forbidden for archived people without organization.view-archived
 */
export async function listUsers(db: Db, actor: Actor, search: SearchOf<typeof userSearch>) {
  const archived = search.archived ?? false
  permit(!archived || actor.permissions.has('organization.view-archived'), null)
  refuseLargePage(actor, search)
  const { rows, meta } = await listPage<SummaryRow>(db, search, {
    from: sql`users u`,
    where: [
      archived ? sql`u.deleted_at is not null` : sql`u.deleted_at is null`,
      ...named(search.searchFullNameEmailQuery ?? ''),
      ...whenSet(search.roles, (roles) => sql`u.role = any(${roles}::text[])`),
      ...whenSet(search.status, (status) => personStands(actor.scope, actor.now, status)),
      ...whenSet(
        search.organizationId,
        (id) => sql`exists (select from memberships m where m.user_id = u.id and m.organization_id = ${id})`,
      ),
    ],
    row: lineJson(actor.scope),
    order: orderByFilled({ by: search.orderBy ?? 'last_name', way: search.order ?? 'asc' }, orders, sql`u.id`),
  })
  return { users: rows.map(presentSummary), meta }
}

/** The picker of a license takes 500 people of practices at once; all other pages have 200 (`people/picker`). @throws Invalid */
function refuseLargePage(actor: Actor, { perPage, roles = [] }: SearchOf<typeof userSearch>): void {
  const picks =
    actor.permissions.has(licenses.list.needs) && roles.length > 0 && roles.every((role) => !isManagement(role))
  if (perPage > 200 && !picks) throw new Invalid({ perPage: ['At most 200.'] })
}

/** The condition that the actor reads the person `u`: staff everyone, a partner doctors of practices that named it. */
export function reached({ scope }: Actor): RawBuilder<unknown> {
  if (scope.kind === 'lab') return sql`true`
  if (scope.kind === 'practice') return sql`false`
  return sql`u.role = 'doctor' and u.deleted_at is null and exists (
    select 1 from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = u.id and o.deleted_at is null and o.third_party_partner_id = any(${scope.organizations}::int[]))`
}

/** A person in full (`people/found`, `people/partner`). @throws NotFound */
export async function findPerson(db: Db, actor: Actor, id: number): Promise<User> {
  const { rows } = await sql<{ row: FullRow }>`
    select ${summaryJson} || ${fullJson(actor.scope)} as row from users u where u.id = ${id} and ${reached(actor)}`.execute(
    db,
  )
  if (!rows[0]) throw new NotFound('This user')
  return presentPerson(actor, rows[0].row)
}

/** What the rules need to know about a person, with the present email; undefined for no one. */
export async function readFacts(
  db: Db,
  actor: Actor,
  id: number,
): Promise<(PersonFacts & { email: string }) | undefined> {
  const { rows } = await sql<{ facts: PersonFacts; email: string }>`
    select ${factsJson(actor.scope)} as facts, u.email from users u where u.id = ${id} and ${reached(actor)}`.execute(
    db,
  )
  return rows[0] && { ...rows[0].facts, email: rows[0].email }
}

/** Whether no account has the address; archived accounts count as well. */
export async function isFree(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select not exists (select 1 from users where lower(email) = ${email.toLowerCase()}) as free`.execute(db)
  return rows[0]!.free
}
