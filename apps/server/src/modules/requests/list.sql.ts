import type { SearchOf } from '@archwire/contract/core/search.ts'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import type { RequestSummary } from '@archwire/contract/requests/schema.ts'
import type { requestSearch } from '@archwire/contract/requests/search.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { ids } from '../../db/ids.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { listPage, whenSet } from '../../kernel/list-page.ts'
import { statusLookup } from '../case-core/index.ts'
import { doctorNamed, knownOrganization, typedSearch } from '../case-list/index.ts'
import { printSummary, requestType } from './json.ts'

const place = sql`coalesce(pr.location_id, c.location_id)`

/** A request `cr` with its print `pr`, beside the ready row `c` of its case. */
const row = sql`jsonb_build_object('id', cr.id, 'status_id', cr.status_id,
  'status', ${statusLookup(customerRequestStatuses)} -> cr.status_id::text, 'summary', ${printSummary},
  'type', ${requestType},
  'flawed_trays_status_id', cr.flawed_trays_status_id,
  'duplicated', cr.status_id = ${ids(customerRequestStatuses.pending)} and (c.row ->> 'duplicated')::boolean,
  'patient_id', c.patient_id,
  'patient', jsonb_build_object('id', c.patient_id, 'formatted_name', c.row -> 'formatted_name',
    'case_number_text', c.case_number_text, 'case_code', c.row -> 'case_code',
    'doctor_name', c.row #> '{user,full_name}', 'is_on_hold', c.is_on_hold),
  'organization', c.row -> 'organization',
  'location_name', (select l.location_name from locations l where l.organization_id = cr.organization_id and l.id = ${place}),
  'assign_to', pr.assignment, 'tracking_number', pr.tracking_number, 'ship_date', pr.ship_date::text,
  'created_at', iso(cr.created_at), 'updated_at', iso(cr.updated_at))`

/**
 * Requests within reach with their total, in one statement (`requests/list`); of one organization if given. Requests of
 * archived cases are left out, unless a person who may see archived cases asks for those of one case. @throws NotFound for an organization out of reach
 */
export async function listRequests(
  db: Db,
  actor: Actor,
  search: SearchOf<typeof requestSearch>,
  organizationId?: number,
) {
  const way = sql.raw(search.order ?? 'desc')
  const patientId = search['filter[patient_id]']
  const withArchived = patientId !== undefined && actor.permissions.has('organization.view-archived')
  const {
    rows: requests,
    meta,
    known,
  } = await listPage<RequestSummary, { known: boolean }>(db, search, {
    from: sql`customer_requests cr
      join ${rows(actor.scope, 'case_rows', 'c')} on c.organization_id = cr.organization_id and c.patient_id = cr.patient_id
      left join printing_requests pr on pr.organization_id = cr.organization_id and pr.customer_request_id = cr.id`,
    where: [
      withArchived ? sql`true` : sql`not c.archived`,
      ...whenSet(patientId, (id) => sql`c.patient_id = ${id}`),
      ...whenSet(organizationId, (id) => sql`cr.organization_id = ${id}`),
      ...whenSet(search.chosen_wi_organization_id, (chosen) => sql`cr.organization_id = any(${chosen}::int[])`),
      ...whenSet(search['filter[status_id]'], (states) => sql`cr.status_id = any(${states}::int[])`),
      ...whenSet(search['filter[locations]'], (locations) => sql`${place} = any(${locations}::int[])`),
      ...whenSet(search['filter[search]'], (text) => typedSearch(actor, text).found),
      ...whenSet(search['filter[doctor]'], doctorNamed),
    ],
    row,
    order: sql`${sql.ref(`cr.${search.orderBy ?? 'updated_at'}`)} ${way}, cr.id ${way}`,
    also: { known: knownOrganization(actor, organizationId) },
  })
  if (!known) throw new NotFound('This organization')
  return { customer_requests: requests, meta }
}
