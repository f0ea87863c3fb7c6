import { modelSteps, reworkSteps, type ModelStep } from '@archwire/contract/tech-workflows/steps.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { CaseFacts } from '../case-core/index.ts'

/** Starts the work on the setup of a case that has none yet, as a submit does (`cases/submitted`). */
export async function beginSetupWork(
  trx: Trx,
  { id, organization_id }: Pick<CaseFacts, 'id' | 'organization_id'>,
  steps: readonly string[],
): Promise<void> {
  await sql`
    with w as (
      insert into tech_workflows (organization_id, patient_id, kind) values (${organization_id}, ${id}, 'initial_case_setup')
      returning id
    )
    insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process)
    select ${organization_id}, w.id, x.position, 'Models', x.process
    from w, unnest(${steps}::text[]) with ordinality as x(process, position)`.execute(trx)
}

/**
 * Starts a further round of a setup whose doctor asks for changes (`work/rounds`): those steps of the round before it that
 * changes repeat, which no one has started. Without work of the lab's on the setup there is none.
 */
export async function beginRound(
  trx: Trx,
  actor: Actor,
  facts: Pick<CaseFacts, 'organization_id' | 'workflow_id'>,
): Promise<void> {
  if (facts.workflow_id === null) return
  await sql`
    with w as (
      update tech_workflows set round = round + 1, version = version + 1,
        rounds_asked_at = rounds_asked_at || ${actor.now}::timestamptz
      where organization_id = ${facts.organization_id} and id = ${facts.workflow_id}
      returning id, organization_id, round
    )
    insert into tech_workflow_processes (organization_id, tech_workflow_id, round, position, step, process)
    select w.organization_id, w.id, w.round, row_number() over (order by s.position), s.step, s.process
    from w join tech_workflow_processes s on s.organization_id = w.organization_id and s.tech_workflow_id = w.id
      and s.round = w.round - 1 and s.process = any(${reworkSteps}::text[])`.execute(trx)
}

/**
 * Brings the steps of a setup in line with a form that was changed (`rx-form/change-follows`): steps that no one has
 * started come and go, what was started stays. Without any, the setup is no work of the lab's. Former rounds stay as they are.
 */
export async function planSetupSteps(
  trx: Trx,
  facts: Pick<CaseFacts, 'id' | 'organization_id'>,
  asked: readonly ModelStep[],
): Promise<void> {
  const { rows: present } = await sql<{ process: string; workflow_id: number; round: number; begun: boolean }>`
    select s.process, s.tech_workflow_id as workflow_id, s.round, s.started_at is not null or s.user_id is not null as begun
    from tech_workflow_processes s join tech_workflows w on w.organization_id = s.organization_id and w.id = s.tech_workflow_id
      and w.round = s.round
    where w.organization_id = ${facts.organization_id} and w.patient_id = ${facts.id} and w.kind = 'initial_case_setup'
    order by s.position`.execute(trx)
  if (!present[0]) return
  const { workflow_id: workflow, round } = present[0]
  const steps: readonly string[] = round === 1 ? asked : asked.filter((step) => reworkSteps.includes(step))
  if (present.map(({ process }) => process).join() === steps.join()) return
  const begun = present.filter((row) => row.begun).map(({ process }) => process)
  await sql`delete from tech_workflow_processes where organization_id = ${facts.organization_id} and tech_workflow_id = ${workflow}
    and round = ${round} and not process = any(${begun}::text[])`.execute(trx)
  if (round === 1 && steps.length === 0 && begun.length === 0) {
    await sql`delete from tech_workflows where organization_id = ${facts.organization_id} and id = ${workflow}`.execute(
      trx,
    )
    return
  }
  const all = modelSteps.filter((step) => steps.includes(step) || begun.includes(step))
  // By way of places that no step has: two of them never stand at one.
  await sql`update tech_workflow_processes set position = -position
    where organization_id = ${facts.organization_id} and tech_workflow_id = ${workflow} and round = ${round}`.execute(
    trx,
  )
  await sql`
    with x as (select * from unnest(${all}::text[]) with ordinality as x(process, position)),
    moved as (update tech_workflow_processes s set position = x.position from x
      where s.organization_id = ${facts.organization_id} and s.tech_workflow_id = ${workflow} and s.round = ${round} and s.process = x.process)
    insert into tech_workflow_processes (organization_id, tech_workflow_id, round, position, step, process)
    select ${facts.organization_id}, ${workflow}, ${round}, x.position, 'Models', x.process from x where not x.process = any(${begun}::text[])`.execute(
    trx,
  )
  // Open pages learn of the change before they save.
  await sql`update tech_workflows set version = version + 1
    where organization_id = ${facts.organization_id} and id = ${workflow}`.execute(trx)
}
