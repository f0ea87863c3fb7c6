import { dayWords, type Day } from '@archwire/contract/core/dates.ts'
import { caseLifecycle } from '@archwire/contract/patients/lifecycle.ts'
import { chargedMethod } from '@archwire/contract/requests/charged-method.ts'
import { contentType, printingRequestStatuses } from '@archwire/contract/requests/lifecycle.ts'
import { archesOf } from '@archwire/contract/rx-forms/arches.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { printDays } from '@archwire/contract/requests/print-days.ts'
import { asksForPrint } from '@archwire/contract/rx-forms/rules.ts'
import { stepsOfPrint } from '@archwire/contract/tech-workflows/steps.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Invalid } from '../../../kernel/errors.ts'
import { move } from '../../../kernel/move.ts'
import {
  deliveryWindow,
  keepPromised,
  methodName,
  methodOf,
  planShipping,
  problemWith,
  problemWithStart,
  reaches,
  shipDate,
  shippingMethodIds,
  type ShippingMethodId,
} from '../../calendar/index.ts'
import { listShippable } from '../../locations/index.ts'
import { refuseOtherPrices, versionsNow, type ShownPrices } from '../../pricing/index.ts'
import { insertPrint } from '../insert.sql.ts'
import { itemsOf, type PrintItem } from '../print.ts'
import { caseIs, conclude, lockCase, permit, setCase, type CaseEvent, type CaseFacts } from '../../case-core/index.ts'
import { lockRequest, type RequestFacts } from '../facts.ts'
import { bracketsInTrays } from './items.ts'
import { concludePrintChange, permitRequest } from './requests.ts'

interface RxShipping {
  jaws_id: number
  insert_brackets_assignment: number | null
  shipping_location_id: number | null
  location_id: number | null
  shipping_method: string | null
  arrival_date: Day | null
  ship_date: Day | null
  promised_ship_date: Day | null
  /** Null: the form was submitted before there were lists. */
  price_list: number | null
  price_overrides: number
  /** The jaws of the files of the setup. */
  setup: (number | null)[]
}

/**
 * Approval creates the customer request and its print, when the Rx requests a print (`cases/print-follows`). Returns
 * the request's id.
 */
export async function printFromRx(trx: Trx, actor: Actor, facts: CaseFacts): Promise<number | null> {
  if (!asksForPrint(facts)) return null
  const { rows } = await sql<RxShipping>`
    select jaws_id, insert_brackets_assignment, shipping_location_id, location_id, shipping_method, arrival_date, ship_date, promised_ship_date,
      price_list, price_overrides,
      array(select f.jaws_id from patient_files f where f.organization_id = ${facts.organization_id} and f.patient_id = ${facts.id}
        and f.kind = 'setup' and f.deleted_at is null) as setup
    from rx_forms where organization_id = ${facts.organization_id} and id = ${facts.rx_form_id}`.execute(trx)
  const form = rows[0]!
  const { price_list: version, price_overrides: overrides } = form
  const prices = version === null ? await versionsNow(trx, facts) : { version, overrides }
  const ships = facts.print_assignment !== assignment.inOffice
  const window = ships && form.arrival_date ? deliveryWindow(form.arrival_date) : null
  const items = itemsOf({ ...facts, ...form }, form.setup)
  return insertPrint(trx, {
    organizationId: facts.organization_id,
    patientId: facts.id,
    createdBy: actor.userId,
    assignment: facts.print_assignment!,
    locationId: ships ? (form.shipping_location_id ?? form.location_id) : null,
    shippingMethod: ships ? form.shipping_method : null,
    arrival: ships ? form.arrival_date : null,
    from: window?.from ?? null,
    to: window?.to ?? null,
    ship: ships ? form.ship_date : null,
    promised: ships ? form.promised_ship_date : null,
    priceList: prices.version,
    priceOverrides: prices.overrides,
    freeReason: null,
    items,
    steps: stepsFor(facts.print_assignment!, wantBrackets(items)),
    at: actor.now,
  })
}

/** In-office prints have no steps at the lab. */
export const stepsFor = (who: number, insertBrackets: boolean): readonly string[] =>
  who === assignment.inOffice ? [] : stepsOfPrint(insertBrackets)

const wantBrackets = (items: PrintItem[]): boolean => items.some((item) => item.insert_brackets)

interface PrintRequest {
  patient_id: number
  arches: 1 | 2 | 3
  content_type_id: number
  insert_brackets: boolean
  location_id: number | null
  shipping_method: string | null
  expected_arrival_date: Day | null
  /** The lab charges nothing for it, for this reason. */
  free_reason?: string | undefined
}

