import { dayWords, dayIn, type Day } from '@archwire/contract/core/dates.ts'
import type { Cents } from '@archwire/contract/core/money.ts'
import type { PriceLine } from '@archwire/contract/rx-forms/price-case.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Conflict } from '../../kernel/errors.ts'
import { voidCharges, writeCharges } from './ledger.ts'
import { closingAfter } from './closing-day.ts'
import {
  changesRows,
  firstDayOf,
  formSources,
  rowsOfChange,
  rowsOfRush,
  type ChargedForm,
  type FormSource,
  type Standings,
} from './of-cases.ts'

/** A case that its command has locked, with what the ledger needs of it. */
interface Locked {
  id: number
  organization_id: number
  rx_form_id: number | null
}

const voidOfForm = (trx: Trx, actor: Actor, facts: Locked & { rx_form_id: number }, reason: 'canceled' | 'changed') =>
  voidCharges(trx, actor, facts, { sources: formSources, sourceId: facts.rx_form_id }, reason)

/**
 * Charges a changed form (`billing/case-rows`): voids its rows on no closed order, and writes them anew with what is to be
 * added to closed ones, or taken off. Does nothing where its rows stay as they are. `delay`: days, of its kept prices.
 */
export async function chargeChange(
  trx: Trx,
  actor: Actor,
  facts: Locked & { submitted_at: string | null },
  { before, after, delay }: { before: ChargedForm; after: ChargedForm; delay: number },
  zone: string,
): Promise<void> {
  if (!changesRows(before, after)) return
  await voidOfForm(trx, actor, { ...facts, rx_form_id: after.id }, 'changed')
  // Read after the rows are voided: an order that closed in the meantime had to come first, and has what is left.
  const standing = await readStandings(trx, facts, after.id)
  const first = firstDayOf(new Date(facts.submitted_at!), zone, delay)
  const rows = rowsOfChange(after, standing, { first, today: dayIn(zone, actor.now) })
  await writeCharges(trx, actor, facts.organization_id, rows)
}

/** What the ledger has of a form of a locked case. */
async function readStandings(trx: Trx, locked: Locked, rxFormId: number): Promise<Standings> {
  const { rows } = await sql<{ source: FormSource; held: Cents | null; first: Day }>`
    select c.source, (sum(c.cents) filter (where c.order_id is not null))::bigint as held, min(c.day)::text as first
    from charges c
    where c.organization_id = ${locked.organization_id} and c.source = any(${[...formSources]}::text[])
      and c.source_id = ${rxFormId}
    group by c.source`.execute(trx)
  const of = (source: FormSource) => rows.find((row) => row.source === source) ?? { held: null, first: null }
  return { form: of('form'), rush: of('rush'), change: of('change') }
}

/**
 * Charges the rush of a locked case whose setup is ready, on this day and once for its form, also where it has moved to
 * another case (`billing/case-rows`).
 */
export async function chargeRush(
  trx: Trx,
  actor: Actor,
  facts: Locked & { rush_charged: boolean },
  zone: string,
): Promise<void> {
  if (!facts.rush_charged) return
  const { rows } = await sql<{ id: number; list: number | null; overrides: number; lines: PriceLine[] | null }>`
    select r.id, r.price_list as list, r.price_overrides as overrides, r.price_lines as lines from rx_forms r
    where r.organization_id = ${facts.organization_id} and r.patient_id = ${facts.id}
      and not exists (select from charges c where c.organization_id = r.organization_id and c.source = 'rush'
        and c.source_id = r.id)`.execute(trx)
  const [form] = rows
  if (!form) return
  const charged = { ...form, lines: form.lines ?? [], patientId: facts.id, version: 1 }
  await writeCharges(trx, actor, facts.organization_id, rowsOfRush(charged, dayIn(zone, actor.now)))
}

/** A canceled case costs nothing for its setup, as far as no closed order holds it (`billing/case-rows`). */
export async function uncharge(trx: Trx, actor: Actor, facts: Locked): Promise<void> {
  const { rx_form_id } = facts
  if (rx_form_id !== null) await voidOfForm(trx, actor, { ...facts, rx_form_id }, 'canceled')
}

/**
 * Refuses to delete a case of which an open order has rows, or will have: its invoice could no longer say what it is
 * for (`cases/delete`). Rows of a form are those of the case that has it, whichever case they were written for.
 * @throws Conflict
 */
export async function refuseWhileCharged(trx: Trx, locked: Locked): Promise<void> {
  interface Open {
    day: Day | null
    next: Day | null
    billingDay: number | null
  }
  const { rows } = await sql<Open>`
    select open.day::text as day, k.next_payment_date::text as next, k.billing_day as "billingDay"
    from (select max(c.day) as day, c.organization_id from charges c
      where c.organization_id = ${locked.organization_id} and c.order_id is null and c.voided_at is null
        and case when c.source = any(${[...formSources]}::text[]) and exists (select from rx_forms r
            where r.organization_id = c.organization_id and r.id = c.source_id)
          then c.source_id = ${locked.rx_form_id} else c.patient_id = ${locked.id} end
      group by c.organization_id) open
    join organizations o on o.id = open.organization_id
    left join contracts k on k.organization_id = open.organization_id
      and o.suspended_at is null and o.disabled_at is null and o.deleted_at is null`.execute(trx)
  const [open] = rows
  if (!open?.day) return
  const { day, next, billingDay } = open
  throw new Conflict(
    next && billingDay
      ? `This case is on the current invoice. It can be deleted after ${dayWords(closingAfter(day, { next, billingDay }))}.`
      : 'This case is on the current invoice. It can be deleted once Close Invoice has closed it.',
  )
}
