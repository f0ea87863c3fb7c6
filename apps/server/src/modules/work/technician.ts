import type { CaseResult } from '@archwire/contract/patients/bulk.ts'
import { isToBegin } from '@archwire/contract/patients/lifecycle.ts'
import { customerRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import type { UserRole } from '@archwire/contract/roles.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../kernel/errors.ts'
import {
  conclude,
  correctedBy,
  lockCase,
  permit,
  setCase,
  transition,
  type CaseEvent,
  type CaseFacts,
} from '../case-core/index.ts'
import { lockRequest, permitRequest, touchRequest, type RequestFacts } from '../requests/index.ts'
import { technicianRoles } from './rules.ts'

/** Sets the technician of a setup, or none (`work/technician`); the first one starts the work (`cases/begins`). */
export async function setTechnician(trx: Trx, actor: Actor, rxFormId: number, userId: number | null): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { rxForm: rxFormId })
  permit(actor, facts, 'work_steps')
  await permitTechnician(trx, actor, userId)
  await giveSetup(trx, actor, facts, userId)
}

type RequestWork = 'printing_request' | 'flawed_tray'
/** What asks for the right to record the work of a request, by its kind. */
const stepsOf = { printing_request: 'work_steps', flawed_tray: 'flawed_work_steps' } as const

/** Sets the technician of a print or a correction, or none (`work/technician`); the states stay as they are. */
export async function setPrintTechnician(
  trx: Trx,
  actor: Actor,
  requestId: number,
  kind: RequestWork,
  userId: number | null,
): Promise<void> {
  const { facts, request } = await lockRequest(trx, actor.scope, { request: requestId })
  permitRequest(actor, facts, request, stepsOf[kind])
  await permitTechnician(trx, actor, userId)
  await giveRequestWork(trx, actor, facts, request, kind, userId)
}

/**
 * Sets the technician of the current work of several cases: of a correction that waits, otherwise of the open print,
 * otherwise of the setup. Each case follows
 * the rules of the single calls, and those that refuse are left out with the reason (`work/bulk`). The results are in the
 * order of `ids`.
 */
export async function setTechnicians(
  trx: Trx,
  actor: Actor,
  ids: readonly number[],
  userId: number | null,
): Promise<CaseResult[]> {
  await permitTechnician(trx, actor, userId)
  const reasons = new Map<number, string | null>()
  // Two calls that overlap lock their cases in the same order.
  for (const id of ids.toSorted((a, b) => a - b)) reasons.set(id, await giveCurrent(trx, actor, id, userId))
  return ids.map((id) => ({ id, done: reasons.get(id) === null, why: reasons.get(id) ?? null }))
}

/** Returns why the case was left out, null if it was not. Every refusal comes before the first write. */
async function giveCurrent(trx: Trx, actor: Actor, id: number, userId: number | null): Promise<string | null> {
  let give: () => Promise<void>
  try {
    give = await permitCurrent(trx, actor, id, userId)
  } catch (error) {
    if (error instanceof NotFound || error instanceof Forbidden || error instanceof Conflict) return error.message
    throw error
  }
  await give()
  return null
}

/** Locks a case and permits its current work to be given; returns how. */
async function permitCurrent(trx: Trx, actor: Actor, id: number, userId: number | null): Promise<() => Promise<void>> {
  const facts = await lockCase(trx, actor.scope, { patient: id })
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from customer_requests
    where organization_id = ${facts.organization_id} and patient_id = ${facts.id}
      and status_id = ${customerRequestStatuses.pending.id}`.execute(trx)
  const open = rows[0]!.id
  if (open === null) {
    permitOwn(actor, facts.submission_completed_by)
    permit(actor, facts, 'work_steps')
    return () => giveSetup(trx, actor, facts, userId)
  }
  const { request } = await lockRequest(trx, actor.scope, { request: open })
  const kind = request.trays_waiting > 0 ? 'flawed_tray' : 'printing_request'
  permitOwn(actor, kind === 'flawed_tray' ? correctedBy(facts) : request.assignment)
  permitRequest(actor, facts, request, stepsOf[kind])
  return () => giveRequestWork(trx, actor, facts, request, kind, userId)
}

/** The same refusal as by policy, which in a list of reasons has to name its own (`work/whose`). */
function permitOwn(actor: Actor, whose: number | null): void {
  if (whose === null) throw new Forbidden('This case has no work to assign.')
  if (whose !== (actor.role === 'lab_partner' ? assignment.thirdParty : assignment.ownLab))
    throw new Forbidden('Someone else does this work.')
}

async function giveSetup(trx: Trx, actor: Actor, facts: CaseFacts, userId: number | null): Promise<void> {
  const begins = userId !== null && isToBegin(facts.status)
  if (!(await writeTechnician(trx, facts, userId)) && !begins) return
  const moved = begins ? { from: facts.status, to: await transition(trx, actor, facts, 'start_work') } : {}
  if (!begins) await setCase(trx, actor, facts, {})
  await conclude(trx, actor, facts, { ...technicianSet(actor, userId), ...moved })
}

async function giveRequestWork(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  kind: RequestWork,
  userId: number | null,
): Promise<void> {
  const { organization_id, workflow_id, flawed_workflow_id } = request
  const work = { organization_id, workflow_id: kind === 'flawed_tray' ? flawed_workflow_id : workflow_id }
  if (!(await writeTechnician(trx, work, userId))) return
  await touchRequest(trx, actor, request)
  await setCase(trx, actor, facts, {})
  await conclude(trx, actor, facts, technicianSet(actor, userId, { request: request.id, kind }))
}

/** tech_support and partners give work to themselves only (`people/own-work`); no one gives it to who does none. */
async function permitTechnician(trx: Trx, actor: Actor, userId: number | null): Promise<void> {
  if (userId === null) return
  if ((actor.role === 'tech_support' || actor.role === 'lab_partner') && userId !== actor.userId)
    throw new Forbidden('You may assign work to yourself only.')
  const user = await trx
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!technicianRoles(actor).includes(user?.role as UserRole))
    throw new Invalid({ assigned_to: ['This person cannot work on cases.'] })
}

/** Returns false where it was this person's work before. */
async function writeTechnician(
  trx: Trx,
  work: { organization_id: number; workflow_id: number | null },
  userId: number | null,
): Promise<boolean> {
  const { rows } = await sql`update tech_workflows set assigned_to = ${userId}
    where organization_id = ${work.organization_id} and id = ${work.workflow_id} and assigned_to is distinct from ${userId}::int
    returning id`.execute(trx)
  return rows.length > 0
}

const workNames = { printing_request: 'Print', flawed_tray: 'Tray correction' } as const

/** Its history names the work; not the person, whom a partner does not read. */
function technicianSet(actor: Actor, userId: number | null, work?: { request: number; kind: RequestWork }): CaseEvent {
  const words = [work === undefined ? null : workNames[work.kind], userId === null ? 'Unassigned' : null]
  return {
    event: 'technician_set',
    note: words.filter((word) => word !== null).join(': ') || null,
    announce: userId !== null && userId !== actor.userId,
    data: { technician: userId, ...(work === undefined ? {} : { request_id: work.request, kind: work.kind }) },
  }
}