/**
 * Requests a print of an approved or completed case; a Completed one becomes Approved again (`requests/ask`,
 * `cases/settles`). It keeps the prices that hold now; where the caller was shown others it is a 409 (`requests/price`).
 * Returns the request's id.
 */
export async function requestPrint(
  trx: Trx,
  actor: Actor,
  requested: PrintRequest,
  zone: string,
  shown: ShownPrices = {},
): Promise<number> {
  const facts = await lockCase(trx, actor.scope, { patient: requested.patient_id })
  permit(actor, facts, 'request_print')
  if (requested.insert_brackets && requested.content_type_id !== contentType.trays)
    throw new Invalid({ insert_brackets: [bracketsInTrays] })
  const prices = await versionsNow(trx, facts)
  refuseOtherPrices(prices, shown, 'ask')
  const shipping = await shippingOf(trx, actor, facts, requested, zone)
  const items = archesOf(requested.arches).map((jaw_type_id) => ({
    jaw_type_id,
    content_type_id: requested.content_type_id,
    insert_brackets: requested.insert_brackets,
  }))
  const id = await insertPrint(trx, {
    organizationId: facts.organization_id,
    patientId: facts.id,
    createdBy: actor.userId,
    assignment: assignment.ownLab,
    ...shipping,
    priceList: prices.version,
    priceOverrides: prices.overrides,
    freeReason: requested.free_reason ?? null,
    items,
    steps: stepsFor(assignment.ownLab, wantBrackets(items)),
    at: actor.now,
  })
  const to = facts.status === 'completed' ? move(caseLifecycle, facts.status, 'reopen', caseIs) : undefined
  await setCase(trx, actor, facts, to ? { status: to, completed_at: null } : {})
  await conclude(trx, actor, facts, {
    event: 'print_requested',
    ...(to ? { from: facts.status, to } : {}),
    announce: true,
    data: { request_id: id },
  })
  return id
}

/** Where, how and when: the main location, standard, and the earliest day unless picked (`requests/arrival`). */
export async function shippingOf(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  requested: Pick<PrintRequest, 'location_id' | 'shipping_method' | 'expected_arrival_date'>,
  zone: string,
) {
  const location = await locationOf(trx, actor, facts, requested.location_id)
  const method = methodTo(
    location.country,
    requested.shipping_method ?? (location.country === 'USA' ? 'standard' : 'international'),
  )
  const { problem, ...plan } = planShipping(
    { at: actor.now, zone, offset: printDays, method },
    requested.expected_arrival_date,
  )
  if (problem !== null) throw new Invalid({ expected_arrival_date: [problem] })
  return { locationId: location.id, shippingMethod: method as string, ...plan }
}

/** The given location, else the main one; of those that the print may ship to. */
async function locationOf(trx: Trx, actor: Actor, facts: CaseFacts, id: number | null, present: number | null = null) {
  const places = await listShippable(trx, actor, facts.organization_id, present)
  const location = id === null ? places[0] : places.find((place) => place.id === id)
  if (!location) throw new Invalid({ location_id: ['Shipping location is missing.'] })
  return location
}

function methodTo(country: string, id: string | null): ShippingMethodId {
  const method = methodOf(id)
  if (!method || !reaches(method, country))
    throw new Invalid({ shipping_method: ['This shipping method is not available there.'] })
  return method
}

/** Where, how and when a print ships, as sent. */
export interface ShippingInput {
  location_id: number
  shipping_method_id: number
  expected_arrival_date: Day
  delivery_date_from: Day
  delivery_date_to: Day
  /** The lab decides that the fee which held until now stays (`requests/keep-fee`); absent: it follows the method. */
  keep_fee?: boolean | undefined
}

/** Changes where, how and when an open print ships; the ship date follows. */
export async function changeShipping(
  trx: Trx,
  actor: Actor,
  printId: number,
  input: ShippingInput & { patient_id: number; version?: number },
  zone: string,
): Promise<void> {
  const { facts, request } = await lockRequest(trx, actor.scope, { print: printId })
  permitRequest(actor, facts, request, 'edit_shipping')
  checkVersion(input.version, request.print_version)
  if (input.patient_id !== facts.id) throw new Invalid({ patient_id: ['This print belongs to another case.'] })
  const event = await setShipping(trx, actor, facts, request, input, zone)
  if (event) await concludePrintChange(trx, actor, facts, request, event)
}

