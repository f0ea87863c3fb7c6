import type { Db } from '../db/client.ts'
import { labScope, scoped } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { saveSteps } from '../modules/work/index.ts'

interface StepsMade {
  technician: string
  /** When a share of them was done. */
  at: (share: number) => Date
  share: number
  /** Since when the technician works on the next step. */
  running?: Date | undefined
  /** All steps are saved at once. */
  isOld?: boolean
  set: (at: Date) => void
  /** What happens while the steps are worked on. */
  meanwhile?: () => Promise<void>
}

/** A step takes at most an hour; the rest of the time the case waits for the next one. */
const longestStepMs = 3_600_000

/**
 * Records the steps of the current round one after the other, `share` of them; the case comes to work when the first one starts, and the next
 * one may be going on. Returns how many are finished.
 */
export async function workSteps(
  { db, as }: { db: Db; as: (key: string) => Promise<Actor> },
  patientId: number,
  kind: 'initial_case_setup' | 'printing_request',
  { technician, at, share, running, isOld, set, meanwhile }: StepsMade,
): Promise<number> {
  const rows = await scoped(db, labScope)
    .from('tech_workflow_processes')
    .innerJoin('tech_workflows as w', 'w.id', 'tech_workflow_processes.tech_workflow_id')
    .select(['tech_workflow_processes.id', 'w.id as workflow'])
    .where('w.patient_id', '=', patientId)
    .where('w.kind', '=', kind)
    .whereRef('tech_workflow_processes.round', '=', 'w.round')
    .orderBy('position')
    .execute()
  if (rows.length === 0) return 0
  const count = Math.max(1, Math.min(rows.length - (running ? 1 : 0), Math.floor(rows.length * share)))
  const stepOf = (row: { id: number }, start: Date, end: Date | null) => ({
    id: row.id,
    started_at: start.toISOString(),
    finished_at: end && new Date(Math.min(end.getTime(), start.getTime() + longestStepMs)).toISOString(),
  })
  const save = async (time: Date, processes: ReturnType<typeof stepOf>[]) => {
    set(time)
    const actor = await as(technician)
    await db.transaction().execute((trx) => saveSteps(trx, actor, rows[0]!.workflow, { processes }))
  }
  // Old completed cases need no start entry: no one opens them right after the first start. Questions go to the technician.
  if (!isOld) await save(at(0), [stepOf(rows[0]!, at(0), null)])
  await meanwhile?.()
  const finished = rows.slice(0, count).map((row, index) => stepOf(row, at(index / count), at((index + 0.8) / count)))
  const next = running && rows[count]
  await save(running ?? at(1), next ? [...finished, stepOf(next, running, null)] : finished)
  return count
}
