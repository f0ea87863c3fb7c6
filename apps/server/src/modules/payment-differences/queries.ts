import { toDollars } from '@archwire/contract/core/money.ts'
import type { SearchOf } from '@archwire/contract/core/search.ts'
import type { PaymentDifference } from '@archwire/contract/payment-differences/schema.ts'
import type { paymentDifferenceSearch } from '@archwire/contract/payment-differences/search.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows as rowsOf } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { NotFound } from '../../kernel/errors.ts'
import { likeWord, listPage, orderBy, whenSet } from '../../kernel/list-page.ts'
import { shownName } from '../organizations/index.ts'
import { whyNotClosed } from './rules.ts'

type Row = Omit<PaymentDifference, 'can'>

const row = sql`jsonb_build_object('id', d.id, 'kind', d.kind, 'transaction', d.transaction_id,
  'organization', case when o.id is not null then jsonb_build_object('id', o.id, 'name', ${shownName('o')}) end,
  'order', case when r.id is not null then jsonb_build_object('id', r.id, 'invoice_id', r.invoice_id) end,
  'expected', d.expected_cents, 'reported', d.reported_cents, 'opened_at', iso(d.opened_at), 'closed_at', iso(d.closed_at),
  'closed_by', u.full_name, 'note', d.note, 'version', d.version, 'updated_at', iso(d.updated_at))`
const from = ({ scope }: Actor) => sql`payment_differences d left join organizations o on o.id = d.organization_id
  left join ${rowsOf(scope, 'orders', 'r')} on r.organization_id = d.organization_id and r.id = d.order_id
  left join users u on u.id = d.closed_by`
const orders = { opened_at: sql`d.opened_at`, closed_at: sql`d.closed_at` }

const dollars = (cents: number | null) => (cents === null ? null : toDollars(cents))

/** The route's permission already covers everything here. */
const present = ({ expected, reported, ...difference }: Row): PaymentDifference => ({
  ...difference,
  expected: dollars(expected),
  reported: dollars(reported),
  can: { close: whyNotClosed(difference) === null },
})

/** What portal and payment provider say differently, of all practices. */
export async function listDifferences(db: Db, actor: Actor, search: SearchOf<typeof paymentDifferenceSearch>) {
  const { rows, meta } = await listPage<Row>(db, search, {
    from: from(actor),
    where: [
      ...whenSet(search.is_open, (open) => sql`(d.closed_at is null) = ${open}`),
      ...whenSet(search.transaction?.trim(), (part) => sql`d.transaction_id ilike ${likeWord(part)}`),
    ],
    row,
    order: orderBy(search.sort, orders, sql`d.id`),
  })
  return { payment_differences: rows.map(present), meta }
}

/** A difference. @throws NotFound */
export async function findDifference(db: Db, actor: Actor, id: number): Promise<PaymentDifference> {
  const { rows } = await sql<{ row: Row }>`select ${row} as row from ${from(actor)} where d.id = ${id}`.execute(db)
  if (!rows[0]) throw new NotFound('This payment')
  return present(rows[0].row)
}
