import { bareTracking } from '@archwire/contract/requests/couriers.ts'
import { parcelRefusals } from '@archwire/contract/requests/refusals.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Conflict, Forbidden, Invalid } from '../../../kernel/errors.ts'
import { bundleOf, conclude, fullNameOf, parcelOf, setCase, type CaseFacts } from '../../case-core/index.ts'
import { lockRequest, parcelOfRequest, type RequestFacts } from '../facts.ts'
import { mayRequest, requestBlocked } from '../policy.ts'
import { inOrderOfCases } from '../queries.ts'
import { completeLocked, feeOf, markLabelPrinted, permitRequest, touchRequest } from './requests.ts'

interface Locked {
  facts: CaseFacts
  request: RequestFacts
}

/** Locks requests in the one order in which many at once may be locked. @throws NotFound if any is out of reach */
async function lockRequests(trx: Trx, actor: Actor, ids: number[]): Promise<Locked[]> {
  const locked: Locked[] = []
  for (const id of await inOrderOfCases(trx, actor, ids))
    locked.push(await lockRequest(trx, actor.scope, { request: id }))
  return locked
}

interface BundledCompletion {
  ids: number[]
  tracking_number?: string
  custom_shipping_fee?: number | null
}

/**
 * Completes the requests of one parcel, all or none: one tracking number for each, and one fee for all of them together
 * (`requests/bundles`). @throws Invalid if they do not ship together, Conflict naming the case that cannot be completed
 */
export async function completeBundle(trx: Trx, actor: Actor, input: BundledCompletion): Promise<void> {
  const locked = await lockRequests(trx, actor, input.ids)
  for (const { facts, request } of locked) if (!mayRequest.complete(actor, facts, request)) throw new Forbidden()
  const problem = notTogether(locked.map(({ request }) => request)) ?? (await isAlone(trx, locked))
  if (problem !== null) throw new Invalid({ ids: [problem] })
  for (const { facts, request } of locked) {
    const reason = requestBlocked.complete(facts, request, actor) ?? missingLabel(request)
    if (reason !== null) throw new Conflict(`${fullNameOf(facts)} (C-${facts.id}): ${reason}`)
  }
  const tracking = bareTracking(input.tracking_number ?? '')
  if (tracking === '') throw new Invalid({ tracking_number: ['Required'] })
  const fee = feeOf(input.custom_shipping_fee)
  // The parcel is charged once: with its first print, and the others cost no shipping.
  for (const [index, each] of locked.entries())
    await completeLocked(trx, actor, each, { tracking, feeCents: fee !== null && index > 0 ? 0 : fee })
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

/** A parcel of one print is no bundle: its request is completed by itself. */
async function isAlone(trx: Trx, locked: Locked[]): Promise<string | null> {
  if (locked.length > 1) return null
  const { request } = locked[0]!
  const { rows } = await sql<{ bundle: string | null }>`
    select ${bundleOf} as bundle from printing_requests pr
    where pr.organization_id = ${request.organization_id} and pr.id = ${request.print_id}`.execute(trx)
  return rows[0]?.bundle ? null : parcelRefusals.alone
}

const missingLabel = ({ patient_label_printed, shipping_label_printed }: RequestFacts): string | null =>
  !patient_label_printed ? parcelRefusals.patientLabel : !shipping_label_printed ? parcelRefusals.shippingLabel : null

/** Marks one label of each of these requests as printed, all or none. */
export async function markLabelsPrinted(
  trx: Trx,
  actor: Actor,
  ids: number[],
  which: 'patient' | 'shipping',
): Promise<void> {
  for (const id of await inOrderOfCases(trx, actor, ids)) await markLabelPrinted(trx, actor, id, which)
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
