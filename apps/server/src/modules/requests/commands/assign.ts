import { assignment, assignments, labelOf } from '@archwire/contract/rx-forms/options.ts'
import { printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { ids } from '../../../db/ids.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Invalid } from '../../../kernel/errors.ts'
import { keepPromised } from '../../calendar/index.ts'
import { conclude, setCase, type CaseEvent, type CaseFacts } from '../../case-core/index.ts'
import { closeLostShareLinks } from '../../share-links/index.ts'
import { lockRequest, type RequestFacts } from '../facts.ts'
import { insertPrintSteps } from '../insert.sql.ts'
import { shippingOf, stepsFor } from './prints.ts'
import { permitRequest, touchRequest } from './requests.ts'

/** Changes who makes a print that has not started; shipping, steps and the partner's reach follow (`requests/assign`). */
export async function assignPrint(
  trx: Trx,
  actor: Actor,
  printId: number,
  { assign_to: to, version }: { assign_to: 1 | 2 | 3; version?: number },
  zone: string,
): Promise<void> {
  const { facts, request } = await lockRequest(trx, actor.scope, { print: printId })
  permitRequest(actor, facts, request, 'assign')
  checkVersion(version, request.print_version)
  if (request.assignment === to) return
  const partner = facts.partner_organization_id ?? facts.named_partner_id
  if (to === assignment.thirdParty && partner === null)
    throw new Invalid({ assign_to: ['This practice has no partner lab.'] })
  await sql`update printing_requests set assignment = ${to}, version = version + 1, updated_at = ${actor.now}
    where organization_id = ${request.organization_id} and id = ${request.print_id}`.execute(trx)
  await shipAs(trx, actor, facts, request, to, zone)
  await planSteps(trx, request, to)
  await reachPartner(trx, actor, facts, partner)
  await touchRequest(trx, actor, request)
  await setCase(trx, actor, facts, {})
  await conclude(trx, actor, facts, handedOver(request, to, partner))
}

/** A print changes hands: practice and partner get a notice. */
export const handedOver = (
  { id, assignment: from }: Pick<RequestFacts, 'id' | 'assignment'>,
  to: number,
  partner: number | null,
): CaseEvent => ({
  event: 'print_assigned',
  from: labelOf(assignments, from),
  to: labelOf(assignments, to),
  announce: true,
  data: {
    request_id: id,
    gained_by: to === assignment.thirdParty ? partner : null,
    lost_by: from === assignment.thirdParty ? partner : null,
  },
})

/** What the practice prints in its office does not ship; what it no longer prints ships the usual way. */
export async function shipAs(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  to: number,
  zone: string,
  locationId: number | null = null,
): Promise<void> {
  const ships = to !== assignment.inOffice
  if (ships && request.location_id !== null && request.shipping_method !== null) return
  const usual = { location_id: locationId, shipping_method: null, expected_arrival_date: null }
  const plan = ships ? await shippingOf(trx, actor, facts, usual, zone) : null
  await sql`update printing_requests set location_id = ${plan?.locationId ?? null}, shipping_method = ${plan?.shippingMethod ?? null}, charged_method = null,
      expected_arrival_date = ${plan?.arrival ?? null}, delivery_date_from = ${plan?.from ?? null}, delivery_date_to = ${plan?.to ?? null},
      ship_date = ${plan?.ship ?? null}, ${keepPromised(actor, plan?.ship ?? null)}, shipping_label_printed_at = null
    where organization_id = ${request.organization_id} and id = ${request.print_id}`.execute(trx)
}

/** None of the steps has started: they are made anew for the party that prints now, and no one has taken them. */
export async function planSteps(trx: Trx, request: RequestFacts, to: number): Promise<void> {
  const { workflow_id } = request
  if (workflow_id !== null) {
    await sql`delete from tech_workflow_processes s where s.organization_id = ${request.organization_id}
      and s.tech_workflow_id = ${workflow_id}`.execute(trx)
    await sql`delete from tech_workflows w where w.organization_id = ${request.organization_id} and w.id = ${workflow_id}`.execute(
      trx,
    )
  }
  const { rows } = await sql<{ wanted: boolean }>`
    select exists (select 1 from printing_request_items i where i.organization_id = ${request.organization_id}
      and i.printing_request_id = ${request.print_id} and i.insert_brackets and coalesce(i.assignment, ${to}) = ${to}) as wanted`.execute(
    trx,
  )
  await insertPrintSteps(trx, request, stepsFor(to, rows[0]!.wanted))
}

/** Whether a print of the case that was not canceled is the partner's: it reads the case for that alone. */
export async function partnerPrints(trx: Trx, facts: Pick<CaseFacts, 'organization_id' | 'id'>): Promise<boolean> {
  const { rows } = await sql`select 1 from printing_requests pr where pr.organization_id = ${facts.organization_id}
    and pr.patient_id = ${facts.id} and pr.assignment = ${assignment.thirdParty}
    and pr.status_id <> ${ids(printingRequestStatuses.canceled)} limit 1`.execute(trx)
  return rows.length > 0
}

/** A partner sees a case while its setup, the brackets or one of its prints are the partner's. */
export async function reachPartner(trx: Trx, actor: Actor, facts: CaseFacts, partner: number | null): Promise<void> {
  const prints = await partnerPrints(trx, facts)
  await sql`update patients p set partner_organization_id = case when ${prints} or exists (
      select 1 from rx_forms r where r.organization_id = p.organization_id and r.patient_id = p.id
        and ${assignment.thirdParty} in (r.submission_completed_by, r.insert_brackets_assignment)) then ${partner}::int end
    where p.organization_id = ${facts.organization_id} and p.id = ${facts.id}`.execute(trx)
  await closeLostShareLinks(trx, actor, { organizationId: facts.organization_id, patientIds: [facts.id] })
}
