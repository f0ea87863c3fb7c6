import type { UserRole } from '@archwire/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Forbidden, Invalid } from '../../kernel/errors.ts'
import { conclude, lockCase, permit, setCase, transition, type CaseEvent } from '../case-core/index.ts'
import { lockRequest, permitRequest, touchRequest } from '../requests/index.ts'
import { technicianRoles } from './rules.ts'

/** Sets the technician of a setup, or none (`work/technician`); the first one begins the work (`cases/begins`). */
export async function setTechnician(trx: Trx, actor: Actor, rxFormId: number, userId: number | null): Promise<void> {
  const facts = await lockCase(trx, actor.scope, { rxForm: rxFormId })
  permit(actor, facts, 'work_steps')
  await permitTechnician(trx, actor, userId)
  const begins = userId !== null && facts.status === 'new'
  if (!(await writeTechnician(trx, facts, userId)) && !begins) return
  const moved = begins ? { from: facts.status, to: await transition(trx, actor, facts, 'start_work') } : {}
  if (!begins) await setCase(trx, actor, facts, {})
  await conclude(trx, actor, facts, { ...technicianSet(actor, userId), ...moved })
}

/** Sets the technician of a print, or none (`work/technician`); the states stay as they are. */
export async function setPrintTechnician(
  trx: Trx,
  actor: Actor,
  requestId: number,
  userId: number | null,
): Promise<void> {
  const { facts, request } = await lockRequest(trx, actor.scope, { request: requestId })
  permitRequest(actor, facts, request, 'work_steps')
  await permitTechnician(trx, actor, userId)
  if (!(await writeTechnician(trx, request, userId))) return
  await touchRequest(trx, actor, request)
  await setCase(trx, actor, facts, {})
  await conclude(trx, actor, facts, technicianSet(actor, userId, request.id))
}

/** tech_support and partners give work to themselves only (`people/own-work`); nobody gives it to who does none. */
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

/** Its history names the print; not the person, whom a partner does not read. */
function technicianSet(actor: Actor, userId: number | null, requestId?: number): CaseEvent {
  const words = [requestId === undefined ? null : 'Print', userId === null ? 'Unassigned' : null]
  return {
    event: 'technician_set',
    note: words.filter((word) => word !== null).join(': ') || null,
    announce: userId !== null && userId !== actor.userId,
    data: { technician: userId, ...(requestId === undefined ? {} : { request_id: requestId }) },
  }
}
