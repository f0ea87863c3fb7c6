import { modelSteps } from '@archwire/contract/tech-workflows/steps.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { CaseFacts } from '../case-core/index.ts'

/** Begins the work on the setup of a case that has none yet, as a submit does (`cases/submitted`). */
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
 * Brings the steps of a setup in line with a form that was changed (`rx-form/change-follows`): steps that nobody has
 * begun come and go, what was begun stays. Without any, the setup is no work of the lab's.
 */
export async function planSetupSteps(
  trx: Trx,
  facts: Pick<CaseFacts, 'id' | 'organization_id'>,
  steps: readonly string[],
): Promise<void> {
  const { rows: present } = await sql<{ process: string; workflow_id: number; begun: boolean }>`
    select s.process, s.tech_workflow_id as workflow_id, s.started_at is not null or s.user_id is not null as begun
    from tech_workflow_processes s join tech_workflows w on w.organization_id = s.organization_id and w.id = s.tech_workflow_id
    where w.organization_id = ${facts.organization_id} and w.patient_id = ${facts.id} and w.kind = 'initial_case_setup'
    order by s.position`.execute(trx)
  const workflow = present[0]?.workflow_id
  if (workflow === undefined || present.map(({ process }) => process).join() === steps.join()) return
  const begun = present.filter((row) => row.begun).map(({ process }) => process)
  await sql`delete from tech_workflow_processes where organization_id = ${facts.organization_id} and tech_workflow_id = ${workflow}
    and not process = any(${begun}::text[])`.execute(trx)
  if (steps.length === 0 && begun.length === 0) {
    await sql`delete from tech_workflows where organization_id = ${facts.organization_id} and id = ${workflow}`.execute(
      trx,
    )
    return
  }
  const all = modelSteps.filter((step) => steps.includes(step) || begun.includes(step))
  // By way of places that no step has: two of them never stand at one.
  await sql`update tech_workflow_processes set position = -position
    where organization_id = ${facts.organization_id} and tech_workflow_id = ${workflow}`.execute(trx)
  await sql`
    with x as (select * from unnest(${all}::text[]) with ordinality as x(process, position)),
    moved as (update tech_workflow_processes s set position = x.position from x
      where s.organization_id = ${facts.organization_id} and s.tech_workflow_id = ${workflow} and s.process = x.process)
    insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process)
    select ${facts.organization_id}, ${workflow}, x.position, 'Models', x.process from x where not x.process = any(${begun}::text[])`.execute(
    trx,
  )
  // Whoever has the steps open is told so before they save.
  await sql`update tech_workflows set version = version + 1
    where organization_id = ${facts.organization_id} and id = ${workflow}`.execute(trx)
}
