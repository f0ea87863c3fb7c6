import type { ChargeSource, VoidReason } from '@archwire/contract/billing/charge-kinds.ts'
import type { LineKind } from '@archwire/contract/billing/invoice.ts'
import type { Day } from '@archwire/contract/core/dates.ts'
import type { Cents } from '@archwire/contract/core/money.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
import type { Actor } from '../../kernel/actor.ts'

/** A row of the ledger before it is written (`billing/ledger`). Amounts in cents. */
export interface NewCharge {
  /** The case that it is for; null: for the practice. */
  patient_id: number | null
  source: ChargeSource
  /** The Rx form, print or order; null for what a person entered. */
  source_id: number | null
  /** The version of the form that brought it; 1 where there are no versions. */
  change_number: number
  fee: string | null
  kind: Exclude<LineKind, 'start_up'>
  label: string
  why: string
  times: number
  unit_cents: Cents
  printed_arches: number
  price_list: number | null
  price_overrides: number
  /** The lab's day from which it counts. */
  day: Day
}

/** Who writes: a person or the portal. */
export type Writer = Pick<Actor, 'now'> & { userId: number | null; name: string }

/** The columns of a row that is sent as JSON, and their types. */
const typed = {
  patient_id: 'int',
  source: 'text',
  source_id: 'int',
  change_number: 'int',
  fee: 'text',
  kind: 'text',
  label: 'text',
  why: 'text',
  times: 'int',
  unit_cents: 'bigint',
  printed_arches: 'int',
  price_list: 'int',
  price_overrides: 'int',
  day: 'date',
} satisfies Record<keyof NewCharge, string>
const columns = sql.raw(
  Object.entries(typed)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
)

/**
 * Writes rows that are JSON (`NewCharge[]`), as a part of a statement; what is in the ledger already is left alone, so
 * that nothing is charged twice. `ids` replaces case and source where the same statement makes them.
 */
export const insertCharges = ({
  rows,
  organizationId,
  by,
  ids,
}: {
  rows: RawBuilder<unknown>
  organizationId: RawBuilder<unknown>
  by: { userId: RawBuilder<unknown>; name: RawBuilder<unknown>; at: RawBuilder<unknown> }
  ids?: { patient: RawBuilder<unknown>; source: RawBuilder<unknown>; from: RawBuilder<unknown> }
}): RawBuilder<unknown> => sql`
  insert into charges (organization_id, patient_id, source, source_id, change_number, fee, kind, label, why, times, unit_cents, cents,
    printed_arches, price_list, price_overrides, day, user_id, user_name, created_at)
  select ${organizationId}::int, ${ids?.patient ?? sql`x.patient_id`}, x.source, ${ids?.source ?? sql`x.source_id`}, x.change_number,
    x.fee, x.kind, x.label, x.why, x.times, x.unit_cents, x.times * x.unit_cents, x.printed_arches, x.price_list, x.price_overrides,
    x.day, ${by.userId}::int, ${by.name}::text, ${by.at}::timestamptz
  from ${ids ? sql`${ids.from},` : sql``} jsonb_to_recordset(${rows}::jsonb) as x(${columns})
  on conflict (organization_id, source, source_id, coalesce(fee, ''), change_number)
    where voided_at is null and source_id is not null do nothing`

const write = prepared<
  { rows: string; organizationId: number; userId: number | null; name: string; at: Date },
  { id: number }
>(
  'charges.write',
  (values) =>
    sql`${insertCharges({
      rows: sql`${values.rows}`,
      organizationId: sql`${values.organizationId}`,
      by: { userId: sql`${values.userId}`, name: sql`${values.name}`, at: sql`${values.at}` },
    })} returning id`,
)

/** Writes rows of the ledger; those that are in it already are left alone. Returns the ids of the new ones. */
export async function writeCharges(
  trx: Trx,
  { userId, name, now }: Writer,
  organizationId: number,
  charges: readonly NewCharge[],
): Promise<number[]> {
  if (charges.length === 0) return []
  const written = await write(trx, { rows: JSON.stringify(charges), organizationId, userId, name, at: now })
  return written.map(({ id }) => id)
}

/** What a voided row was. */
export interface Voided {
  id: number
  source: ChargeSource
  fee: string | null
  day: Day
  cents: Cents
}

/**
 * Voids rows that no closed order holds, of the given sources. The row's own lock decides between this and a closing: what
 * an order takes in the meantime stays. Whose rows may be voided has been decided with the record that the caller holds: rows that
 * a narrower reach left would be written a second time. Returns the voided rows.
 */
export async function voidCharges(
  trx: Trx,
  actor: Pick<Actor, 'now'> & { userId: number | null },
  held: { organization_id: number },
  which: { sources: readonly ChargeSource[]; sourceId: number } | { ids: readonly number[] },
  reason: VoidReason,
): Promise<Voided[]> {
  const chosen =
    'ids' in which
      ? sql`c.id = any(${[...which.ids]}::int[])`
      : sql`c.source = any(${[...which.sources]}::text[]) and c.source_id = ${which.sourceId}`
  // Locked by id, as a closing locks them: it has all rows of a record or none, and neither waits for the other.
  const { rows } = await sql<Voided>`
    with open as (
      select c.organization_id, c.id from charges c
      where c.organization_id = ${held.organization_id} and ${chosen}
        and c.order_id is null and c.voided_at is null
      order by c.id for no key update
    )
    update charges c set voided_at = ${actor.now}, voided_by_user_id = ${actor.userId}, void_reason = ${reason}
    from open where c.organization_id = open.organization_id and c.id = open.id
    returning c.id, c.source, c.fee, c.day::text as day, c.cents`.execute(trx)
  return rows
}
