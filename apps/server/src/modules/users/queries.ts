import type { SearchOf } from '@archwire/contract/core/search.ts'
import { rolesOf, type UserRole } from '@archwire/contract/roles.ts'
import type { UserSummary } from '@archwire/contract/users/schema.ts'
import type { userSearch } from '@archwire/contract/users/search.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { occursIn } from '../../db/patterns.ts'
import { likeWord, listPage, orderByFilled, whenSet } from '../../kernel/list-page.ts'

const row = sql`jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'full_name', u.full_name,
  'email', u.email, 'account_number', u.account_number, 'role', u.role, 'created_at', iso(u.created_at))`

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
  if (parts.length === 0) return []
  const occurs = (part: string) =>
    sql`${occursIn(sql`plain(u.full_name)`, part)} or lower(u.email) like lower(${likeWord(part)})`
  return [sql`(${sql.join(parts.map(occurs), sql` or `)})`]
}

/** People by name or email and role. Only the lab finds people here (users.view); practices list their own members. */
export async function listUsers(db: Db, search: SearchOf<typeof userSearch>) {
  const { rows, meta } = await listPage<Omit<UserSummary, 'roles'> & { role: UserRole | null }>(db, search, {
    from: sql`users u`,
    where: [
      sql`u.deleted_at is null`,
      ...named(search.searchFullNameEmailQuery ?? ''),
      ...whenSet(search.roles, (roles) => sql`u.role = any(${roles}::text[])`),
      ...whenSet(
        search.organizationId,
        (id) => sql`exists (select from memberships m where m.user_id = u.id and m.organization_id = ${id})`,
      ),
    ],
    row,
    order: orderByFilled({ by: search.orderBy ?? 'last_name', way: search.order ?? 'asc' }, orders, sql`u.id`),
  })
  return {
    users: rows.map(({ role, ...line }) => ({ ...line, roles: rolesOf(role) })),
    meta,
  }
}
