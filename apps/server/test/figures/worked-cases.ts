import { addDays } from '@archwire/contract/core/dates.ts'
import { flawCauseNames } from '@archwire/contract/flaw-causes.ts'
import { sql } from 'kysely'
import { chanceOf } from '../../../../tools/chance.ts'
import { startOf } from '../../src/db/days.ts'
import { refreshCaseRows } from '../../src/modules/case-core/case-row.sql.ts'
import type { TestApp, TestUser } from '../app.ts'
import type { CaseFacts } from '../figures.ts'

/** What the reports count of a case besides the dashboard's facts. */
export interface WorkedCase extends CaseFacts {
  /** Of its setup. */
  round: number
  readyAt: Date | null
  steps: { process: string; by: number | null; startedAt: Date; finishedAt: Date }[]
  /** The cause of each of its trays, in their order. */
  causes: (string | null)[]
}

/** Adds finished steps, rounds of changes and causes of flawed trays to cases, as no command does, because it goes back in time. */
export async function workedCases(
  test: TestApp,
  facts: readonly CaseFacts[],
  { people, today, seed }: { people: readonly TestUser[]; today: string; seed: number },
): Promise<WorkedCase[]> {
  const { db } = test.connection
  const chance = chanceOf(seed)
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!
  const { rows: midnights } = await sql<{ at: Date }>`
    select ${startOf(sql`d::text`, test.config.labZone)} as at from generate_series(${addDays(today, -420)}::date, ${today}::date, '1 day') d`.execute(
    db,
  )
  const hours = (from: Date, count: number) => new Date(from.getTime() + count * 3_600_000)
  const worked: WorkedCase[] = []
  for (const fact of facts) {
    const [round, readyAt] = [
      oneOf([1, 1, 2, 3]),
      fact.completedAt && chance() < 0.7 ? hours(fact.completedAt, -5 * chance()) : null,
    ]
    await sql`update tech_workflows set round = ${round}, rounds_asked_at = array_fill(now(), array[${round - 1}::int])
      where patient_id = ${fact.id} and kind = 'initial_case_setup'`.execute(db)
    await sql`update rx_forms set ready_at = ${readyAt} where patient_id = ${fact.id}`.execute(db)
    const { rows: processes } = await sql<{ id: number; process: string }>`
      select s.id, s.process from tech_workflow_processes s join tech_workflows w on w.id = s.tech_workflow_id
      where w.patient_id = ${fact.id} order by s.position`.execute(db)
    const steps: WorkedCase['steps'] = []
    for (const { id, process } of processes.slice(0, oneOf([0, 2, 4, 9]))) {
      const finishedAt = hours(oneOf(midnights).at, oneOf([0, 0, -1, 5]))
      const by = chance() < 0.1 ? null : oneOf(people).id
      const startedAt = hours(finishedAt, -3 * chance() - 0.1)
      await sql`update tech_workflow_processes set started_at = ${startedAt}, finished_at = ${finishedAt}, user_id = ${by} where id = ${id}`.execute(
        db,
      )
      steps.push({ process, by, startedAt, finishedAt })
    }
    if (chance() < 0.5)
      await sql`update tech_workflows set assigned_to = ${oneOf(people).id} where patient_id = ${fact.id}`.execute(db)
    const causes = fact.trays.map(() => oneOf([...flawCauseNames.slice(0, 3), null]))
    for (const [jaw, cause] of causes.entries())
      await sql`update flawed_trays set cause = ${cause} where patient_id = ${fact.id} and jaw_type_id = ${jaw + 1}`.execute(
        db,
      )
    worked.push({ ...fact, round, readyAt, steps, causes })
  }
  await db.transaction().execute((trx) =>
    refreshCaseRows(
      trx,
      facts.map(({ id }) => id),
    ),
  )
  return worked
}
