import { figureLink, type FigureName, type Makers } from '@archwire/contract/figures/links.ts'
import type { Approvals } from '@archwire/contract/figures/routes.ts'
import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { linkCondition } from './link-condition.ts'

export type Days = { range: DayRange; today: string; zone: string }

/** Counts of one value of the column, or of all cases (`isAll`). */
export type CaseCounts<Name extends FigureName> = Approvals &
  Record<Name, number> & { isAll: boolean; by: number | null }

interface Asked<Name extends FigureName> extends Days {
  /** Beside what was approved. */
  counts: readonly Name[]
  makers: Makers
  /** Which ready rows `c` may count at all. */
  among: (conditionOf: (figure: FigureName) => RawBuilder<unknown>) => RawBuilder<unknown>
  /** The column that they are counted by. */
  by: RawBuilder<unknown>
}

const median = (interval: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`round((percentile_cont(0.5) within group (order by date_part('epoch', ${interval})) filter (where ${condition}) / 3600)::numeric, 1)::float8`

/** Counts cases in all and by a column, in one statement: each count is the condition of the list that its link opens. */
export async function countByCase<Name extends FigureName>(
  db: Db,
  actor: Actor,
  { counts, makers, among, by, range, today, zone }: Asked<Name>,
): Promise<CaseCounts<Name>[]> {
  const conditionOf = (figure: FigureName) => linkCondition(actor, figureLink(figure, range, today, { makers }), zone)
  const names: readonly FigureName[] = ['approved', 'setups', 'first_round', ...counts]
  const counted = names.map((name) => sql`count(*) filter (where ${conditionOf(name)})::int as ${sql.ref(name)}`)
  const approved = conditionOf('approved')
  const { rows: found } = await sql<CaseCounts<Name>>`
    select grouping(${by}) = 1 as "isAll", ${by} as by, ${sql.join(counted)},
      ${median(sql`c.approved_at - c.submitted_at`, approved)} as hours_to_approval,
      ${median(sql`c.approved_at - r.ready_at`, sql`${approved} and r.ready_at <= c.approved_at`)} as hours_waited
    from ${rows(actor.scope, 'case_rows', 'c')}
      left join rx_forms r on r.organization_id = c.organization_id and r.patient_id = c.patient_id
    where not c.archived and not c.cancelled and ${among(conditionOf)}
    group by grouping sets ((), (${by}))`.execute(db)
  return found
}
