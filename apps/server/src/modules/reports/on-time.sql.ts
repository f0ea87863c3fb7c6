import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { withinDays } from '../../db/days.ts'
import { rows } from '../../db/scope.ts'
import { methodName } from '../calendar/index.ts'
import { isShipped } from '../case-core/index.ts'
import { shownName } from '../organizations/index.ts'
import { number, percent, text, type Asked, type Source } from './source.ts'

interface Row {
  practice: string
  shipping_method: string | null
  shipped: number
  on_time: number
  late: number
  median: number | null
}

/**
 * Prints that shipped, by practice and method. On time: their lab day is not after the ship date that the practice knows,
 * which the lab cannot move (`exports/on-time`).
 */
async function ratesOf(db: Db, { scope, from, to, zone }: Asked): Promise<Row[]> {
  const { rows: found } = await sql<Row>`
    select ${shownName('o')} as practice, x.shipping_method, x.shipped, x.on_time, x.late, x.median
    from (select s.organization_id, s.shipping_method, count(*)::int as shipped,
        count(*) filter (where s.days_late <= 0)::int as on_time, count(*) filter (where s.days_late > 0)::int as late,
        (percentile_cont(0.5) within group (order by s.days_late) filter (where s.days_late > 0))::float8 as median
      from (select pr.organization_id, pr.shipping_method,
          (pr.completed_at at time zone ${zone})::date - coalesce(pr.promised_ship_date, pr.ship_date) as days_late
        from ${rows(scope, 'printing_requests', 'pr')}
        join patients p on p.organization_id = pr.organization_id and p.id = pr.patient_id
        where p.deleted_at is null and ${isShipped('pr')} and ${withinDays(sql`pr.completed_at`, [from, to], zone)}) s
      group by 1, 2) x
    join organizations o on o.id = x.organization_id
    order by plain(${shownName('o')}), x.organization_id, x.shipping_method`.execute(db)
  return found
}

/** How many prints left in time. One statement: practices and methods are few, however many prints there are. */
export const onTimeSource: Source = {
  columns: [
    text('Practice'),
    text('Method'),
    number('Shipped'),
    number('On time'),
    number('Late'),
    percent('Rate'),
    number('Median days late'),
  ],
  count: async (db, asked) => (await ratesOf(db, asked)).length,
  async *portions(db, asked) {
    const rates = await ratesOf(db, asked)
    yield rates.map(({ practice, shipping_method, shipped, on_time, late, median }) => [
      practice,
      methodName(shipping_method),
      shipped,
      on_time,
      late,
      // A print without a ship date is neither.
      on_time + late === 0 ? null : on_time / (on_time + late),
      median,
    ])
  },
}
