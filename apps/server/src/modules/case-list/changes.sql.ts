import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { mostSynced } from '@archwire/contract/sync/routes.ts'
import { sql } from 'kysely'
import { BuiltJson } from '../../db/built-json.ts'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { rowFor, unreadMessages } from './queries.ts'

/** What the call answers without `since`. */
const usualMs = 10 * 60_000
/** A change is dated when its transaction starts, and is seen when it is committed: at most this much later. */
const overlapMs = 60_000

interface Found {
  ids: number[] | null
  rows: string | null
  more: boolean
}

/**
 * Cases within reach that changed at or after a moment, the newest change first, as lists show them (`work/sync`). Cases
 * that were deleted are not among them, nor archived ones for people who may not list these (`cases/archived`); the
 * answer is then not complete.
 * @param since an ISO moment; the last ten minutes without it
 */
export async function changedCases(
  db: Db,
  actor: Actor,
  since: string | undefined,
): Promise<{ workflow_data: BuiltJson<PatientSummary[]>; until: string; complete: boolean; ids: number[] }> {
  const from = since ?? new Date(actor.now.getTime() - usualMs).toISOString()
  const listed = actor.permissions.has('organization.view-archived') ? sql`true` : sql`not c.archived`
  const { rows: found } = await sql<Found>`
    with changed as materialized (
      select c.patient_id, c.updated_at, ${listed} as listed from ${rows(actor.scope, 'case_rows', 'c')}
      where c.updated_at >= ${from}::timestamptz
      order by c.updated_at desc, c.patient_id desc limit ${mostSynced + 1}),
    page as (select * from changed where listed order by updated_at desc, patient_id desc limit ${mostSynced})
    select (select count(*) > ${mostSynced} or not bool_and(listed) from changed) as more,
      (select array_agg(patient_id) from page) as ids,
      (select json_agg(${rowFor(actor)} || ${unreadMessages(actor)} order by page.updated_at desc, page.patient_id desc)::text
        from page join ${rows(actor.scope, 'case_rows', 'c')} on c.patient_id = page.patient_id) as rows`.execute(db)
  const { ids, rows: shown, more } = found[0]!
  return {
    workflow_data: new BuiltJson(shown ?? '[]'),
    until: new Date(actor.now.getTime() - overlapMs).toISOString(),
    complete: !more,
    ids: ids ?? [],
  }
}
