import type { InvoiceStatus } from '@archwire/contract/billing/statuses.ts'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { mostOpen } from '@archwire/contract/billing/by-hand.ts'
import { toCents, toDollars, type Cents } from '@archwire/contract/core/money.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict, Invalid, NotFound, permit } from '../../kernel/errors.ts'
import { record } from '../../kernel/record.ts'
import { lockCaseInReach, recordOnCase } from '../case-core/index.ts'
import { voidCharges, writeCharges } from './ledger.ts'
import { entersCharges } from './policy.ts'
import { addingBlocked, countsByHand, orderIsClosed, tooMuchOpen, withoutOpenOrder, type RowState } from './rules.ts'

/** What a person enters: a description, and dollars other than 0; below zero is a discount. */
export interface Entered {
  description: string
  value: number
}

/** A row of the ledger as it is taken off. Amount in cents. */
interface Row extends RowState {
  id: number
  organization_id: number
  patient_id: number | null
  cents: Cents
}
type Case = Pick<Row, 'organization_id'> & { id: number }

/**
 * Adds a charge to an open order, or a discount; it counts from the lab's today (`billing/by-hand`). An order that closes
 * at the same time without it leaves it to the next one. @throws NotFound, Forbidden, Conflict, Invalid
 */
export async function addToOrder(
  trx: Trx,
  actor: Actor,
  orderId: number,
  entered: Entered,
  zone: string,
): Promise<void> {
  const order = await findOrder(trx, actor, orderId)
  permit(entersCharges(actor), addingBlocked(order.status))
  await enter(trx, actor, { organization_id: order.organization_id, patientId: null, orderId }, entered, zone)
}

/** The same for a case, on the open order of its practice; the case's history says that, not what or how much. */
export async function addToCase(
  trx: Trx,
  actor: Actor,
  patientId: number,
  entered: Entered,
  zone: string,
): Promise<void> {
  const caseRow = await lockEnteringCase(trx, actor, patientId)
  const orderId = await openOrderOf(trx, actor, caseRow.organization_id)
  if (orderId === null) throw new Conflict(withoutOpenOrder)
  await enter(trx, actor, { organization_id: caseRow.organization_id, patientId, orderId }, entered, zone)
  await recordOnCase(trx, actor, caseRow, { event: 'charge_added' })
}

/**
 * Takes a charge, or with `discount` a discount, off an order: a row that a person entered for the practice or a case, by
 * its id in the ledger. @throws NotFound for another row, Conflict where a closed order holds it
 */
export async function removeFromOrder(
  trx: Trx,
  actor: Actor,
  orderId: number,
  chargeId: number,
  { discount }: { discount: boolean },
): Promise<void> {
  const order = await findOrder(trx, actor, orderId)
  permit(entersCharges(actor), null)
  const row = await findRow(trx, actor, order.organization_id, chargeId)
  const isOnIt = row?.order_id === orderId || (row?.order_id === null && order.status === 'CURRENT')
  if (!row || !isOnIt || row.cents < 0 !== discount) throw new NotFound(discount ? 'This discount' : 'This charge')
  // Before the row: a case that is deleted in the meantime holds itself, then its rows.
  const caseRow = row.patient_id === null ? undefined : await lockCaseInReach(trx, actor, sql`p.id = ${row.patient_id}`)
  await takeOff(trx, actor, row, caseRow)
}

/** Takes a charge or discount off a case, by its id in the ledger. @throws NotFound, Forbidden, Conflict */
export async function removeFromCase(trx: Trx, actor: Actor, patientId: number, chargeId: number): Promise<Cents> {
  const caseRow = await lockEnteringCase(trx, actor, patientId)
  const row = await findRow(trx, actor, caseRow.organization_id, chargeId)
  if (!row || row.patient_id !== patientId) throw new NotFound('This charge')
  await takeOff(trx, actor, row, caseRow)
  return row.cents
}

/** Locks a case on which the actor enters charges; archived ones are charged, too. @throws NotFound, Forbidden */
async function lockEnteringCase(trx: Trx, actor: Actor, patientId: number): Promise<Case> {
  const caseRow = await lockCaseInReach(trx, actor, sql`p.id = ${patientId}`)
  if (!caseRow) throw new NotFound('This case')
  permit(entersCharges(actor), null)
  return caseRow
}

