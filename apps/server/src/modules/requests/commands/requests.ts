import { caseLifecycle } from '@archwire/contract/patients/lifecycle.ts'
import { bareTracking } from '@archwire/contract/requests/couriers.ts'
import {
  customerRequestLifecycle,
  customerRequestStatuses,
  printingRequestLifecycle,
  printingRequestStatuses,
} from '@archwire/contract/requests/lifecycle.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { toCents } from '@archwire/contract/core/money.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Invalid, permit } from '../../../kernel/errors.ts'
import { move } from '../../../kernel/move.ts'
import {
  caseIs,
  conclude,
  endRunningSteps,
  recordOnCase,
  setCase,
  type CaseEvent,
  type CaseFacts,
} from '../../case-core/index.ts'
import { chargePrints } from '../../charges/index.ts'
import { lockRequest, readRequest, type ByRequest, type RequestFacts } from '../facts.ts'
import { mayRequest, requestBlocked } from '../policy.ts'
import { checkRequestSeen } from '../seen.ts'
import { printIs, requestIs } from '../status-words.ts'

/** Like `permit` of a case: 403 by policy, then 409 with the button's text. */
export function permitRequest(
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  action: keyof typeof mayRequest,
): void {
  permit(mayRequest[action](actor, facts, request), requestBlocked[action](facts, request, actor))
}

interface Completion {
  tracking_number?: string
  custom_shipping_fee?: number | null
  seen?: string
}

/** Completes a request and its print; the case is Completed when none is left open (`cases/settles`). */
export async function completeRequest(
  trx: Trx,
  actor: Actor,
  by: ByRequest,
  input: Completion,
  zone: string,
): Promise<void> {
  const { facts, request } = await lockRequest(trx, actor.scope, by)
  permitRequest(actor, facts, request, 'complete')
  checkRequestSeen(input.seen, facts, request)
  const tracking = bareTracking(input.tracking_number ?? '')
  if (request.assignment !== assignment.inOffice && tracking === '')
    throw new Invalid({ tracking_number: ['Required'] })
  const feeCents = feeOf(input.custom_shipping_fee)
  await completeLocked(trx, actor, { facts, request }, { tracking, feeCents }, zone)
}

/** A shipping fee in cents; null: the price list (`requests/fee`). */
export const feeOf = (dollars: number | null | undefined): number | null =>
  dollars === undefined || dollars === null ? null : toCents(dollars)

/** Completes a request that is locked and may be completed, and charges its print (`billing/print-rows`). */
export async function completeLocked(
  trx: Trx,
  actor: Actor,
  { facts, request }: { facts: CaseFacts; request: RequestFacts },
  { tracking, feeCents }: { tracking: string; feeCents: number | null },
  zone: string,
): Promise<void> {
  const status = move(customerRequestLifecycle, request.status, 'complete', requestIs)
  const print = request.print_status && move(printingRequestLifecycle, request.print_status, 'complete', printIs)
  await sql`
    with r as (update customer_requests set status_id = ${customerRequestStatuses[status].id}, completed_at = ${actor.now}, updated_at = ${actor.now}
      where organization_id = ${request.organization_id} and id = ${request.id})
    update printing_requests set status_id = ${print ? printingRequestStatuses[print].id : null}, tracking_number = ${tracking || null},
      custom_shipping_fee_cents = ${feeCents}, completed_at = ${actor.now}, updated_at = ${actor.now}, status_updated_at = ${actor.now}
    where organization_id = ${request.organization_id} and id = ${request.print_id}`.execute(trx)
  await chargePrints(trx, actor, printOf(request), { feeCents }, dayIn(zone, actor.now))
  const to = await settleCase(trx, actor, facts, request)
  const ended = await endRunningSteps(trx, actor, facts, [request.workflow_id, request.flawed_workflow_id])
  await conclude(trx, actor, facts, ...ended, {
    event: 'request_completed',
    ...to,
    note: tracking ? `Tracking number ${tracking}` : null,
    announce: true,
    data: { request_id: request.id },
  })
}

/** The print of a request, where it has one. */
const printOf = ({ organization_id, print_id }: RequestFacts) => ({
  organization_id,
  ids: print_id === null ? [] : [print_id],
})

