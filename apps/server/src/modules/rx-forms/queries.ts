import { presentStatus, statusById } from '@archwire/contract/core/statuses.ts'
import { rxFormStatuses, type RxFormStatus } from '@archwire/contract/rx-forms/lifecycle.ts'
import type { RxFormSummary } from '@archwire/contract/rx-forms/schema.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { listPage, whenSet } from '../../kernel/list-page.ts'
import { organizationCondition, rows, scoped } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'

interface Query {
  page: number
  perPage: number
  order: 'asc' | 'desc'
  status: RxFormStatus | 'all'
}

const row = sql`jsonb_build_object('id', r.id, 'patient_id', r.patient_id, 'organization_id', r.organization_id,
  'full_name', p.full_name, 'case_number_text', p.case_number_text, 'status_id', r.status_id, 'created_at', iso(r.created_at))`

/** Rx forms in reach, newest first; of one organization if given. @throws NotFound for one out of reach */
export async function listRxForms(db: Db, { scope }: Actor, query: Query, organizationId?: number) {
  const way = sql.raw(query.order)
  const {
    rows: forms,
    meta,
    known,
  } = await listPage<Omit<z.infer<typeof RxFormSummary>, 'status'>, { known: boolean }>(db, query, {
    from: sql`rx_forms r join ${rows(scope, 'patients', 'p')} on p.organization_id = r.organization_id and p.id = r.patient_id`,
    where: [
      sql`p.deleted_at is null`,
      ...(query.status === 'all' ? [] : [sql`r.status_id = ${rxFormStatuses[query.status].id}`]),
      ...whenSet(organizationId, (id) => sql`r.organization_id = ${id}`),
    ],
    row,
    order: sql`r.created_at ${way}, r.id ${way}`,
    also: {
      known:
        organizationId === undefined
          ? sql`true`
          : sql`exists (select 1 from organizations o where o.id = ${organizationId} and ${organizationCondition(scope, 'o', 'id')})`,
    },
  })
  if (!known) throw new NotFound('This organization')
  const status = (id: number) => presentStatus(rxFormStatuses, statusById(rxFormStatuses, id))
  return { rx_forms: forms.map((form) => ({ ...form, status: status(form.status_id) })), meta }
}

/** One of a person's drafts at a practice. */
export interface DraftKey {
  organizationId: number
  key: string
}

const draftsOf = (db: Db, actor: Actor, organizationId: number) =>
  scoped(db, actor.scope)
    .from('case_drafts')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', actor.userId)
    .where('discarded_at', 'is', null)
    .where('submitted_at', 'is', null)

/** Files that a draft names and that wait no longer to be submitted: removed after a day, or on a case by now. */
const goneFiles = ({ scope }: Actor) => sql<string[]>`array(
  select distinct f.path #>> '{}' from jsonb_path_query(data, '$.**.file_path') f(path)
  where not exists (select 1 from ${rows(scope, 'uploads', 'u')} where u.organization_id = case_drafts.organization_id
    and u.file_path = f.path #>> '{}' and u.registered_at is null) order by 1)`

/** One of a person's unsubmitted drafts at a practice; null when there is none. */
export async function readDraft(db: Db, actor: Actor, { organizationId, key }: DraftKey) {
  const draft = await draftsOf(db, actor, organizationId)
    .select(['data', 'updated_at', goneFiles(actor).as('gone')])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!draft) return null
  const { data, gone, updated_at } = draft
  return { data: data as Record<string, unknown>, gone, updated_at: updated_at.toISOString() }
}

/** All of them, the one that was worked on last first. */
export async function listDrafts(db: Db, actor: Actor, organizationId: number) {
  const name = (field: string) => sql<string>`coalesce(data ->> ${field}, '')`
  const drafts = await draftsOf(db, actor, organizationId)
    .select(['key', name('first_name').as('first_name'), name('last_name').as('last_name'), 'updated_at'])
    .orderBy('updated_at', 'desc')
    .orderBy('key')
    .execute()
  return drafts.map(({ key, updated_at, ...names }) => ({ draft: key, ...names, updated_at: updated_at.toISOString() }))
}
