import { contentType, contentTypes } from '@archwire/contract/requests/lifecycle.ts'
import { jaws, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { printSteps, type PrintStep } from '@archwire/contract/tech-workflows/steps.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Conflict, Invalid } from '../../../kernel/errors.ts'
import type { CaseEvent } from '../../case-core/index.ts'
import { lockRequest, type RequestFacts } from '../facts.ts'
import { concludePrintChange, permitRequest } from './requests.ts'

interface Item {
  id: number
  jaw_type_id: number
  content_type_id: number
  insert_brackets: boolean
}

/** Brackets are inserted into trays, and into nothing else that is printed (`requests/brackets`). */
export const bracketsInTrays = 'Brackets are inserted into trays only.'

/** "Maxillary, Trays". */
const nameOf = ({ jaw_type_id, content_type_id }: Item): string =>
  `${labelOf(jaws, jaw_type_id)}, ${labelOf(contentTypes, content_type_id)}`

/** Orders brackets for an item of an open print, or leaves them out (`requests/edit-items`). */
export async function changeItem(
  trx: Trx,
  actor: Actor,
  itemId: number,
  input: { patient_id: number; insert_brackets: boolean; version?: number },
): Promise<void> {
  const { facts, request } = await lockRequest(trx, actor.scope, { item: itemId })
  permitRequest(actor, facts, request, 'edit_items')
  checkVersion(input.version, request.print_version)
  if (input.patient_id !== facts.id) throw new Invalid({ patient_id: ['This print belongs to another case.'] })
  const event = await setBrackets(trx, request, [{ id: itemId, insert_brackets: input.insert_brackets }])
  if (event) await concludePrintChange(trx, actor, facts, request, event)
}

/**
 * Writes which items of a locked print get brackets; its steps and its patient label follow. Returns what happened, null
 * if nothing changed. @throws Invalid
 */
export async function setBrackets(
  trx: Trx,
  request: RequestFacts,
  wanted: readonly { id: number; insert_brackets: boolean }[],
): Promise<CaseEvent | null> {
  const found =
    await sql<Item>`select i.id, i.jaw_type_id, i.content_type_id, i.insert_brackets from printing_request_items i
    where i.organization_id = ${request.organization_id} and i.printing_request_id = ${request.print_id}
    order by i.jaw_type_id, i.content_type_id`.execute(trx)
  const choices = new Map(wanted.map(({ id, insert_brackets }) => [id, insert_brackets]))
  if ([...choices.keys()].some((id) => !found.rows.some((item) => item.id === id)))
    throw new Invalid({ printing_request_items: ['This item is not part of the print.'] })
  const changed = found.rows.filter(
    ({ id, insert_brackets }) => (choices.get(id) ?? insert_brackets) !== insert_brackets,
  )
  if (changed.length === 0) return null
  if (changed.some((item) => !item.insert_brackets && item.content_type_id !== contentType.trays))
    throw new Invalid({ insert_brackets: [bracketsInTrays] })
  await sql`update printing_request_items set insert_brackets = not insert_brackets
    where organization_id = ${request.organization_id} and id = any(${changed.map(({ id }) => id)}::int[])`.execute(trx)
  await followItems(trx, request)
  const notes = changed.map((item) => `${nameOf(item)}: ${item.insert_brackets ? 'without' : 'with'} brackets`)
  return { event: 'print_changed', note: notes.join('; '), data: { request_id: request.id } }
}

/**
 * Takes an item out of an open print; the last one stays, also beside corrected trays, which may leave the print
 * (`requests/edit-items`). Returns the request's id.
 */
export async function removeItem(trx: Trx, actor: Actor, itemId: number): Promise<number> {
  const { facts, request } = await lockRequest(trx, actor.scope, { item: itemId })
  permitRequest(actor, facts, request, 'delete_items')
  await refuseTrayItem(trx, request, itemId)
  const { rows } = await sql<Item>`delete from printing_request_items i
    where i.organization_id = ${request.organization_id} and i.id = ${itemId} and exists (
      select 1 from printing_request_items o where o.organization_id = i.organization_id
        and o.printing_request_id = i.printing_request_id and o.id <> i.id and o.flawed_tray_id is null)
    returning i.id, i.jaw_type_id, i.content_type_id, i.insert_brackets`.execute(trx)
  if (!rows[0])
    throw new Conflict(
      request.prints_trays
        ? 'This is the last item of the print besides its corrected trays.'
        : 'This is the last item of the print. Cancel the request instead.',
    )
  await followItems(trx, request)
  await concludePrintChange(trx, actor, facts, request, {
    event: 'print_changed',
    note: `Without ${nameOf(rows[0])}`,
    data: { request_id: request.id },
  })
  return request.id
}

/** What replaces a flawed tray goes with the tray's own print (`corrections/print`). @throws Conflict */
async function refuseTrayItem(trx: Trx, request: RequestFacts, itemId: number): Promise<void> {
  const { rows } = await sql`select 1 from printing_request_items i where i.organization_id = ${request.organization_id}
    and i.id = ${itemId} and i.flawed_tray_id is not null`.execute(trx)
  if (rows.length > 0) throw new Conflict('This item replaces a flawed tray. Change who prints the tray instead.')
}

/** Steps follow the items, and so does the patient label. */
async function followItems(trx: Trx, request: RequestFacts): Promise<void> {
  await followBrackets(trx, request)
  await outdatePatientLabel(trx, request)
}

/** A patient label that names other items is printed again (`requests/labels`). */
export async function outdatePatientLabel(trx: Trx, request: RequestFacts): Promise<void> {
  await sql`update printing_requests set patient_label_printed_at = null
    where organization_id = ${request.organization_id} and id = ${request.print_id}`.execute(trx)
}

const step: PrintStep = 'Insert Brackets'

/** The step Insert Brackets is there where an item wants brackets, and nowhere else (`work/steps`). */
async function followBrackets(trx: Trx, request: RequestFacts): Promise<void> {
  if (request.workflow_id === null) return
  const { workflow_id, print_id } = request
  const { rows } = await sql<{ wanted: boolean; there: boolean; started: boolean }>`
    select exists (select 1 from printing_request_items i where i.organization_id = ${request.organization_id}
        and i.printing_request_id = ${print_id} and i.insert_brackets
        and coalesce(i.assignment, ${request.assignment}) = ${request.assignment}) as wanted,
      count(s.id) > 0 as there, count(s.started_at) > 0 as started
    from tech_workflow_processes s
    where s.organization_id = ${request.organization_id} and s.tech_workflow_id = ${workflow_id} and s.process = ${step}`.execute(
    trx,
  )
  const { wanted, there, started } = rows[0]!
  if (wanted === there) return
  if (!wanted) {
    if (started) throw new Conflict('Brackets are already being inserted.')
    await sql`delete from tech_workflow_processes s
      where s.organization_id = ${request.organization_id} and s.tech_workflow_id = ${workflow_id} and s.process = ${step}`.execute(
      trx,
    )
    return
  }
  // Places are unique one by one, so they move out of each other's way first.
  const before = printSteps.slice(0, printSteps.indexOf(step))
  for (const by of [1001, -1000])
    await sql`update tech_workflow_processes s set position = s.position + ${by}
      where s.organization_id = ${request.organization_id} and s.tech_workflow_id = ${workflow_id}
        and not s.process = any(${before}::text[])`.execute(trx)
  await sql`
    insert into tech_workflow_processes (organization_id, tech_workflow_id, position, step, process)
    select ${request.organization_id}::int, ${workflow_id}::int, coalesce(max(s.position), 0) + 1, 'Print', ${step}
    from tech_workflow_processes s where s.organization_id = ${request.organization_id} and s.tech_workflow_id = ${workflow_id}
      and s.process = any(${before}::text[])`.execute(trx)
}
