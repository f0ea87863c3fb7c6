import type { OrganizationSummary } from '@archwire/contract/organizations/routes.ts'
import type { Meta } from '@archwire/contract/core/paging.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { countedRows, metaOf } from '../../db/page.ts'
import { organizationCondition } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'

interface Search {
  page: number
  perPage: number
  searchString?: string | undefined
  customerServiceManager?: number | undefined
  ids?: number[] | undefined
}

const summary = sql`
  o.id, o.name, o.account_number, o.startup_fee_settled_at is not null as startup_fee_paid,
  iso(o.disabled_at) as disabled_at, iso(o.created_at) as created_at,
  (select json_build_object('id', u.id, 'full_name', u.full_name, 'email', u.email)
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = o.id and m.role = 'organization_owner' and u.deleted_at is null order by m.id limit 1) as owner,
  (select json_build_object('city', l.city, 'state', l.state, 'zip_code', l.zip_code)
    from locations l where l.organization_id = o.id and l.is_main and l.deleted_at is null limit 1) as main_location,
  (select json_build_object('id', s.id, 'full_name', s.full_name) from users s where s.id = o.customer_service_manager_id) as customer_service_manager`

const likeWord = (word: string) => `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** Practices within reach that are not archived, by name. Every word of the search occurs in name or account number. */
export async function listOrganizations(
  db: Db,
  actor: Actor,
  search: Search,
): Promise<{ organizations: OrganizationSummary[]; meta: Meta }> {
  const words = (search.searchString ?? '').split(' ').filter(Boolean).slice(0, 6)
  const where = sql.join(
    [
      sql`o.deleted_at is null and o.kind = 'practice'`,
      organizationCondition(actor.scope, 'o', 'id'),
      ...words.map((word) => sql`plain(o.name || ' ' || o.account_number) like plain(${likeWord(word)})`),
      ...(search.customerServiceManager === undefined
        ? []
        : [sql`o.customer_service_manager_id = ${search.customerServiceManager}`]),
      ...(search.ids === undefined ? [] : [sql`o.id = any(${search.ids}::int[])`]),
    ],
    sql` and `,
  )
  const { rows } = await sql<{ counted: number; list: OrganizationSummary[] | null }>`
    select (select count(*)::int from (select 1 from organizations o where ${where} limit ${countedRows + 1}) counted) as counted,
      (select json_agg(page) from (select ${summary} from organizations o where ${where}
        order by plain(o.name), o.id limit ${search.perPage} offset ${(search.page - 1) * search.perPage}) page) as list`.execute(
    db,
  )
  const { counted, list } = rows[0]!
  return {
    organizations: list ?? [],
    meta: metaOf({ counted, page: search.page, perPage: search.perPage, next: null }),
  }
}

/** One practice within reach, as lists show it; undefined for a stranger's. */
export async function findSummary(db: Db, actor: Actor, id: number): Promise<OrganizationSummary | undefined> {
  const { rows } = await sql<OrganizationSummary>`
    select ${summary} from organizations o where ${withinReach(actor, id)}`.execute(db)
  return rows[0]
}

/** The condition that `o` is this organization and the caller reaches it. */
export const withinReach = (actor: Actor, id: number): RawBuilder<unknown> =>
  sql`o.id = ${id} and o.deleted_at is null and ${organizationCondition(actor.scope, 'o', 'id')}`
