import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'
import type { Counts } from '@archwire/contract/dashboard/routes.ts'
import { assignment, impression } from '@archwire/contract/rx-forms/options.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import { endOf, startOf, withinDays } from '../../db/days.ts'
import { isShipped } from '../case-core/index.ts'
import type { FigureScope } from './figure-scope.ts'

/**
 * The eleven counts, in one pass over the index that holds every moment of a case (`organizations/counts`). Each is the
 * total of the list that its card opens: the definitions are in the contract's `cardLink`.
 */
export async function countCases(db: Db, whose: FigureScope, range: DayRange, zone: string): Promise<Counts> {
  const within = (at: RawBuilder<unknown>) => withinDays(at, [range.from, range.to], zone)
  const submitted = within(sql`c.submitted_at`)
  const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})::int`
  const counted = await sql<Counts>`
    select ${count(somePrint('shipped', range, zone))} as shipped,
      ${count(submitted)} as submissions,
      ${count(sql`c.patient_id = any(array(select t.patient_id from ${rows(whose.scope, 'flawed_trays', 't')}
        where ${within(sql`t.created_at`)}))`)} as flawed_trays,
      ${count(somePrint('print', range, zone))} as print_requests,
      ${count(somePrint('brackets', range, zone))} as insert_brackets,
      ${count(within(sql`c.completed_at`))} as completed_cases,
      ${count(sql`${submitted} and c.submission_completed_by = ${sql.lit(assignment.ownLab)}`)} as initial_setups,
      ${count(withinDays(sql`c.created_at`, [null, range.to], zone))} as total_cases,
      ${count(sql`${submitted} and c.impression_type = ${sql.lit(impression.stone)}`)} as stone_models,
      ${count(sql`${submitted} and c.impression_type = ${sql.lit(impression.pvs)}`)} as alginate,
      ${count(sql`${submitted} and c.impression_type = ${sql.lit(impression.scan)}`)} as intra_oral
    from ${rows(whose.scope, 'case_rows', 'c')} where ${whose.asked} and not c.archived and not c.cancelled`.execute(db)
  return counted.rows[0]!
}

/** What each count requires of a print, and which of its moments it uses. */
const printsThat = {
  print: { at: sql`pr.created_at`, are: sql`true` },
  brackets: {
    at: sql`pr.created_at`,
    are: sql`exists (select 1 from printing_request_items i
      where i.organization_id = pr.organization_id and i.printing_request_id = pr.id and i.insert_brackets)`,
  },
  shipped: { at: sql`pr.completed_at`, are: isShipped('pr') },
}

/**
 * True for cases with such a print in the range. Ready rows hold the first and the last; only a case with three prints
 * or more, the first before the range and the last after it, has to be looked up.
 */
function somePrint(kind: keyof typeof printsThat, { from, to }: DayRange, zone: string): RawBuilder<unknown> {
  const [first, last] = [sql.ref(`c.${kind}_first_at`), sql.ref(`c.${kind}_last_at`)]
  if (from === null || to === null)
    return from === null ? withinDays(first, [null, to], zone) : withinDays(last, [from, null], zone)
  const { at, are } = printsThat[kind]
  return sql`c.prints > 0 and (${withinDays(first, [from, to], zone)} or ${withinDays(last, [from, to], zone)}
    or (c.prints > 2 and ${first} < ${startOf(from, zone)} and ${last} >= ${endOf(to, zone)}
      and exists (select 1 from printing_requests pr where pr.organization_id = c.organization_id and pr.patient_id = c.patient_id
        and ${are} and ${withinDays(at, [from, to], zone)})))`
}
