import { flawedTrays } from '@archwire/contract/flawed-trays/routes.ts'
import { mostWork, type WorkItem } from '@archwire/contract/my-work/routes.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import { holds, type Actor } from '../../kernel/actor.ts'
import { countedRows } from '../../kernel/page.ts'
import { workflowJson } from '../case-core/index.ts'
import { currentWork as current, toDo } from '../case-list/index.ts'

interface Work {
  mine: WorkItem[]
  available: WorkItem[]
  to_correct: WorkItem[]
  totals: { mine: number; available: number; to_correct: number }
}

/** A flawed tray of the ready row `c` waits for its correction. */
const corrects = sql`c.row ? 'has_pending_flawed_tray_request'`

/**
 * A corrected file was uploaded for such a tray, and waits for people who can correct the tray with it
 * (`corrections/waits`).
 */
const uploaded = sql`c.row ? 'correction_uploaded'`

/** Its workflow, found by the technician that the condition asks for. */
const workflows = sql`
  left join printing_requests pr on pr.organization_id = c.organization_id
    and pr.customer_request_id = (c.row ->> 'open_request_id')::int
  join tech_workflows w on w.organization_id = c.organization_id and w.patient_id = c.patient_id
    and case when ${corrects} then w.customer_request_id = (c.row ->> 'open_request_id')::int
      when pr.id is null then w.kind = 'initial_case_setup' else w.printing_request_id = pr.id end`

const item = sql`(${workflowJson('w', sql`f.work -> 'status'`, sql`f.work -> 'status_updated_at'`)}
    - 'id' - 'assigned_to' - 'saved_by' - 'round' - 'asked_at' - 'former_rounds') || jsonb_build_object(
  'workflow_id', w.id, 'request_id', f.request_id,
  'patient', jsonb_build_object('id', f.patient_id, 'formatted_name', f.row -> 'formatted_name',
    'case_number_text', f.row -> 'case_number_text', 'case_code', f.row -> 'case_code'),
  'organization', f.row -> 'organization', 'ship_date', f.row -> 'ship_date', 'rush_case', f.row -> 'rush_case',
  'changes_asked', f.row ? 'changes_asked_at', 'file_uploaded', f.row ? 'correction_uploaded')`

/**
 * What a person of the lab, or of a partner, has to do and can take (`work/mine`): of the cases that wait for their side
 * the current work, by ship date. A case with several open requests is blocked, and left out. Uploaded corrections of
 * either side wait for the people who may correct trays.
 */
export async function workOf(db: Db, actor: Actor): Promise<Work> {
  const corrector = holds(actor, flawedTrays.corrected.needs, null)
  const found = (which: RawBuilder<unknown>) => sql`
    select c.patient_id, c.ship_date, c.created_at, c.row, ${current} as work, w.id as workflow_id,
      pr.customer_request_id as request_id
    from ${rows(actor.scope, 'case_rows', 'c')} ${workflows}
    where ${which} and not (c.row ->> 'duplicated')::boolean and jsonb_typeof(${current}) = 'object'
    order by c.ship_date nulls last, c.created_at, c.patient_id limit ${countedRows}`
  const some = (list: RawBuilder<unknown>) => sql`
    select coalesce(jsonb_agg(${item} order by f.ship_date nulls last, f.created_at, f.patient_id), '[]')
    from (select * from ${list} order by ship_date nulls last, created_at, patient_id limit ${mostWork}) f
    join ${rows(actor.scope, 'tech_workflows', 'w')} on w.id = f.workflow_id`
  const total = (list: RawBuilder<unknown>) => sql`(select count(*)::int from ${list})`
  const [mine, available, toCorrect] = [sql`mine`, sql`available`, sql`to_correct`]
  const isMine = sql`w.assigned_to = ${actor.userId}`
  const isFree = sql`w.assigned_to is null and not (${sql.lit(corrector)} and ${uploaded})`
  const waitsForMe = sql`${sql.lit(corrector)} and ${uploaded} and c.active and not c.is_on_hold
    and w.assigned_to is distinct from ${actor.userId}`
  const answered = await sql<Work>`
    with mine as materialized (${found(sql`${toDo(actor)} and ${isMine}`)}),
      available as materialized (${found(sql`${toDo(actor)} and ${isFree}`)}),
      to_correct as materialized (${found(waitsForMe)})
    select (${some(mine)}) as mine, (${some(available)}) as available, (${some(toCorrect)}) as to_correct,
      jsonb_build_object('mine', ${total(mine)}, 'available', ${total(available)}, 'to_correct', ${total(toCorrect)}) as totals`.execute(
    db,
  )
  return answered.rows[0]!
}
