import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { checkVersion, Forbidden, Invalid } from '../../kernel/errors.ts'
import { checkRows, technicianRoles, type PresentRow } from './rules.ts'

export interface ProcessInput {
  id: number
  started_at: string | null
  finished_at: string | null
  user_id?: number | null
}

export interface ProcessChange {
  started: boolean
  technicianSet: boolean
  summary: string
}

/**
 * Writes the rows of one workflow's current round, all or none, and returns what changed. Starting a step assigns it to oneself unless
 * another person is given; tech_support and partners may only assign themselves (`work/take`). Unknown rows and
 * impossible times are a 422.
 */
export async function changeProcesses(
  trx: Trx,
  actor: Actor,
  work: { organizationId: number; workflowId: number; processes: ProcessInput[]; version?: number },
): Promise<ProcessChange[]> {
  const { rows } = await sql<PresentRow & { version: number }>`
    select s.id, s.process, s.position, s.user_id, s.started_at, s.finished_at, w.version
    from tech_workflow_processes s join tech_workflows w on w.organization_id = s.organization_id and w.id = s.tech_workflow_id
      and w.round = s.round
    where s.organization_id = ${work.organizationId} and s.tech_workflow_id = ${work.workflowId}`.execute(trx)
  checkVersion(work.version, rows[0]?.version ?? 1)
  const { errors, changed } = checkRows(rows, work.processes, { userId: actor.userId, now: actor.now })
  if (Object.keys(errors).length > 0) throw new Invalid(errors)
  if (changed.length === 0) return []
  if (
    (actor.role === 'tech_support' || actor.role === 'lab_partner') &&
    changed.some((row) => row.technicianSet && row.user_id !== null && row.user_id !== actor.userId)
  )
    throw new Forbidden('You may assign work to yourself only.')
  const written = await sql`
    with rows as (select * from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as x(id int, user_id int, started_at timestamptz, finished_at timestamptz))
    update tech_workflow_processes s set user_id = rows.user_id, started_at = rows.started_at, finished_at = rows.finished_at
    from rows left join users u on u.id = rows.user_id
    where s.organization_id = ${work.organizationId} and s.id = rows.id and s.tech_workflow_id = ${work.workflowId}
      and (rows.user_id is not distinct from s.user_id or rows.user_id is null or (u.deleted_at is null and u.role = any(${technicianRoles(actor)}::text[])))
    returning s.id`.execute(trx)
  if (written.rows.length !== changed.length) throw new Invalid({ user_id: ['This person cannot work on cases.'] })
  const starter = changed.find((row) => row.started)?.user_id ?? null
  // Anyone who has a step has the work, where no one else does: it is not unassigned (`work/technician`).
  const taker = starter ?? changed.find((row) => row.technicianSet && row.user_id !== null)?.user_id ?? null
  await sql`update tech_workflows set version = version + 1, saved_by = ${actor.userId}, assigned_to = coalesce(assigned_to, ${taker}::int)
    where organization_id = ${work.organizationId} and id = ${work.workflowId}`.execute(trx)
  return changed
}
