import { sql } from 'kysely'
import type { Db } from '../src/db/client.ts'

/**
 * Closed orders whose lines are not the rows of the ledger that they took (docs/billing.md): rows, less what was carried over
 * and what periodic discounts could not take, are the lines. Empty in every database, after whatever tests did.
 */
export async function wrongSums(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select r.id, r.organization_id, rows.cents as rows, lines.cents as lines from orders r
      cross join lateral (select coalesce(sum(c.cents), 0)::bigint as cents from charges c
        where c.organization_id = r.organization_id and c.order_id = r.id) rows
      cross join lateral (select coalesce(sum(c.cents), 0)::bigint as cents from charges c
        where c.organization_id = r.organization_id and c.source = 'carried' and c.source_id = r.id) carried
      cross join lateral (select coalesce(sum(case when l.kind = 'discount' then -l.cents else l.cents end), 0)::bigint as cents,
          coalesce(sum(l.not_taken_cents) filter (where l.periodic_rule_id is not null), 0)::bigint as periodic
        from order_lines l where l.organization_id = r.organization_id and l.order_id = r.id and l.charge_id is not null) lines
    where r.fm_invoice_status <> 'CURRENT' and r.kind <> 'start_up' and rows.cents - carried.cents + lines.periodic <> lines.cents`.execute(
    db,
  )
  return rows
}
