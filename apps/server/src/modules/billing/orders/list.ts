import type { OrderInList } from '@archwire/contract/billing/schema.ts'
import type { orderSearch } from '@archwire/contract/billing/search.ts'
import { toDollars } from '@archwire/contract/core/money.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { personCondition, rows as rowsOf, type Scope } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { holds } from '../../../kernel/actor.ts'
import { NotFound, permit } from '../../../kernel/errors.ts'
import { listPage, orderBy, whenSet } from '../../../kernel/list-page.ts'
import { notHidden, readOrganization, shownName } from '../../organizations/index.ts'
import { readsOrders } from '../policy.ts'

type Search = SearchOf<typeof orderSearch>

const row = sql`jsonb_build_object('id', r.id, 'invoice_id', r.invoice_id, 'fm_invoice_status', r.fm_invoice_status,
  'total', r.total_cents, 'fm_paid_at', iso(r.fm_paid_at), 'settled_as', r.settled_as, 'created_at', iso(r.created_at), 'kind', r.kind,
  'closing_day', r.closing_day::text, 'organization', jsonb_build_object('id', o.id, 'name', ${shownName('o')}))`
const columns = { created_at: sql`r.created_at`, invoice_id: sql`r.invoice_id` }

/** The orders of a practice within reach, the open one included (`billing/order-lists`). @throws NotFound, Forbidden */
export async function listOrders(db: Db, actor: Actor, organizationId: number, search: Search) {
  const organization = await readOrganization(db, actor, organizationId)
  permit(readsOrders(actor, organization), null)
  return page(db, actor.scope, search, [sql`r.organization_id = ${organizationId}`])
}

/**
 * The orders of the practices of a person within reach, as far as the reader reads invoices there.
 * @throws Forbidden for partner labs; NotFound
 */
export async function listOrdersOfUser(db: Db, actor: Actor, userId: number, search: Search) {
  const { rows } =
    await sql`select 1 from users u where u.id = ${userId} and ${personCondition(actor.scope, 'u')}`.execute(db)
  if (rows.length === 0) throw new NotFound('This user')
  permit(actor.role !== 'lab_partner', null)
  return page(db, actor.scope, search, [
    sql`exists (select from memberships m where m.organization_id = r.organization_id and m.user_id = ${userId})`,
    readable(actor),
  ])
}

/** The condition that the actor reads the order `r`: staff any, people of practices by their permission there. */
export const readable = (actor: Actor): RawBuilder<unknown> => {
  if (actor.isManagement)
    return isStaff(actor.role) && actor.permissions.has('organizations.view') ? sql`true` : sql`false`
  const ids = actor.memberships
    .filter(({ organizationId }) => holds(actor, ['organization.get-current-order'], organizationId))
    .map(({ organizationId }) => organizationId)
  return sql`r.organization_id = any(${ids}::int[])`
}

async function page(db: Db, scope: Scope, search: Search, where: RawBuilder<unknown>[]) {
  const { rows, meta } = await listPage<OrderInList>(db, search, {
    from: sql`${rowsOf(scope, 'orders', 'r')} join organizations o on o.id = r.organization_id`,
    where: [
      notHidden(scope),
      ...where,
      ...whenSet(search.fm_invoice_status, (names) => sql`r.fm_invoice_status = any(${[...names]}::text[])`),
    ],
    row,
    order: orderBy(search.sort, columns, sql`r.id`),
  })
  return { orders: rows.map(({ total, ...order }) => ({ ...order, total: toDollars(total) })), meta }
}
