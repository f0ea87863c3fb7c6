import { roleLabels, type UserRole } from '@archwire/contract/roles.ts'
import { users } from '@archwire/contract/users/routes.ts'
import { sql } from 'kysely'
import type { Serve } from '../../http/serve.ts'
import { countedRows, metaOf } from '../../db/page.ts'

interface UserLine {
  id: number
  first_name: string
  last_name: string
  full_name: string
  email: string
  account_number: string
  role: UserRole | null
  created_at: string
}

/** Only the lab finds people here (users.view); practices list their own members. */
export function userRoutes(serve: Serve): void {
  serve(users.list, async ({ db, query }) => {
    const search = `%${(query.searchFullNameEmailQuery ?? '').trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    const filter = sql`u.deleted_at is null and (plain(u.full_name) like plain(${search}) or lower(u.email) like lower(${search}))
      ${query.roles ? sql`and u.role = any(${query.roles}::text[])` : sql``}`
    const order = sql`${sql.ref(`u.${query.orderBy}`)} ${sql.raw(query.order)}, u.id ${sql.raw(query.order)}`
    const { rows } = await sql<{ counted: number; rows: UserLine[] | null }>`
      select (select count(*)::int from (select 1 from users u where ${filter} limit ${countedRows + 1}) counted) as counted,
        (select json_agg(page) from (select u.id, u.first_name, u.last_name, u.full_name, u.email, u.account_number, u.role, iso(u.created_at) as created_at
          from users u where ${filter} order by ${order} limit ${query.perPage} offset ${(query.page - 1) * query.perPage}) page) as rows`.execute(
      db,
    )
    const { counted, rows: lines } = rows[0]!
    return {
      users: (lines ?? []).map(({ role, ...line }) => ({
        ...line,
        roles: role ? [{ name: role, label: roleLabels[role] }] : [],
      })),
      meta: metaOf({ counted, page: query.page, perPage: query.perPage, next: null }),
    }
  })
}
