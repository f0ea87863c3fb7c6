import { openStatuses } from '@archwire/contract/core/statuses.ts'
import { bareTracking } from '@archwire/contract/requests/couriers.ts'
import { printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { parcelRefusals } from '@archwire/contract/requests/refusals.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import { ids } from '../../../db/ids.ts'
import { rows } from '../../../db/scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, Invalid, permit } from '../../../kernel/errors.ts'
import { bundleOf, conclude, fullNameOf, parcelOf, setCase, type CaseFacts } from '../../case-core/index.ts'
import { lockRequest, parcelOfRequest, type RequestFacts } from '../facts.ts'
import { mayRequest, requestBlocked } from '../policy.ts'
import { inOrderOfCases } from '../queries.ts'
import { requestChangedSince } from '../seen.ts'
import { completeLocked, feeOf, markLabelPrinted, permitRequest, touchRequest } from './requests.ts'

interface Locked {
  facts: CaseFacts
  request: RequestFacts
}

/** Locks requests in the one order in which many at once may be locked. @throws NotFound if any is out of reach */
async function lockRequests(trx: Trx, actor: Actor, requests: number[]): Promise<Locked[]> {
  const locked: Locked[] = []
  for (const id of await inOrderOfCases(trx, actor, requests))
    locked.push(await lockRequest(trx, actor.scope, { request: id }))
  return locked
}

interface BundledCompletion {
  ids: number[]
  tracking_number?: string
  custom_shipping_fee?: number | null
  seen?: readonly { id: number; seen: string }[]
}

/**
 * Completes the requests of one parcel, all or none: one tracking number for each, and one fee for all of them together
 * (`requests/bundles`). @throws Invalid if they do not ship together, Conflict naming what changed since the parcel was
 * seen, or the case that cannot be completed
 */
export async function completeBundle(trx: Trx, actor: Actor, input: BundledCompletion, zone: string): Promise<void> {
  const locked = await lockRequests(trx, actor, input.ids)
  for (const { facts, request } of locked) permit(mayRequest.complete(actor, facts, request), null)
  if (input.seen !== undefined) await checkParcelSeen(trx, actor, locked, input.seen)
  const problem = notTogether(locked.map(({ request }) => request)) ?? (await isAlone(trx, locked))
  if (problem !== null) throw new Invalid({ ids: [problem] })
  for (const { facts, request } of locked) {
    const reason = requestBlocked.complete(facts, request, actor) ?? missingLabel(request)
    if (reason !== null) throw new Conflict(`${caseOf(facts)}: ${reason}`)
  }
  const tracking = bareTracking(input.tracking_number ?? '')
  if (tracking === '') throw new Invalid({ tracking_number: ['Required'] })
  const fee = feeOf(input.custom_shipping_fee)
  // The parcel is charged once: with its first print that is not free of charge, and the others cost no shipping.
  const first = Math.max(
    0,
    locked.findIndex(({ request }) => !request.is_free),
  )
  for (const [index, each] of locked.entries()) {
    const feeCents = fee !== null && index !== first ? 0 : fee
    await completeLocked(trx, actor, each, { tracking, feeCents }, zone)
  }
}

/**
 * Refuses to complete anything other than the parcel that was seen: a print of it was changed or completed, or another one
 * ships in it now (`cases/seen`). @throws Conflict naming the cases
 */
async function checkParcelSeen(
  trx: Trx,
  actor: Actor,
  locked: Locked[],
  sent: NonNullable<BundledCompletion['seen']>,
): Promise<void> {
  const seen = new Map(sent.map((each) => [each.id, each.seen]))
  const changed: string[] = []
  for (const { facts, request } of locked) {
    const before = seen.get(request.id)
    if (before === undefined) throw new Invalid({ seen: ['Say of each request what was seen of it.'] })
    const what = requestChangedSince(before, facts, request)
    if (what !== null) changed.push(`of ${caseOf(facts)} ${what}`)
  }
  if (changed.length === 0)
    for (const facts of await othersInParcel(trx, actor, locked[0]!.request, [...seen.keys()]))
      changed.push(`${caseOf(facts)} was added to this shipment`)
  if (changed.length > 0)
    throw new Conflict(
      `Since you last looked, ${changed.join(', and ')}. Nothing was completed. Please review the shipment again.`,
    )
}

const caseOf = (facts: Pick<CaseFacts, 'id' | 'first_name' | 'last_name' | 'numeric_suffix'>): string =>
  `${fullNameOf(facts)} (C-${facts.id})`

/** The cases of open prints that ship in the parcel of this one, without the requests that are known. */
async function othersInParcel(trx: Trx, actor: Actor, request: RequestFacts, known: number[]) {
  const { rows: found } = await sql<Pick<CaseFacts, 'id' | 'first_name' | 'last_name' | 'numeric_suffix'>>`
    select p.id, p.first_name, p.last_name, p.numeric_suffix from printing_requests pr
    join printing_requests w on w.organization_id = pr.organization_id and w.location_id = pr.location_id
      and ${parcelOf('w')} = ${parcelOf('pr')} and w.status_id in (${ids(...openStatuses(printingRequestStatuses))})
    join ${rows(actor.scope, 'patients', 'p')} on p.organization_id = w.organization_id and p.id = w.patient_id
    where pr.organization_id = ${request.organization_id} and pr.id = ${request.print_id} and p.deleted_at is null
      and w.customer_request_id <> all(${known}::int[]) order by p.id`.execute(trx)
  return found
}

/** Why these prints do not go into one parcel of the lab; null: they do. */
export function notTogether(requests: readonly RequestFacts[]): string | null {
  const some = (who: number) => requests.some((request) => request.assignment === who)
  if (some(assignment.thirdParty)) return parcelRefusals.thirdParty
  if (some(assignment.inOffice)) return parcelRefusals.inOffice
  const parcels = new Set(requests.map(parcelOfRequest))
  if (parcels.has(null)) return parcelRefusals.noLocation
  return parcels.size > 1 ? parcelRefusals.others : null
}

/** A parcel of one print is no bundle: its request is completed as a single one. */
async function isAlone(trx: Trx, locked: Locked[]): Promise<string | null> {
  if (locked.length > 1) return null
  const { request } = locked[0]!
  const { rows: found } = await sql<{ bundle: string | null }>`
    select ${bundleOf} as bundle from printing_requests pr
    where pr.organization_id = ${request.organization_id} and pr.id = ${request.print_id}`.execute(trx)
  return found[0]?.bundle ? null : parcelRefusals.alone
}

const missingLabel = ({ patient_label_printed, shipping_label_printed }: RequestFacts): string | null =>
  !patient_label_printed ? parcelRefusals.patientLabel : !shipping_label_printed ? parcelRefusals.shippingLabel : null

/** Marks one label of each of these requests as printed, all or none. */
export async function markLabelsPrinted(
  trx: Trx,
  actor: Actor,
  requests: number[],
  which: 'patient' | 'shipping',
): Promise<void> {
  for (const id of await inOrderOfCases(trx, actor, requests)) await markLabelPrinted(trx, actor, id, which)
}

/** A print is put into the parcel that it ships in now, or taken out of it (`requests/ships-today`). */
export async function packPrint(trx: Trx, actor: Actor, printId: number, packed: boolean): Promise<void> {
  const { facts, request } = await lockRequest(trx, actor.scope, { print: printId })
  permitRequest(actor, facts, request, 'mark_patient_label')
  const problem = notTogether([request])
  if (problem !== null) throw new Conflict(problem)
  if (request.packed === packed) return
  await sql`update printing_requests pr set packed_at = ${packed ? actor.now : null}, packed_into = ${packed ? parcelOf('pr') : null}
    where pr.organization_id = ${request.organization_id} and pr.id = ${request.print_id}`.execute(trx)
  await touchRequest(trx, actor, request)
  await setCase(trx, actor, facts, {})
  await conclude(trx, actor, facts, {
    event: 'print_packed',
    note: packed ? 'Put into the parcel' : 'Taken out of the parcel',
  })
}