/** Cancels a request and its print; what was printed before is charged (`billing/print-rows`). */
export async function cancelRequest(
  trx: Trx,
  actor: Actor,
  id: number,
  reason: string | undefined,
  zone: string,
): Promise<void> {
  const { facts, request } = await lockRequest(trx, actor.scope, { request: id })
  permitRequest(actor, facts, request, 'cancel')
  const status = move(customerRequestLifecycle, request.status, 'cancel', requestIs)
  const print = request.print_status && move(printingRequestLifecycle, request.print_status, 'cancel', printIs)
  await sql`
    with r as (update customer_requests set status_id = ${customerRequestStatuses[status].id}, cancel_reason = ${reason ?? ''}, updated_at = ${actor.now}
      where organization_id = ${request.organization_id} and id = ${request.id})
    update printing_requests set status_id = ${print ? printingRequestStatuses[print].id : null}, updated_at = ${actor.now},
      status_updated_at = ${actor.now}
    where organization_id = ${request.organization_id} and id = ${request.print_id}`.execute(trx)
  await chargePrints(trx, actor, printOf(request), 'canceled', dayIn(zone, actor.now))
  const to = await settleCase(trx, actor, facts, request)
  const ended = await endRunningSteps(trx, actor, facts, [request.workflow_id, request.flawed_workflow_id])
  await conclude(trx, actor, facts, ...ended, {
    event: 'request_canceled',
    ...to,
    note: reason || null,
    announce: true,
    data: { request_id: request.id },
  })
}

/**
 * Ends what is open on a case that is canceled (`cases/cancel`); the notice is about the case as a whole. What was
 * printed before is charged (`billing/print-rows`).
 */
export async function cancelOpenRequests(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  reason: string,
  zone: string,
): Promise<void> {
  const canceled = move(customerRequestLifecycle, 'pending', 'cancel', requestIs)
  const { rows: ended } = await sql<{ id: number }>`
    update customer_requests set status_id = ${customerRequestStatuses[canceled].id}, cancel_reason = ${reason}, updated_at = ${actor.now}
    where organization_id = ${facts.organization_id} and patient_id = ${facts.id} and status_id = ${customerRequestStatuses.pending.id}
    returning id`.execute(trx)
  const { rows: prints } = await sql<{ id: number }>`
    update printing_requests set status_id = ${printingRequestStatuses.canceled.id}, updated_at = ${actor.now},
      status_updated_at = ${actor.now}
    where organization_id = ${facts.organization_id} and customer_request_id = any(${ended.map(({ id }) => id)}::int[])
      and status_id = any(${[printingRequestStatuses.new.id, printingRequestStatuses.in_progress.id]}::int[])
    returning id`.execute(trx)
  const canceledPrints = { organization_id: facts.organization_id, ids: prints.map(({ id }) => id) }
  await chargePrints(trx, actor, canceledPrints, 'canceled', dayIn(zone, actor.now))
  await recordOnCase(
    trx,
    actor,
    facts,
    ...ended.map(({ id }) => ({ event: 'request_canceled', note: reason, data: { request_id: id } }) as const),
  )
}

/** The last open request ends: Approved becomes Completed. */
async function settleCase(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
): Promise<{ from?: string; to?: string }> {
  if (request.open_requests > 1 || facts.status !== 'approved') {
    await setCase(trx, actor, facts, {})
    return {}
  }
  const to = move(caseLifecycle, facts.status, 'settle', caseIs)
  await setCase(trx, actor, facts, { status: to, completed_at: actor.now })
  return { from: facts.status, to }
}

/** Updates the request's "Modified Date": work, labels and shipping count as changes. */
export async function touchRequest(trx: Trx, actor: Actor, request: RequestFacts): Promise<void> {
  await sql`update customer_requests set updated_at = ${actor.now}
    where organization_id = ${request.organization_id} and id = ${request.id}`.execute(trx)
}

/** Ends a change of an open print: a new version, the time of the change, history. */
export async function concludePrintChange(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  ...events: CaseEvent[]
): Promise<void> {
  await sql`update printing_requests set version = version + 1, updated_at = ${actor.now}
    where organization_id = ${request.organization_id} and id = ${request.print_id}`.execute(trx)
  await touchRequest(trx, actor, request)
  await setCase(trx, actor, facts, {})
  await conclude(trx, actor, facts, ...events)
}

/** Mark as Printed: one way; printing again is allowed, and notifies no one (`requests/labels`). */
export async function markLabelPrinted(
  trx: Trx,
  actor: Actor,
  id: number,
  which: 'patient' | 'shipping',
): Promise<void> {
  const isPrinted = ({ facts: of, request: its }: Awaited<ReturnType<typeof lockRequest>>): boolean => {
    permitRequest(actor, of, its, which === 'patient' ? 'mark_patient_label' : 'mark_shipping_label')
    return which === 'patient' ? its.patient_label_printed : its.shipping_label_printed
  }
  // A reprint does not depend on work on the case, and no such work depends on it.
  if (isPrinted(await readRequest(trx, actor.scope, { request: id }))) return
  const locked = await lockRequest(trx, actor.scope, { request: id })
  if (isPrinted(locked)) return
  const { facts, request } = locked
  const column = sql.ref(`${which}_label_printed_at`)
  await sql`update printing_requests set ${column} = ${actor.now}
    where organization_id = ${request.organization_id} and id = ${request.print_id}`.execute(trx)
  await touchRequest(trx, actor, request)
  await setCase(trx, actor, facts, {})
  await conclude(trx, actor, facts, {
    event: 'label_printed',
    note: which === 'patient' ? 'Patient label' : 'Shipping label',
  })
}
