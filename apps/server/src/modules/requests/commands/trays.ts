import type { FlawCause } from '@archwire/contract/flaw-causes.ts'
import {
  flawedTrayLifecycle,
  flawedTrayStatuses,
  flawedWorkStatuses,
  type FlawedTrayStatus,
  type FlawedWorkStatus,
} from '@archwire/contract/flawed-trays/lifecycle.ts'
import { statusById } from '@archwire/contract/core/statuses.ts'
import { assignments, jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Conflict, Invalid } from '../../../kernel/errors.ts'
import { move } from '../../../kernel/move.ts'
import { conclude, setCase, type CaseEvent, type CaseFacts } from '../../case-core/index.ts'
import { lockRequest, type RequestFacts } from '../facts.ts'
import { trayIs } from '../status-words.ts'
import { permitTray } from '../tray-policy.ts'
import { touchRequest } from './requests.ts'
import { leavePrint, setTrayPrint } from './tray-prints.ts'

/** A flawed tray as its lock left it. */
export interface Tray {
  id: number
  organization_id: number
  customer_request_id: number
  status: FlawedTrayStatus
  jaw_type_id: number
  print: number
  cause: FlawCause | null
  location_id: number | null
  corrected_file_id: number | null
  insert_brackets: boolean
  version: number
}

/** Locks the case of a flawed tray and reads all three; 404 for unknown and foreign ones alike. */
async function lockTray(trx: Trx, actor: Actor, id: number) {
  const { facts, request } = await lockRequest(trx, actor.scope, { tray: id })
  const { rows } = await sql<Omit<Tray, 'status'> & { status_id: number }>`
    select t.id, t.organization_id, t.customer_request_id, t.status_id, t.jaw_type_id, t.print, t.cause, t.location_id,
      t.corrected_file_id, t.insert_brackets, t.version
    from flawed_trays t where t.organization_id = ${facts.organization_id} and t.id = ${id}`.execute(trx)
  const { status_id, ...row } = rows[0]!
  return { facts, request, tray: { ...row, status: statusById(flawedTrayStatuses, status_id) } satisfies Tray }
}

/** Gives a flawed tray its corrected file (`corrections/corrected`); the last one of its request completes the work. */
export async function correctTray(
  trx: Trx,
  actor: Actor,
  id: number,
  input: { corrected_file_id: number; version?: number },
): Promise<void> {
  const { facts, request, tray } = await lockTray(trx, actor, id)
  permitTray(actor, facts, request, tray, 'correct')
  checkVersion(input.version, tray.version)
  await checkFile(trx, facts, tray, input.corrected_file_id)
  const status = move(flawedTrayLifecycle, tray.status, 'correct', trayIs)
  await sql`update flawed_trays set status_id = ${flawedTrayStatuses[status].id}, corrected_file_id = ${input.corrected_file_id},
      corrected_at = ${actor.now}, version = version + 1, updated_at = ${actor.now}
    where organization_id = ${tray.organization_id} and id = ${tray.id}`.execute(trx)
  await printedFrom(trx, tray, input.corrected_file_id)
  const last = request.trays_waiting === 1
  await end(trx, actor, facts, request, last ? 'completed' : null, {
    event: last ? 'correction_completed' : 'tray_corrected',
    note: archOf(tray),
    data: aboutTray(tray),
  })
}

/** A file of another case is a mistake in the request; one that was deleted in the meantime is not (docs/decisions/083). */
async function checkFile(trx: Trx, facts: CaseFacts, tray: Tray, id: number): Promise<void> {
  const { rows } = await sql<{ gone: boolean; jaws_id: number | null; kind: string | null }>`
    select f.deleted_at is not null as gone, f.jaws_id, f.kind from patient_files f
    where f.organization_id = ${facts.organization_id} and f.patient_id = ${facts.id} and f.id = ${id}`.execute(trx)
  const file = rows[0]
  if (file?.kind !== 'correction') throw new Invalid({ corrected_file_id: ['Upload a corrected file for this tray.'] })
  if (file.jaws_id !== tray.jaw_type_id && file.jaws_id !== 3)
    throw new Invalid({ corrected_file_id: ['This file is of the other arch.'] })
  if (file.gone) throw new Conflict('This file was deleted in the meantime.')
}

/** The item of the print that replaces the tray is made of its corrected file. */
async function printedFrom(trx: Trx, tray: Tray, file: number | null): Promise<void> {
  await sql`update printing_request_items set file_id = ${file}
    where organization_id = ${tray.organization_id} and flawed_tray_id = ${tray.id}`.execute(trx)
}

interface TrayEdit {
  print: 1 | 2 | 3
  cause?: FlawCause | null
  corrected_file_id?: null
  version?: number
}

