import type { LabFigures } from '@archwire/contract/figures/routes.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import { openSteps, takenBy, toDo } from '../case-list/index.ts'
import { linkCondition } from './link-condition.ts'
import { placeOfStep } from './steps.sql.ts'

/**
 * The work that is open now on the lab's list as it opens: by the next step, and by who has it of what waits for the lab
 * (`reports/load`).
 */
export async function countLoad(db: Db, actor: Actor, zone: string): Promise<LabFigures['load']> {
  const listed = linkCondition(actor, {}, zone)
  const [steps, people] = await Promise.all([
    sql<{ step: string; cases: number }>`
      select s.process as step, count(*)::int as cases
      from ${rows(actor.scope, 'case_rows', 'c')} cross join lateral ${openSteps} s
      where ${listed} and s.process is not null group by 1`.execute(db),
    sql<{ id: number | null; name: string | null; cases: number }>`
      select f.id, u.full_name as name, f.cases from (
        select (${takenBy} ->> 'id')::int as id, count(*)::int as cases from ${rows(actor.scope, 'case_rows', 'c')}
        where ${listed} and ${toDo(actor)} and ${takenBy} is not null group by 1
      ) f left join users u on u.id = f.id
      order by f.id is null, f.cases desc, u.full_name`.execute(db),
  ])
  return {
    steps: steps.rows.toSorted((a, b) => placeOfStep(a.step) - placeOfStep(b.step)),
    technicians: people.rows.map(({ id, name, cases }) => ({ id, name: name ?? 'Unassigned', cases })),
  }
}
