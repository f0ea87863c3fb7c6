import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'
import { dayIn, type Day } from '@archwire/contract/core/dates.ts'
import type { Dashboard } from '@archwire/contract/dashboard/routes.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import { isShipped } from '../case-core/index.ts'
import { bucketsOf, eachOf, plottedDays } from './rules.ts'
import type { FigureScope } from './figure-scope.ts'

export type Plots = Dashboard['plots']

/**
 * Submissions, shipped cases and the median hours from submission to approval, by day, week or month
 * (`organizations/plots`): a case counts once in a bucket, archived and canceled ones never. Empty buckets are
 * included.
 */
export async function plotCases(db: Db, whose: FigureScope, range: DayRange, zone: string, now: Date): Promise<Plots> {
  const { from, to } = plottedDays(range, await earliestDay(db, whose, range, zone), dayIn(zone, now))
  const each = eachOf(from, to)
  const buckets = bucketsOf(from, to, each)
  const stretches = sql`select n, first::timestamp at time zone ${zone} as since, (last + 1)::timestamp at time zone ${zone} as until
    from unnest(${buckets.map(({ first }) => first)}::date[], ${buckets.map(({ last }) => last)}::date[]) with ordinality b(first, last, n)`
  const points = await (whose.wholeLab ? ofTheLab(db, stretches, whose) : ofSomeCases(db, stretches, whose))
  return { each, points: points.map((row, index) => ({ day: buckets[index]!.day, ...row })) }
}

type Point = Omit<Plots['points'][number], 'day'>

const medianHours = sql`round((percentile_cont(0.5) within group (order by date_part('epoch', approved_at - submitted_at)) / 3600)::numeric, 1)::float8`
const shippedPrint = isShipped('pr')

/** For very many cases: each bucket is a range of an index. Two statements, so that two processors share them. */
async function ofTheLab(db: Db, buckets: RawBuilder<unknown>, { scope }: FigureScope): Promise<Point[]> {
  const counts = sql<Omit<Point, 'hours_to_approval'>>`
    select (select count(*)::int from ${rows(scope, 'case_rows', 'c')}
        where not c.archived and not c.cancelled and c.submitted_at >= since and c.submitted_at < until) as submissions,
      (select count(distinct pr.patient_id)::int from ${rows(scope, 'printing_requests', 'pr')}
        where ${shippedPrint} and pr.completed_at >= since and pr.completed_at < until
          and pr.patient_id not in (select c.patient_id from ${rows(scope, 'case_rows', 'c')} where c.archived or c.cancelled)) as shipped
    from (${buckets}) b order by n`
  const hours = sql<Pick<Point, 'hours_to_approval'>>`
    select (select ${medianHours} from ${rows(scope, 'case_rows', 'c')}
        where not c.archived and not c.cancelled and c.approved_at >= since and c.approved_at < until) as hours_to_approval
    from (${buckets}) b order by n`
  const [counted, medians] = await Promise.all([counts.execute(db), hours.execute(db)])
  return counted.rows.map((row, index) => ({ ...row, ...medians.rows[index]! }))
}

/** For a practice: its few cases are read once and put into buckets. */
async function ofSomeCases(
  db: Db,
  buckets: RawBuilder<unknown>,
  { scope, asked, organizations }: FigureScope,
): Promise<Point[]> {
  const theirs = organizations === null ? sql`true` : sql`pr.organization_id = any(${organizations}::int[])`
  const bucketOf = (at: RawBuilder<unknown>) => sql`width_bucket(${at}, array(select since from buckets order by n))`
  const before = (at: RawBuilder<unknown>) => sql`${at} < (select max(until) from buckets)`
  const plotted = await sql<Point>`
    with buckets as materialized (${buckets}), mine as materialized (
      select c.organization_id, c.patient_id, c.submitted_at, c.approved_at
      from ${rows(scope, 'case_rows', 'c')} where ${asked} and not c.archived and not c.cancelled
    ), submitted as (
      select ${bucketOf(sql`submitted_at`)} as n, count(*)::int as submissions
      from mine where ${before(sql`submitted_at`)} group by 1
    ), sent as (
      select ${bucketOf(sql`pr.completed_at`)} as n, count(distinct pr.patient_id)::int as shipped
      from mine join printing_requests pr on pr.organization_id = mine.organization_id and pr.patient_id = mine.patient_id
      where ${theirs} and ${shippedPrint} and ${before(sql`pr.completed_at`)}
      group by 1
    ), approved as (
      select ${bucketOf(sql`approved_at`)} as n, ${medianHours} as hours_to_approval
      from mine where ${before(sql`approved_at`)} group by 1
    )
    select coalesce(submissions, 0) as submissions, coalesce(shipped, 0) as shipped, hours_to_approval
    from buckets left join submitted using (n) left join sent using (n) left join approved using (n) order by n`.execute(
    db,
  )
  return plotted.rows
}

/** The first day with a submission, in the lab's zone; queried only where a range is open or goes far back. */
async function earliestDay(db: Db, whose: FigureScope, range: DayRange, zone: string): Promise<Day | null> {
  if (range.from !== null && range.from > '2000') return null
  const first = await sql<{ day: Day | null }>`
    select (min(c.submitted_at) at time zone ${zone})::date::text as day from ${rows(whose.scope, 'case_rows', 'c')}
    where ${whose.asked} and not c.archived and not c.cancelled`.execute(db)
  return first.rows[0]!.day
}
