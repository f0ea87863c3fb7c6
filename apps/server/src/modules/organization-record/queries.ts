import type { Meta } from '@archwire/contract/core/paging.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import type { Organization, OrganizationSummary, OrganizationType } from '@archwire/contract/organizations/schema.ts'
import type { organizationSearch } from '@archwire/contract/organizations/search.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { organizationCondition } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound, permit } from '../../kernel/errors.ts'
import { containsWords, listPage, whenSet } from '../../kernel/list-page.ts'
import { notHidden, practiceStands, summaryColumns } from '../organizations/index.ts'
import { presentOrganization, type OrganizationRow } from './present.ts'
import { recordColumns, stateColumns } from './record.sql.ts'
import type { RecordState } from './rules.ts'

/**
 * Practices, or partner labs, within reach, by name. Every word of the search occurs in name or account number.
 * @throws Forbidden for archived ones without organization.view-archived, for a status unless of the lab
 */
export async function listOrganizations(
  db: Db,
  actor: Actor,
  search: SearchOf<typeof organizationSearch>,
): Promise<{ organizations: OrganizationSummary[]; meta: Meta }> {
  const archived = search.archived ?? false
  permit(!archived || actor.permissions.has('organization.view-archived'), null)
  // What a practice paid and sends is nothing for a partner lab.
  permit(search.status === undefined || isStaff(actor.role), null)
  const { rows, meta } = await listPage<OrganizationSummary>(db, search, {
    from: sql`organizations o`,
    where: [
      organizationCondition(actor.scope, 'o', 'id'),
      archived ? sql`o.deleted_at is not null` : sql`o.deleted_at is null`,
      sql`o.kind = ${search.kind ?? 'practice'}`,
      ...containsWords(sql`o.name || ' ' || o.account_number`, search.searchString),
      ...whenSet(search.customerServiceManager, (id) => sql`o.customer_service_manager_id = ${id}`),
      ...whenSet(
        search.userId,
        // Of a practice's people a partner lab knows the doctors alone (`people/partner`).
        (id) => sql`exists (select from memberships m join users u on u.id = m.user_id
          where m.organization_id = o.id and m.user_id = ${id} and ${actor.scope.kind === 'partner' ? sql`u.role in ('doctor', 'lab_partner')` : sql`true`})`,
      ),
      ...whenSet(search.status, (status) => practiceStands(actor.scope, actor.now, status)),
      ...whenSet(search.ids, (ids) => sql`o.id = any(${ids}::int[])`),
    ],
    row: sql`(select to_jsonb(x) from (select ${summaryColumns(actor.scope)}) x)`,
    order: sql`plain(o.name), o.id`,
    again: sql`organizations o`,
  })
  return { organizations: rows, meta }
}

const within = ({ scope }: Actor, id: number): RawBuilder<unknown> =>
  sql`o.id = ${id} and ${organizationCondition(scope, 'o', 'id')}`

/**
 * One organization within reach, as its own page shows it; an archived one is shown to the lab alone.
 * @param after true: for the answer to the person who has just archived it
 * @throws NotFound
 */
export async function findOrganization(
  db: Db,
  actor: Actor,
  id: number,
  { after = false }: { after?: boolean } = {},
): Promise<Organization> {
  const { rows } = await sql<OrganizationRow>`
    select ${summaryColumns(actor.scope)}, ${recordColumns(actor.scope)}, ${stateColumns(actor.scope)}
    from organizations o where ${within(actor, id)} and ${after ? sql`true` : notHidden(actor.scope)}`.execute(db)
  if (!rows[0]) throw new NotFound('This organization')
  return presentOrganization(actor, rows[0])
}

/** What the rules need to know about a locked organization. */
export async function readState(db: Db, actor: Actor, id: number): Promise<RecordState> {
  const { rows } = await sql<{ state: RecordState }>`
    select ${stateColumns(actor.scope)} from organizations o where ${within(actor, id)}`.execute(db)
  return rows[0]!.state
}

/** The types of organizations, by name. */
export const listTypes = (db: Db): Promise<OrganizationType[]> =>
  db
    .selectFrom('organization_types')
    .select(['id', 'name'])
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .execute()
