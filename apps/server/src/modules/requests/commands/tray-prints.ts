import { contentType } from '@archwire/contract/requests/lifecycle.ts'
import { assignment, assignments, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, Invalid } from '../../../kernel/errors.ts'
import type { CaseEvent, CaseFacts } from '../../case-core/index.ts'
import { listShippable } from '../../locations/index.ts'
import { versionsNow } from '../../pricing/index.ts'
import type { RequestFacts } from '../facts.ts'
import { printBegun, printStarted } from '../policy.ts'
import { handedOver, planSteps, reachPartner, shipAs } from './assign.ts'
import { outdatePatientLabel } from './items.ts'
import type { Tray } from './trays.ts'

/**
 * Changes who prints a corrected tray (`corrections/print`): the lab or the partner gets an item of the request's print,
 * which then ships; in the office there is none. An in-office print moves to the lab that prints the tray, and its other
 * items stay in the office. Returns what happened to the print besides. @throws Conflict once work on the print has started
 */
export async function setTrayPrint(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  tray: Tray,
  to: number,
  zone: string,
): Promise<CaseEvent[]> {
  if (printBegun(request)) throw new Conflict(printStarted)
  if (to === assignment.inOffice) return leavePrint(trx, actor, facts, request, tray, zone)
  const partner = facts.partner_organization_id ?? facts.named_partner_id
  if (to === assignment.thirdParty && partner === null)
    throw new Invalid({ print: ['This practice has no partner lab.'] })
  if (request.assignment !== to && !(await isAlone(trx, request, tray)))
    throw new Conflict(
      `This request is printed by: ${labelOf(assignments, request.assignment)}. One request ships once.`,
    )
  await replaceItem(trx, request, tray)
  if (request.assignment === to) {
    await changed(trx, actor, request, to)
    return []
  }
  await moveTo(trx, actor, facts, request, to, zone, await placeOf(trx, actor, facts, tray))
  await reachPartner(trx, actor, facts, partner)
  return [handedOver(request, to, partner)]
}

/** Takes what replaces the tray out of the print; a print that was moved for it alone goes back to the office. */
export async function leavePrint(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  tray: Tray,
  zone: string,
): Promise<CaseEvent[]> {
  if (tray.print === assignment.inOffice) return []
  const goesBack = request.assignment !== assignment.inOffice && (await isAlone(trx, request, tray))
  await sql`delete from printing_request_items i where i.organization_id = ${tray.organization_id}
    and i.flawed_tray_id = ${tray.id}`.execute(trx)
  await outdatePatientLabel(trx, request)
  if (!goesBack) {
    await changed(trx, actor, request, request.assignment!)
    return []
  }
  const partner = facts.partner_organization_id ?? facts.named_partner_id
  await moveTo(trx, actor, facts, request, assignment.inOffice, zone, null)
  await reachPartner(trx, actor, facts, partner)
  return [handedOver(request, assignment.inOffice, partner)]
}

/** Whether everything in the print but the tray is made in the office. */
async function isAlone(trx: Trx, request: RequestFacts, tray: Tray): Promise<boolean> {
  const { rows } = await sql`select 1 from printing_request_items i
    where i.organization_id = ${request.organization_id} and i.printing_request_id = ${request.print_id}
      and i.flawed_tray_id is distinct from ${tray.id}::int
      and coalesce(i.assignment, ${request.assignment}::int) <> ${assignment.inOffice} limit 1`.execute(trx)
  return rows.length === 0
}

/** One item, of what the print makes of this arch, from the corrected file once there is one. */
async function replaceItem(trx: Trx, request: RequestFacts, tray: Tray): Promise<void> {
  await sql`
    insert into printing_request_items (organization_id, printing_request_id, jaw_type_id, content_type_id, insert_brackets,
      file_id, flawed_tray_id)
    select ${request.organization_id}::int, ${request.print_id}::int, ${tray.jaw_type_id}::int, coalesce((
        select min(i.content_type_id) from printing_request_items i where i.organization_id = ${request.organization_id}
          and i.printing_request_id = ${request.print_id} and i.jaw_type_id = ${tray.jaw_type_id}), ${contentType.trays}),
      ${tray.insert_brackets}::boolean, ${tray.corrected_file_id}::int, ${tray.id}::int
    on conflict do nothing`.execute(trx)
  await outdatePatientLabel(trx, request)
}

/** The whole print changes hands: what is no corrected tray stays where it was made, in the office. */
async function moveTo(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  to: number,
  zone: string,
  locationId: number | null,
): Promise<void> {
  const office = to === assignment.inOffice ? null : assignment.inOffice
  await sql`update printing_request_items set assignment = ${office}
    where organization_id = ${request.organization_id} and printing_request_id = ${request.print_id}
      and flawed_tray_id is null`.execute(trx)
  if (to === assignment.ownLab) await priceNow(trx, request)
  await changed(trx, actor, request, to)
  await shipAs(trx, actor, facts, request, to, zone, locationId)
  await planSteps(trx, request, to)
}

/** Where the tray ships to: the location that was asked for, while it is there, else the main one. */
async function placeOf(trx: Trx, actor: Actor, facts: CaseFacts, { location_id: id }: Tray): Promise<number | null> {
  if (id === null) return null
  const places = await listShippable(trx, actor, facts.organization_id, null)
  return places.some((place) => place.id === id) ? id : null
}

/** What the lab makes from now on is charged by the prices of now (`billing/print-rows`). */
async function priceNow(trx: Trx, request: RequestFacts): Promise<void> {
  const { version, overrides } = await versionsNow(trx, request)
  await sql`update printing_requests pr set price_list = ${version}, price_overrides = ${overrides}
    where pr.organization_id = ${request.organization_id} and pr.id = ${request.print_id}`.execute(trx)
}

async function changed(trx: Trx, actor: Actor, request: RequestFacts, to: number): Promise<void> {
  await sql`update printing_requests set assignment = ${to}, version = version + 1, updated_at = ${actor.now}
    where organization_id = ${request.organization_id} and id = ${request.print_id}`.execute(trx)
}