/**
 * Writes where, how and when a locked print ships; a shipping label that says otherwise is printed again
 * (`requests/labels`). Returns what happened, null if nothing changed. @throws Invalid
 */
export async function setShipping(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  request: RequestFacts,
  input: ShippingInput,
  zone: string,
): Promise<CaseEvent | null> {
  if (input.delivery_date_from > input.delivery_date_to) throw new Invalid({ delivery_date_to: ['Invalid date'] })
  const location = await locationOf(trx, actor, facts, input.location_id, request.location_id)
  const method = methodTo(location.country, shippingMethodIds[input.shipping_method_id - 1] ?? null)
  checkDays(actor, request, method, input, zone)
  const { expected_arrival_date: arrival, delivery_date_from: from, delivery_date_to: to } = input
  const onLabel =
    location.id !== request.location_id ||
    method !== request.shipping_method ||
    arrival !== request.expected_arrival_date
  const charged = chargedMethod(request, method, input.keep_fee)
  const isSame = from === request.delivery_date_from && to === request.delivery_date_to
  if (!onLabel && isSame && charged === request.charged_method) return null
  const ship = shipDate(arrival, method)
  await sql`
    update printing_requests set location_id = ${location.id}, shipping_method = ${method}, charged_method = ${charged},
      expected_arrival_date = ${arrival}, delivery_date_from = ${from}, delivery_date_to = ${to}, ship_date = ${ship}, ${keepPromised(actor, ship)},
      shipping_label_printed_at = case when ${onLabel} then null else shipping_label_printed_at end
    where organization_id = ${request.organization_id} and id = ${request.print_id}`.execute(trx)
  const kept = charged === null ? '' : `; the fee of ${methodName(charged)} stays`
  return { event: 'shipping_changed', note: `Arrives ${dayWords(arrival)}${kept}` }
}

/**
 * A new day or way has to be possible as of now; what was promised and stays is not judged again (`requests/arrival`,
 * `requests/window`).
 * @throws Invalid
 */
function checkDays(actor: Actor, request: RequestFacts, method: ShippingMethodId, input: ShippingInput, zone: string) {
  const { expected_arrival_date: arrival, delivery_date_from: from, delivery_date_to: to } = input
  const now = { at: actor.now, zone, offset: 0, method }
  const stays = (field: 'expected_arrival_date' | 'delivery_date_from' | 'delivery_date_to') =>
    method === request.shipping_method && input[field] === request[field]
  const arrivalStays = stays('expected_arrival_date')
  const windowStays = arrivalStays && stays('delivery_date_from') && stays('delivery_date_to')
  // A window that ended otherwise before it had to end with the arrival may stay.
  const endStays = arrivalStays && stays('delivery_date_to')
  const problems = {
    expected_arrival_date: arrivalStays ? null : problemWith(arrival, now),
    delivery_date_from: windowStays ? null : problemWithStart(from, now),
    delivery_date_to: to === arrival || endStays ? null : 'Invalid date',
  }
  for (const [field, problem] of Object.entries(problems))
    if (problem !== null) throw new Invalid({ [field]: [problem] })
}

/** Where, how and when the form of an approved case ships now: its open prints ship so, too (`rx-form/change-follows`). */
export async function shipOpenPrints(
  trx: Trx,
  actor: Actor,
  facts: CaseFacts,
  ships: { shipping_location_id: number | null; shipping_method: string | null; arrival: Day | null; ship: Day | null },
): Promise<void> {
  if (ships.arrival === null || ships.shipping_location_id === null) return
  const { from, to } = deliveryWindow(ships.arrival)
  await sql`update printing_requests set location_id = ${ships.shipping_location_id}, shipping_method = ${ships.shipping_method}, charged_method = null,
      expected_arrival_date = ${ships.arrival}, delivery_date_from = ${from}, delivery_date_to = ${to}, ship_date = ${ships.ship}, ${keepPromised(actor, ships.ship)},
      shipping_label_printed_at = case when (location_id, shipping_method, expected_arrival_date) is not distinct from
        (${ships.shipping_location_id}::int, ${ships.shipping_method}::text, ${ships.arrival}::date) then shipping_label_printed_at end,
      version = version + 1, updated_at = ${actor.now}
    where organization_id = ${facts.organization_id} and patient_id = ${facts.id} and assignment <> ${assignment.inOffice}
      and status_id = any(${[printingRequestStatuses.new.id, printingRequestStatuses.in_progress.id]}::int[])`.execute(
    trx,
  )
}
