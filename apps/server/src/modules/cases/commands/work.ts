import { caseLifecycle } from '@archwire/contract/patients/lifecycle.ts'
import { rxFormLifecycle } from '@archwire/contract/rx-forms/lifecycle.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Forbidden, Invalid } from '../../../kernel/errors.ts'
import { move } from '../../../kernel/move.ts'
import { changeProcesses, type ProcessInput } from '../../tech-workflows/index.ts'
import { lockCase, type CaseFacts } from '../facts.ts'
import { conclude, label, permit, rxLabel, setCase } from './change.ts'

/** Saves the work steps, all rows or none. The first start puts the case to work. */
export async function saveSteps(
  trx: Trx,
  actor: Actor,
  workflowId: number,
  input: { processes: ProcessInput[]; version?: number },
): Promise<CaseFacts> {
  const facts = await lockCase(trx, actor.scope, { workflow: workflowId })
  permit(actor, facts, 'work_steps')
  const changed = await changeProcesses(trx, actor, { organizationId: facts.organization_id, workflowId, ...input })
  if (changed.length === 0) return facts
  await beginWork(
    trx,
    actor,
    facts,
    changed.some((change) => change.started || change.technicianSet),
  )
  const note = changed.map((change) => change.says).join('; ')
  await conclude(trx, actor, facts, {
    event: facts.status === 'new' ? 'work_started' : 'steps_saved',
    ...(facts.status === 'new' ? { from: 'new', to: 'in_progress' } : {}),
    note,
  })
  return facts
}

/** Sets the technician of a case: any of the lab's staff; tech_support only themselves (2 §6). */
export async function setTechnician(
  trx: Trx,
  actor: Actor,
  rxFormId: number,
  userId: number | null,
): Promise<CaseFacts> {
  const facts = await lockCase(trx, actor.scope, { rxForm: rxFormId })
  permit(actor, facts, 'work_steps')
  if (actor.role === 'tech_support' && userId !== actor.userId && userId !== null)
    throw new Forbidden('You may assign work to yourself only.')
  if (userId !== null) await assertTechnician(trx, actor, userId)
  await sql`update tech_workflows set assigned_to = ${userId} where id = ${facts.workflow_id}`.execute(trx)
  await beginWork(trx, actor, facts, userId !== null)
  await conclude(trx, actor, facts, { event: 'technician_set', note: userId === null ? 'Nobody' : null })
  return facts
}

async function assertTechnician(trx: Trx, actor: Actor, userId: number): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const allowed =
    actor.role === 'lab_partner'
      ? user?.role === 'lab_partner' && userId === actor.userId
      : isStaff((user?.role ?? null) as never)
  if (!allowed) throw new Invalid({ assigned_to: ['This person cannot work on cases.'] })
}

/** New → In Progress when work begins; nothing once it has. */
async function beginWork(trx: Trx, actor: Actor, facts: CaseFacts, begins: boolean): Promise<void> {
  if (!begins || facts.status !== 'new') return setCase(trx, actor, facts, {})
  await setCase(
    trx,
    actor,
    facts,
    { status: move(caseLifecycle, facts.status, 'start_work', label) },
    { status: move(rxFormLifecycle, facts.rx_status ?? 'new', 'start_work', rxLabel) },
  )
}
