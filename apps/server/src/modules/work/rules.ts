import { staffRoles, type UserRole } from '@archwire/contract/roles.ts'

/** Pure checks of a work table (`work/times`): any order, several at once; a finish needs a start; no future times. */
export interface PresentRow {
  id: number
  process: string
  position: number
  user_id: number | null
  started_at: Date | null
  finished_at: Date | null
}
interface SentRow {
  id: number
  started_at: string | null
  finished_at: string | null
  user_id?: number | null
}
export interface ChangedRow {
  id: number
  user_id: number | null
  started_at: string | null
  finished_at: string | null
  started: boolean
  technicianSet: boolean
  summary: string
}

const same = (a: Date | null, b: string | null) =>
  (a?.getTime() ?? null) === (b === null ? null : new Date(b).getTime())

/** Compares the sent rows with the stored ones. `errors` by field; `changed` holds only rows that differ. */
export function checkRows(
  present: PresentRow[],
  sent: SentRow[],
  context: { userId: number; now: Date },
): { errors: Record<string, string[]>; changed: ChangedRow[] } {
  const errors: Record<string, string[]> = {}
  const changed: ChangedRow[] = []
  const wrong = (index: number, message: string) => (errors[`processes.${index}`] ??= []).push(message)
  sent.forEach((row, index) => {
    const before = present.find((step) => step.id === row.id)
    if (!before) return wrong(index, 'This step does not belong to this work.')
    const number = before.position
    const [start, end] = [row.started_at, row.finished_at].map((time) =>
      time === null ? null : new Date(time).getTime(),
    )
    if (end !== null && start === null) wrong(index, `Process ${number} - a finish needs a start`)
    else if (start !== null && end !== null && start! >= end!) wrong(index, `Process ${number} - ST must be before ET`)
    // A minute of grace: clocks of browsers differ from the server's.
    if ([start, end].some((time) => time !== null && time! > context.now.getTime() + 60_000))
      wrong(index, `Process ${number} - no times in the future`)
    const started = before.started_at === null && row.started_at !== null
    const asked = row.user_id === undefined ? before.user_id : row.user_id
    const user_id = started && asked === null ? context.userId : asked
    const technicianSet = user_id !== before.user_id
    if (same(before.started_at, row.started_at) && same(before.finished_at, row.finished_at) && !technicianSet) return
    const summary = `${before.process} ${whatHappened(before, { ...row, user_id })}`
    changed.push({
      id: row.id,
      user_id,
      started_at: row.started_at,
      finished_at: row.finished_at,
      started,
      technicianSet,
      summary,
    })
  })
  return { errors, changed }
}

/** What of a step can change; the kind of its times is of no matter. */
type Changing = Record<'started_at' | 'finished_at', unknown> & { user_id: number | null }

/** What was done with a step, for the history: the most telling of what changed. */
function whatHappened(before: Changing, after: Changing): string {
  if (before.finished_at === null && after.finished_at !== null) return 'finished'
  if (before.started_at === null && after.started_at !== null) return 'started'
  if (before.started_at !== null && after.started_at === null) return 'start taken back'
  if (before.finished_at !== null && after.finished_at === null) return 'reopened'
  return before.user_id === after.user_id ? 'corrected' : 'handed over'
}

/** Roles of the people who this person may give work to: staff to staff, a partner to itself (`people/own-work`). */
export const technicianRoles = ({ role }: { role: UserRole | null }): readonly UserRole[] =>
  role === 'lab_partner' ? ['lab_partner'] : staffRoles
