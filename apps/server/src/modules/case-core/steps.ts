import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { CaseEvent } from './change.ts'
import type { CaseFacts } from './facts.ts'

/**
 * Finishes the steps that are running in work that is over (`work/ends`): of these workflows, or of all work of the case.
 * A step ends now, and after its start whatever the clock of the browser said. The caller holds the lock on the case.
 * @returns the entry for the history, none where nothing was running
 */
export async function endRunningSteps(
  trx: Trx,
  actor: Actor,
  facts: Pick<CaseFacts, 'organization_id' | 'id'>,
  workflows: readonly (number | null)[] | 'all',
): Promise<CaseEvent[]> {
  const only = workflows === 'all' ? null : workflows.filter((id) => id !== null)
  if (only?.length === 0) return []
  const { rows } = await sql<{ process: string }>`
    with ended as (
      update tech_workflow_processes s set finished_at = greatest(${actor.now}::timestamptz, s.started_at + interval '1 millisecond')
      from tech_workflows w
      where w.organization_id = ${facts.organization_id} and w.patient_id = ${facts.id} ${only ? sql`and w.id = any(${only}::int[])` : sql``}
        and s.organization_id = ${facts.organization_id} and s.tech_workflow_id = w.id and s.started_at is not null and s.finished_at is null
      returning s.process, s.position, w.id as workflow_id
    ), touched as (
      update tech_workflows w set version = w.version + 1, saved_by = ${actor.userId}
      where w.organization_id = ${facts.organization_id} and w.id in (select workflow_id from ended)
    )
    select process from ended order by workflow_id, position`.execute(trx)
  if (rows.length === 0) return []
  return [{ event: 'steps_ended', note: rows.map(({ process }) => process).join(', ') }]
}
