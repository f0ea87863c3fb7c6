import {
  invoiceStateLabel,
  invoiceTitle,
  type InvoiceStatus,
  type SettledAs,
} from '@archwire/contract/billing/statuses.ts'
import { isStaff } from '@archwire/contract/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { likeWord } from '../../kernel/list-page.ts'
import { readableOrders } from '../billing/index.ts'
import { notHidden, shownName } from '../organizations/index.ts'
import { seesArchived, type Asked, type Found } from './kinds.ts'

type Condition = RawBuilder<unknown>

const shown = 3

/** Trays by part of their number or Tray ID. */
export async function findTrays(db: Db, actor: Actor, { typed, chosen }: Asked): Promise<Found[]> {
  const text = typed.trim().toUpperCase()
  if (text.length < 2) return []
  const part = likeWord(text)
  return readTrays(db, actor, sql`(k.tray_number like ${part} or k.shipping_id_text like ${part})`, {
    exact: sql`(k.tray_number = ${text} or k.shipping_id_text is not distinct from ${text})`,
    chosen,
  })
}

/** Trays by their ids, as far as the person sees them. */
export const namedTrays = (db: Db, actor: Actor, wanted: readonly number[]): Promise<Found[]> =>
  readTrays(db, actor, sql`k.id = any(${[...wanted]}::int[])`, { exact: sql`false`, chosen: undefined })

/** Staff see every tray, a partner those with cases of its own (`trays/who`). */
async function readTrays(
  db: Db,
  actor: Actor,
  where: Condition,
  { exact, chosen }: { exact: Condition; chosen: readonly number[] | undefined },
): Promise<Found[]> {
  const cases = sql`select m.patient_id from ${rows(actor.scope, 'case_tray_cases', 'm')} where m.case_tray_id = k.id`
  const reached = isStaff(actor.role) ? sql`true` : sql`exists (${cases})`
  const narrowed = chosen
    ? sql`exists (select from ${rows(actor.scope, 'case_tray_cases', 'm')} where m.case_tray_id = k.id and m.organization_id = any(${[...chosen]}::int[]))`
    : sql`true`
  const { rows: found } = await sql<{
    id: number
    tray_number: string
    shipping_id_text: string | null
    is_archived: boolean
    is_exact: boolean
    cases: number[]
  }>`
    select k.id, k.tray_number, k.shipping_id_text, k.deleted_at is not null as is_archived, ${exact} as is_exact,
      array(${cases}) as cases
    from case_trays k where ${where} and ${reached} and ${narrowed} and ${seesArchived(actor) ? sql`true` : sql`k.deleted_at is null`}
    order by not ${exact}, k.deleted_at is not null, k.created_at desc, k.id desc limit ${shown}`.execute(db)
  return found.map(({ id, tray_number, shipping_id_text, is_archived, is_exact, cases: inside }) => ({
    kind: 'tray',
    id,
    name: tray_number,
    number: shipping_id_text,
    about: null,
    cases: inside.length,
    status: is_archived ? 'Archived' : null,
    organization: null,
    place: is_exact && !is_archived ? 0 : 1,
  }))
}

/** Invoices by their number, or its beginning; people write `Invoice 1042` and `#1042`, too. */
export async function findInvoices(db: Db, actor: Actor, { typed }: Asked): Promise<Found[]> {
  const [, word, digits] = /^(invoice|inv|#)?[\s#.-]*([1-9]\d{0,8})$/i.exec(typed.trim()) ?? []
  if (digits === undefined) return []
  const number = Number(digits)
  const found = await readInvoices(db, actor, sql`(${sql.join(rangesOf(number), sql` or `)})`, number)
  return found.map((hit) => ({ ...hit, place: word !== undefined && hit.name === invoiceTitle(number) ? 0 : 1 }))
}

/** Invoices by the ids of their orders, as far as the person reads them. */
export const namedInvoices = (db: Db, actor: Actor, wanted: readonly number[]): Promise<Found[]> =>
  readInvoices(db, actor, sql`r.id = any(${[...wanted]}::int[])`, 0)

/** Numbers that start with these digits, as ranges that an index answers. */
const rangesOf = (number: number): Condition[] =>
  Array.from({ length: 9 }, (_, zeros) => number * 10 ** zeros)
    .map((first, zeros): [number, number] => [first, Math.min(first + 10 ** zeros - 1, 2_147_483_647)])
    .filter(([first]) => first <= 2_147_483_647)
    .map(([first, last]) => sql`r.invoice_id between ${first} and ${last}`)

async function readInvoices(db: Db, actor: Actor, where: Condition, number: number): Promise<Found[]> {
  const { rows: found } = await sql<{
    id: number
    invoice_id: number | null
    fm_invoice_status: InvoiceStatus
    settled_as: SettledAs | null
    organization: { id: number; name: string }
  }>`
    select r.id, r.invoice_id, r.fm_invoice_status, r.settled_as, jsonb_build_object('id', o.id, 'name', ${shownName('o')}) as organization
    from ${rows(actor.scope, 'orders', 'r')} join organizations o on o.id = r.organization_id
    where ${where} and ${readableOrders(actor)} and ${notHidden(actor.scope)}
    order by r.invoice_id is distinct from ${number}, r.id desc limit ${shown}`.execute(db)
  return found.map((order) => ({
    kind: 'invoice',
    id: order.id,
    name: invoiceTitle(order.invoice_id),
    number: null,
    about: null,
    cases: null,
    status: invoiceStateLabel(order),
    organization: order.organization,
    place: 1,
  }))
}
