import type { Meta } from '@archwire/contract/core/paging.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import type { FlawedTraySummary } from '@archwire/contract/flawed-trays/schema.ts'
import type { FlawedTray } from '@archwire/contract/requests/flawed-tray.ts'
import type { flawedTraySearch } from '@archwire/contract/flawed-trays/search.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { listPage, orderByFilled, whenSet } from '../../kernel/list-page.ts'
import { factColumns, factJoins, factsOf } from '../case-core/index.ts'
import { doctorNamed, patientNamed } from '../case-list/index.ts'
import { requestColumns, requestFactsOf, requestJoins } from './facts.ts'
import { presentTray, trayJson, type TrayRow } from './tray-json.ts'

interface Listed {
  tray: TrayRow
  of_case: Pick<FlawedTraySummary, 'patient' | 'organization'>
  request: Parameters<typeof requestFactsOf>[0]
  facts: Parameters<typeof factsOf>[0]
}

/** A flawed tray `t` with its case, whose ready row is `c`, and what decides what can be done with it. */
const row = sql`jsonb_build_object('tray', ${trayJson},
  'of_case', jsonb_build_object('patient', jsonb_build_object('id', c.patient_id, 'formatted_name', c.row -> 'formatted_name',
      'case_number_text', c.case_number_text, 'case_code', c.row -> 'case_code', 'doctor_name', c.row #> '{user,full_name}',
      'is_on_hold', c.is_on_hold, 'deleted_at', c.row -> 'deleted_at'),
    'organization', c.row -> 'organization'),
  'request', (select to_jsonb(x) from (select ${requestColumns}) x),
  'facts', (select to_jsonb(fact) from (select ${factColumns} from patients p ${factJoins}
    where p.organization_id = t.organization_id and p.id = t.patient_id) fact))`

const orders = { created_at: sql`t.created_at`, updated_at: sql`t.updated_at`, id: sql`t.id` }

/**
 * Flawed trays within reach with their total, in one statement (`corrections/list`). Those of archived cases are listed
 * for people who may see these, unless they are left out.
 */
export async function listTrays(
  db: Db,
  actor: Actor,
  search: SearchOf<typeof flawedTraySearch>,
): Promise<{ flawed_trays: FlawedTraySummary[]; meta: Meta }> {
  const withArchived = search.only_with_patient !== 'true' && actor.permissions.has('organization.view-archived')
  const { rows: found, meta } = await listPage<Listed>(db, search, {
    from: sql`flawed_trays t
      join ${rows(actor.scope, 'case_rows', 'c')} on c.organization_id = t.organization_id and c.patient_id = t.patient_id
      join customer_requests cr on cr.organization_id = t.organization_id and cr.id = t.customer_request_id ${requestJoins}`,
    where: [
      withArchived ? sql`true` : sql`not c.archived`,
      ...whenSet(search['arch.patient.user_id'], (id) => sql`c.doctor_id = ${id}`),
      ...whenSet(search.patient_full_name_like, patientNamed),
      ...whenSet(search.doctor_full_name_like, doctorNamed),
      ...whenSet(search.status_id, (id) => sql`t.status_id = ${Number(id)}`),
      ...whenSet(search.organization_id, (id) => sql`t.organization_id = ${id}`),
      ...whenSet(search.chosen_wi_organization_id, (chosen) => sql`t.organization_id = any(${chosen}::int[])`),
    ],
    row,
    order: orderByFilled(search.sort, orders, sql`t.id`),
  })
  return { flawed_trays: found.map((one) => ({ ...presentFound(actor, one), ...one.of_case })), meta }
}

const presentFound = (actor: Actor, { tray, facts, request }: Omit<Listed, 'of_case'>): FlawedTray =>
  presentTray(actor, tray, factsOf(facts), requestFactsOf(request))

/** One flawed tray as this person reads it; 404 outside the scope. */
export async function getTray(db: Db, actor: Actor, id: number): Promise<FlawedTray> {
  const { rows: found } = await sql<{ json: Listed }>`
    select ${row} as json from flawed_trays t
    join ${rows(actor.scope, 'case_rows', 'c')} on c.organization_id = t.organization_id and c.patient_id = t.patient_id
    join customer_requests cr on cr.organization_id = t.organization_id and cr.id = t.customer_request_id ${requestJoins}
    where t.id = ${id}`.execute(db)
  if (!found[0]) throw new NotFound('This flawed tray')
  return presentFound(actor, found[0].json)
}
