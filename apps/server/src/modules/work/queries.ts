import type { TechWorkflow } from '@archwire/contract/tech-workflows/routes.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import {
  factColumns,
  factJoins,
  factsOf,
  presentSetupWork,
  setupWorkJson,
  type WorkflowRow,
} from '../case-core/index.ts'
import { getRequest } from '../requests/index.ts'

/** The work on a setup, a print or a correction, by the id of its workflow; 404 outside the scope. */
export async function getWorkflow(db: Db, actor: Actor, id: number): Promise<TechWorkflow> {
  const found = await sql<{ json: WorkflowRow | null } & Parameters<typeof factsOf>[0]>`
    select ${setupWorkJson} as json, ${factColumns} from ${rows(actor.scope, 'patients', 'p')} ${factJoins}
    where (p.organization_id, p.id) = (select x.organization_id, x.patient_id from tech_workflows x
      where x.id = ${id} and x.kind = 'initial_case_setup')`.execute(db)
  const [row] = found.rows
  if (!row?.json) {
    const { workflow, flawed_trays_workflow: corrections } = await getRequest(db, actor, { workflow: id })
    return corrections?.id === id ? corrections : workflow!
  }
  const { json, ...facts } = row
  return presentSetupWork(actor, json, factsOf(facts))
}
