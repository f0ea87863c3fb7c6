import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import { sql, type RawBuilder } from 'kysely'
import { statusLookup } from './status-lookup.sql.ts'

/** The steps of one round of the workflow under `alias`, in their order. */
const stepsJson = (alias: string, round: RawBuilder<unknown>): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`(
    select jsonb_agg(jsonb_build_object('id', s.id, 'step', s.step, 'process', s.process,
        'started_at', iso(s.started_at), 'finished_at', iso(s.finished_at), 'user_id', s.user_id, 'tech_name', t.full_name,
        'user_email', t.email, 'production_time', extract(epoch from s.finished_at - s.started_at)::int) order by s.position)
    from tech_workflow_processes s left join users t on t.id = s.user_id
    where s.organization_id = ${column('organization_id')} and s.tech_workflow_id = ${column('id')} and s.round = ${round})`
}

/**
 * Builds the JSON of the workflow under `alias` with the steps of its current round, and those of former ones. `status` and `since` are those of the record the work
 * belongs to: the Rx form, or the print.
 */
export const workflowJson = (
  alias: string,
  status: RawBuilder<unknown>,
  since: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`jsonb_build_object('id', ${column('id')}, 'kind', ${column('kind')}, 'version', ${column('version')},
    'assigned_to', (select jsonb_build_object('id', a.id, 'full_name', a.full_name) from users a where a.id = ${column('assigned_to')}),
    'saved_by', (select b.full_name from users b where b.id = ${column('saved_by')}),
    'status', ${status}, 'status_updated_at', ${since},
    'processes', coalesce(${stepsJson(alias, column('round'))}, '[]'), 'round', ${column('round')},
    'asked_at', iso((${column('rounds_asked_at')})[${column('round')} - 1]),
    'former_rounds', coalesce((select jsonb_agg(jsonb_build_object('round', n, 'asked_at', iso((${column('rounds_asked_at')})[n - 1]),
        'processes', coalesce(${stepsJson(alias, sql`n`)}, '[]')) order by n)
      from generate_series(1, ${column('round')} - 1) n), '[]'))`
}

/** Since when the print `pr` is in its state (`work/age`): the save of a step or a new address is no change of it. */
export const printSince = sql`iso(coalesce(pr.status_updated_at, pr.completed_at, pr.created_at))`

/** Builds the short form for lists: technician, status, next unfinished step. */
export const workflowSummaryJson = (
  alias: string,
  status: RawBuilder<unknown>,
  since: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`jsonb_build_object(
    'assigned_to', (select jsonb_build_object('id', a.id, 'full_name', a.full_name) from users a where a.id = ${column('assigned_to')}),
    'status', ${status}, 'status_updated_at', ${since},
    'next_step', (select jsonb_build_object('process', n.process, 'tech_name', t.full_name)
      from tech_workflow_processes n left join users t on t.id = n.user_id
      where n.organization_id = ${column('organization_id')} and n.tech_workflow_id = ${column('id')} and n.round = ${column('round')} and n.finished_at is null
      order by n.position limit 1))`
}

/** JSON of the work on the setup of the case; the enclosing statement aliases the patient `p` and the Rx form `r`. */
export const setupWorkJson = sql`(
  select ${workflowJson('w2', sql`${statusLookup(rxFormStatuses)} -> r.status_id::text`, sql`iso(r.status_updated_at)`)}
  from tech_workflows w2
  where w2.organization_id = p.organization_id and w2.patient_id = p.id and w2.kind = 'initial_case_setup'
    and r.id is not null)`
