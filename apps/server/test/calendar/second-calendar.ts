import type { Day } from '@archwire/contract/core/dates.ts'
import { sql, type Kysely } from 'kysely'
import type { ShippingMethodId } from '../../src/modules/calendar/rules.ts'

/**
 * A second calendar, written in SQL alone: clocks by AT TIME ZONE, holidays from the list below, which is typed from the days
 * that the US Office of Personnel Management publishes and not computed.
 */
export const zone = 'America/Denver'
export const holidays = `
  2025 01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25
  2026 01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25
  2027 01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31
  2028 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25
  2029 01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25
  2030 01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [year, ...days] = line.trim().split(' ')
    return days.map((day) => `${year}-${day}`)
  })

/** Transit in business days, as it is agreed with the carriers. */
const transit = { none: 0, standard: 5, express: 2, urgent: 1, lightspeed: 0, international: 7 }

/** A moment at which something is handed in, and the day that someone picks. */
export interface Asked {
  /** An instant as a caller writes it, in an offset of their own. */
  at: string
  method: ShippingMethodId | null
  offset: number
  picked: Day
  print_days: number
}

export interface Answer {
  next: Day
  ship: Day
  valid: boolean
  approve_by: string
}

/** What the calendar says of these moments, in their order. */
export async function bySql(db: Kysely<never>, cases: readonly Asked[]): Promise<Answer[]> {
  const asked = JSON.stringify(cases.map((asking) => ({ ...asking, transit: transit[asking.method ?? 'none'] })))
  const { rows } = await sql<Answer>`
    with calendar as (
      select d::date as day, extract(isodow from d) < 6 and not d::date = any(${holidays}::date[]) as open
      from generate_series('2025-01-01'::date, '2030-12-31'::date, interval '1 day') d
    ), days as materialized (select day, open, count(*) filter (where open) over (order by day) as n from calendar),
    business as materialized (select day, n from days where open),
    asked as materialized (
      select c.index, c.at::timestamptz at time zone ${zone} as clock, c.method, c."offset", c.picked, c.print_days, c.transit
      from rows from (jsonb_to_recordset(${asked}::jsonb) as (at text, method text, "offset" int, picked date, print_days int, transit int))
        with ordinality as c(at, method, "offset", picked, print_days, transit, index)
    ), begun as materialized (
      select a.*, case when d.open and a.clock::time < case when a.method = 'lightspeed' then time '12:00' else time '16:00' end
        then d.n else d.n + 1 end as first
      from asked a join days d on d.day = a.clock::date
    )
    select b.day::text as next, s.day::text as ship,
      p.open and g.picked >= b.day and g.picked <= (g.clock::date + interval '6 months')::date as valid,
      to_char(((e.day + time '16:00') at time zone ${zone}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as approve_by
    from begun g join business b on b.n = g.first + g."offset" + g.transit join days p on p.day = g.picked
    join business s on s.n = g.first + g."offset" join business e on e.n = s.n - g.print_days
    order by g.index`.execute(db)
  return rows
}
