import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { withinDays } from '../../db/days.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Days } from './by-case.sql.ts'

/**
 * Cases with a flawed tray that was reported in the range, by cause and by practice. The trays of the range are read, not
 * all cases; a case counts once in each row, as in the lists.
 */
export async function countCorrections(
  db: Db,
  actor: Actor,
  { range, zone }: Days,
  asked: RawBuilder<unknown> = sql`true`,
): Promise<{ causes: { cause: string | null; cases: number }[]; practices: Map<number, number> }> {
  const { rows: found } = await sql<{
    by_cause: boolean
    cause: string | null
    practice: number | null
    cases: number
  }>`
    select grouping(t.cause) = 0 as by_cause, t.cause, c.organization_id as practice, count(distinct c.patient_id)::int as cases
    from ${rows(actor.scope, 'flawed_trays', 't')}
      join ${rows(actor.scope, 'case_rows', 'c')} on c.organization_id = t.organization_id and c.patient_id = t.patient_id
    where not c.archived and not c.cancelled and ${withinDays(sql`t.created_at`, [range.from, range.to], zone)} and ${asked}
    group by grouping sets ((t.cause), (c.organization_id))
    order by cases desc, t.cause nulls last`.execute(db)
  return {
    causes: found.filter(({ by_cause }) => by_cause).map(({ cause, cases }) => ({ cause, cases })),
    practices: new Map(
      found.flatMap(({ by_cause, practice, cases }) => (by_cause || practice === null ? [] : [[practice, cases]])),
    ),
  }
}
