import type { LabFigures } from '@archwire/contract/figures/routes.ts'
import { flawedSteps, modelSteps, printSteps } from '@archwire/contract/tech-workflows/steps.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { withinDays } from '../../db/days.ts'
import { rows } from '../../db/scope.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Days } from './by-case.sql.ts'

/** Every step, in the order of the work. */
const allSteps: readonly string[] = [...modelSteps, ...printSteps, ...flawedSteps]
export const placeOfStep = (step: string): number => allSteps.indexOf(step)

export const unnamedPerson = 'No one named'

/**
 * In how many cases a step was finished in the range, by step and by who finished it, with the median time from its start
 * (`reports/steps`). The steps of the range are read, by an index; rounds that are over count, too.
 */
export async function countSteps(
  db: Db,
  actor: Actor,
  { range, zone }: Days,
): Promise<Pick<LabFigures, 'steps' | 'technicians'>> {
  const { rows: found } = await sql<{
    by_step: boolean
    process: string
    user_id: number | null
    name: string | null
    cases: number
    minutes: number
  }>`
    select f.*, u.full_name as name from (
      select grouping(s.process) = 0 as by_step, s.process, s.user_id, count(distinct w.patient_id)::int as cases,
        round((percentile_cont(0.5) within group (order by date_part('epoch', s.finished_at - s.started_at)) / 60)::numeric, 1)::float8 as minutes
      from ${rows(actor.scope, 'tech_workflow_processes', 's')}
        join tech_workflows w on w.organization_id = s.organization_id and w.id = s.tech_workflow_id
        join ${rows(actor.scope, 'case_rows', 'c')} on c.organization_id = w.organization_id and c.patient_id = w.patient_id
      where s.finished_at is not null and ${withinDays(sql`s.finished_at`, [range.from, range.to], zone)}
        and not c.archived and not c.cancelled
      group by grouping sets ((s.process), (s.user_id))
    ) f left join users u on u.id = f.user_id`.execute(db)
  return {
    steps: found
      .filter(({ by_step }) => by_step)
      .map(({ process, cases, minutes }) => ({ step: process, cases, median_minutes: minutes }))
      .toSorted((a, b) => placeOfStep(a.step) - placeOfStep(b.step)),
    technicians: found
      .filter(({ by_step }) => !by_step)
      .map(({ user_id, name, cases, minutes }) => ({
        id: user_id,
        name: name ?? unnamedPerson,
        cases,
        median_minutes: minutes,
      }))
      .toSorted((a, b) => b.cases - a.cases || a.name.localeCompare(b.name)),
  }
}
