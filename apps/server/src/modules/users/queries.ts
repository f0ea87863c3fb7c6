import type { Parsed } from '@archwire/contract/core/route.ts'
import { rolesOf, type UserRole } from '@archwire/contract/roles.ts'
import type { users, UserSummary } from '@archwire/contract/users/routes.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { occursIn } from '../../db/patterns.ts'
import { likeWord, listPage, whenSet } from '../../kernel/list-page.ts'

const row = sql`jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'full_name', u.full_name,
  'email', u.email, 'account_number', u.account_number, 'role', u.role, 'created_at', iso(u.created_at))`

/** People by name or email and role. Only the lab finds people here (users.view); practices list their own members. */
export async function listUsers(db: Db, query: Parsed<typeof users.list>['query']) {
  const { rows, meta } = await listPage<Omit<UserSummary, 'roles'> & { role: UserRole | null }>(db, query, {
    from: sql`users u`,
    where: [
      sql`u.deleted_at is null`,
      ...whenSet(
        query.searchFullNameEmailQuery?.trim(),
        (part) => sql`(${occursIn(sql`plain(u.full_name)`, part)} or lower(u.email) like lower(${likeWord(part)}))`,
      ),
      ...whenSet(query.roles, (roles) => sql`u.role = any(${roles}::text[])`),
    ],
    row,
    order: sql`${sql.ref(`u.${query.orderBy}`)} ${sql.raw(query.order)}, u.id ${sql.raw(query.order)}`,
  })
  return {
    users: rows.map(({ role, ...line }) => ({ ...line, roles: rolesOf(role) })),
    meta,
  }
}
