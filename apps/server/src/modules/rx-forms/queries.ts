import { rxFormStatuses, type RxFormStatus } from '@archwire/contract/rx-forms/lifecycle.ts'
import type { RxFormSummary } from '@archwire/contract/rx-forms/schema.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { countedRows, metaOf } from '../../db/page.ts'
import { caseCondition, organizationCondition, scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'

interface Query {
  page: number
  perPage: number
  order: 'asc' | 'desc'
  status: RxFormStatus | 'all'
}

/** Rx forms in reach, newest first, with the total, in one statement. */
export async function listRxForms(db: Db, actor: Actor, query: Query, organizationId?: number) {
  const filter = sql.join(
    [
      caseCondition(actor.scope, 'p'),
      sql`p.deleted_at is null`,
      ...(query.status === 'all' ? [] : [sql`r.status_id = ${rxFormStatuses[query.status].id}`]),
      ...(organizationId === undefined ? [] : [sql`r.organization_id = ${organizationId}`]),
    ],
    sql` and `,
  )
  const from = sql`from rx_forms r join patients p on p.organization_id = r.organization_id and p.id = r.patient_id where ${filter}`
  const way = sql.raw(query.order)
  const known =
    organizationId === undefined
      ? sql`true`
      : sql`exists (select 1 from organizations o where o.id = ${organizationId} and ${organizationCondition(actor.scope, 'o', 'id')})`
  const { rows } = await sql<{
    known: boolean
    counted: number
    rows: Omit<z.infer<typeof RxFormSummary>, 'status'>[] | null
  }>`
    select ${known} as known, (select count(*)::int from (select 1 ${from} limit ${countedRows + 1}) counted) as counted,
      (select json_agg(page) from (select r.id, r.patient_id, r.organization_id, p.full_name, p.case_number_text, r.status_id, iso(r.created_at) as created_at
        ${from} order by r.created_at ${way}, r.id ${way} limit ${query.perPage} offset ${(query.page - 1) * query.perPage}) page) as rows`.execute(
    db,
  )
  const found = rows[0]!
  if (!found.known) throw new NotFound('This organization')
  const status = (id: number) => {
    const [key, one] = Object.entries(rxFormStatuses).find(([, { id: other }]) => other === id)!
    return { key, ...one }
  }
  return {
    rx_forms: (found.rows ?? []).map((row) => ({ ...row, status: status(row.status_id) })),
    meta: metaOf({ counted: found.counted, page: query.page, perPage: query.perPage, next: null }),
  }
}

export const readDraft = (db: Db, actor: Actor, organizationId: number) =>
  scoped(db, actor.scope)
    .from('rx_form_drafts')
    .select(['data', 'updated_at'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