async function findOrder(
  trx: Trx,
  { scope }: Actor,
  id: number,
): Promise<{ organization_id: number; status: InvoiceStatus }> {
  const { rows: found } = await sql<{ organization_id: number; status: InvoiceStatus }>`
    select r.organization_id, r.fm_invoice_status as status from ${rows(scope, 'orders', 'r')} where r.id = ${id}`.execute(
    trx,
  )
  if (!found[0]) throw new NotFound('This invoice')
  return found[0]
}

/** The open order of a practice; null without a contract. */
async function openOrderOf(trx: Trx, { scope }: Actor, organizationId: number): Promise<number | null> {
  const { rows: found } = await sql<{ id: number }>`
    select r.id from ${rows(scope, 'orders', 'r')}
    where r.organization_id = ${organizationId} and r.fm_invoice_status = 'CURRENT'`.execute(trx)
  return found[0]?.id ?? null
}

/** A row that a person entered and that counts; undefined for any other. */
async function findRow(trx: Trx, { scope }: Actor, organizationId: number, id: number): Promise<Row | undefined> {
  const { rows: found } = await sql<Row>`
    select c.id, c.organization_id, c.patient_id, c.source, c.cents, c.order_id, c.voided_at is not null as voided
    from ${rows(scope, 'charges', 'c')} where c.organization_id = ${organizationId} and c.id = ${id}`.execute(trx)
  return found[0] && countsByHand(found[0]) ? found[0] : undefined
}

async function enter(
  trx: Trx,
  actor: Actor,
  { organization_id, patientId, orderId }: { organization_id: number; patientId: number | null; orderId: number },
  { description, value }: Entered,
  zone: string,
): Promise<void> {
  const [id] = await writeCharges(trx, actor, organization_id, [
    {
      patient_id: patientId,
      source: patientId === null ? 'by_hand' : 'patient',
      source_id: null,
      change_number: 1,
      fee: null,
      kind: 'charge',
      label: description,
      why: '',
      times: 1,
      unit_cents: toCents(value),
      printed_arches: 0,
      price_list: null,
      price_overrides: 0,
      day: dayIn(zone, actor.now),
    },
  ])
  await refuseTooMuch(trx, actor, organization_id, value)
  const data = { charge_id: id, description, value }
  await recordOnOrder(trx, actor, {
    event: 'charge_added',
    id: orderId,
    organizationId: organization_id,
    patientId,
    data,
  })
}

/** Refuses what would make an order that cannot close: charges and discounts are summed apart. @throws Invalid */
async function refuseTooMuch(trx: Trx, { scope }: Actor, organizationId: number, value: number): Promise<void> {
  const { rows: found } = await sql<{ exceeds: boolean }>`
    select sum(abs(c.cents)) > ${toCents(mostOpen)}::bigint as exceeds from ${rows(scope, 'charges', 'c')}
    where c.organization_id = ${organizationId} and c.order_id is null and c.voided_at is null
      and sign(c.cents) = ${Math.sign(value)}::int`.execute(trx)
  if (found[0]!.exceeds) throw new Invalid({ value: [value < 0 ? tooMuchOpen.discounts : tooMuchOpen.charges] })
}

/**
 * Voids a row. Its own lock decides: what another person took off in the meantime no longer exists, and what an order took in the meantime when
 * it closed stays on it.
 */
async function takeOff(trx: Trx, actor: Actor, row: Row, caseRow: Case | undefined): Promise<void> {
  const { id, organization_id: organizationId, cents, patient_id: patientId } = row
  const [voided] = await voidCharges(trx, actor, row, { ids: [id] }, 'removed')
  if (!voided) {
    const present = await findRow(trx, actor, organizationId, id)
    if (!present) throw new NotFound(cents < 0 ? 'This discount' : 'This charge')
    throw new Conflict(orderIsClosed)
  }
  const data = { charge_id: id, value: toDollars(cents) }
  const orderId = await openOrderOf(trx, actor, organizationId)
  await recordOnOrder(trx, actor, { event: 'charge_removed', id: orderId, organizationId, patientId, data })
  if (caseRow) await recordOnCase(trx, actor, caseRow, { event: 'charge_removed' })
}

/** Records what happened to the open order, which its open pages show. */
const recordOnOrder = (
  trx: Trx,
  actor: Actor,
  {
    patientId,
    ...about
  }: {
    event: 'charge_added' | 'charge_removed'
    id: number | null
    organizationId: number
    patientId: number | null
    data: object
  },
): Promise<void> => record(trx, actor, [{ subject: 'order', ...about, ...(patientId === null ? {} : { patientId }) }])