/** Says who prints a corrected tray and what was wrong, and takes its corrected file off (`corrections/edit`). */
export async function changeTray(trx: Trx, actor: Actor, id: number, input: TrayEdit, zone: string): Promise<void> {
  const { facts, request, tray } = await lockTray(trx, actor, id)
  permitTray(actor, facts, request, tray, 'edit')
  checkVersion(input.version, tray.version)
  const takesOff = input.corrected_file_id === null && tray.corrected_file_id !== null
  if (takesOff) permitTray(actor, facts, request, tray, 'remove_corrected')
  const cause = input.cause === undefined ? tray.cause : input.cause
  const moved = input.print !== tray.print
  if (!takesOff && !moved && cause === tray.cause) return
  const status = takesOff ? move(flawedTrayLifecycle, tray.status, 'remove_corrected', trayIs) : tray.status
  await sql`update flawed_trays set print = ${input.print}, cause = ${cause}, status_id = ${flawedTrayStatuses[status].id},
      corrected_file_id = ${takesOff ? null : sql`corrected_file_id`}, corrected_at = ${takesOff ? null : sql`corrected_at`},
      version = version + 1, updated_at = ${actor.now}
    where organization_id = ${tray.organization_id} and id = ${tray.id}`.execute(trx)
  if (takesOff) await printedFrom(trx, tray, null)
  const present = { ...tray, corrected_file_id: takesOff ? null : tray.corrected_file_id }
  const ofPrint = moved ? await setTrayPrint(trx, actor, facts, request, present, input.print, zone) : []
  const printed = moved ? `, printed by: ${labelOf(assignments, input.print)}` : ''
  const event: CaseEvent = {
    event: takesOff ? 'correction_reopened' : 'correction_changed',
    note: `${archOf(tray)}${printed}`,
    data: aboutTray(tray),
    announce: takesOff,
  }
  await end(trx, actor, facts, request, takesOff ? atWorkAgain(request) : null, event, ...ofPrint)
}

/** Its first step has started. */
export async function beginCorrection(trx: Trx, actor: Actor, request: RequestFacts): Promise<void> {
  await sql`update customer_requests set flawed_trays_status_id = ${flawedWorkStatuses.in_progress.id},
      flawed_trays_status_updated_at = ${actor.now}
    where organization_id = ${request.organization_id} and id = ${request.id}`.execute(trx)
}

const atWorkAgain = (request: RequestFacts): FlawedWorkStatus => (request.flawed_work_started ? 'in_progress' : 'new')

/** Takes a flawed tray out of its request (`corrections/remove`); the last one takes the work with it. Returns the request's id. */
export async function removeTray(trx: Trx, actor: Actor, id: number, zone: string): Promise<number> {
  const { facts, request, tray } = await lockTray(trx, actor, id)
  permitTray(actor, facts, request, tray, 'remove')
  const ofPrint = await leavePrint(trx, actor, facts, request, tray, zone)
  await sql`delete from flawed_trays t where t.organization_id = ${tray.organization_id} and t.id = ${tray.id}`.execute(
    trx,
  )
  const event: CaseEvent = { event: 'flawed_tray_removed', note: archOf(tray), data: aboutTray(tray) }
  if (request.trays === 1) {
    await forgetWork(trx, actor, request)
    await end(trx, actor, facts, request, null, event, ...ofPrint)
    return request.id
  }
  const completes = tray.status === 'awaiting_fix' && request.trays_waiting === 1
  const done: CaseEvent[] = completes ? [{ event: 'correction_completed' }] : []
  await end(trx, actor, facts, request, completes ? 'completed' : null, event, ...ofPrint, ...done)
  return request.id
}

/** No step of it has started: `remove` refuses it otherwise. */
async function forgetWork(trx: Trx, actor: Actor, request: RequestFacts): Promise<void> {
  const { flawed_workflow_id: workflow } = request
  await sql`delete from tech_workflow_processes s where s.organization_id = ${request.organization_id} and s.tech_workflow_id = ${workflow}`.execute(
    trx,
  )
  await sql`delete from tech_workflows w where w.organization_id = ${request.organization_id} and w.id = ${workflow}`.execute(
    trx,
  )
  await sql`update customer_requests set flawed_trays_status_id = null, flawed_trays_status_updated_at = null,
      updated_at = ${actor.now} where organization_id = ${request.organization_id} and id = ${request.id}`.execute(trx)
}

const archOf = ({ jaw_type_id }: Tray): string => labelOf(jaws, jaw_type_id)

/** What an entry of the history is about; one about a single tray settles no notice about another (`notices/settled`). */
const aboutTray = ({ id, customer_request_id }: Tray) => ({
  request_id: customer_request_id,
  kind: 'flawed_tray',
  flawed_tray_id: id,
})

/** Ends every change of a tray. "Flawed tray corrected" is sent once a request, whatever is corrected again. */
async function end(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  status: FlawedWorkStatus | null,
  ...events: CaseEvent[]
): Promise<void> {
  const tells = status === 'completed' && !request.correction_told
  if (status !== null)
    await sql`update customer_requests set flawed_trays_status_id = ${flawedWorkStatuses[status].id},
        flawed_trays_status_updated_at = case when flawed_trays_status_id = ${flawedWorkStatuses[status].id}
          then flawed_trays_status_updated_at else ${actor.now} end,
        flawed_trays_told_at = ${tells ? actor.now : sql`flawed_trays_told_at`}
      where organization_id = ${request.organization_id} and id = ${request.id}`.execute(trx)
  await touchRequest(trx, actor, request)
  await setCase(trx, actor, facts, {})
  const data = { request_id: request.id, kind: 'flawed_tray' }
  const told = events.map((event) =>
    event.event === 'correction_completed' ? { ...event, data, announce: tells } : { data, ...event },
  )
  await conclude(trx, actor, facts, ...told)
}
