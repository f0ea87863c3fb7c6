import type { WorkflowKind } from '@archwire/contract/workflow-kinds.ts'
import { sql } from 'kysely'
import { rows } from '../../db/scope.ts'
import { listing, moment, momentOf, number, text } from './source.ts'

interface Row {
  code: string
  kind: WorkflowKind
  process: string
  round: number
  technician: string | null
  started: string
  finished: string
  minutes: number
}

const kinds: Record<WorkflowKind, string> = {
  initial_case_setup: 'Initial case setup',
  printing_request: 'Print',
  flawed_tray: 'Correction',
}

/** The work steps that were finished, with how long they took. */
export const stepsSource = listing<Row>({
  columns: [
    text('Case'),
    text('Kind'),
    text('Step'),
    number('Round'),
    text('Technician'),
    moment('Started'),
    moment('Finished'),
    number('Minutes'),
  ],
  from: ({ scope }) => sql`${rows(scope, 'tech_workflow_processes', 's')}
    join tech_workflows w on w.organization_id = s.organization_id and w.id = s.tech_workflow_id
    join patients p on p.organization_id = w.organization_id and p.id = w.patient_id
    left join users u on u.id = s.user_id`,
  where: sql`p.deleted_at is null`,
  at: sql`s.finished_at`,
  id: sql`s.id`,
  select: ({ zone }) => sql`'C-' || p.id as code, w.kind, s.process, s.round, u.full_name as technician,
    ${momentOf(sql`s.started_at`, zone)} as started, ${momentOf(sql`s.finished_at`, zone)} as finished,
    round(extract(epoch from s.finished_at - s.started_at) / 60)::int as minutes`,
  cells: (row) => [
    row.code,
    kinds[row.kind],
    row.process,
    row.round,
    row.technician,
    row.started,
    row.finished,
    row.minutes,
  ],
})
