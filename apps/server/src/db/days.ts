import type { DayRange } from '@archwire/contract/core/fields.ts'
import { sql, type RawBuilder } from 'kysely'

/**
 * True for instants of `at` within these calendar days of `zone`, both ends included, an end that is null open
 * (`organizations/range`: ranges are days in the lab's zone, for everyone). Written so that an index on the instant is used.
 */
export function withinDays(at: RawBuilder<unknown>, [from, to]: DayRange, zone: string): RawBuilder<boolean> {
  const ends = [
    ...(from === null ? [] : [sql`${at} >= ${startOf(from, zone)}`]),
    ...(to === null ? [] : [sql`${at} < ${endOf(to, zone)}`]),
  ]
  return ends.length === 0 ? sql`${at} is not null` : sql<boolean>`(${sql.join(ends, sql` and `)})`
}

/** The instant at which a calendar day starts in `zone`. */
export const startOf = (day: string | RawBuilder<unknown>, zone: string): RawBuilder<Date> =>
  sql`(${day}::date)::timestamp at time zone ${zone}`

/** The instant at which a calendar day is over in `zone`: the beginning of the next one. */
export const endOf = (day: string, zone: string): RawBuilder<Date> =>
  sql`(${day}::date + 1)::timestamp at time zone ${zone}`
