import type { WorkItem } from '@archwire/contract/my-work/routes.ts'
import { expect, test } from 'vitest'
import { nextAct, stepAt } from './work-actions.ts'

const me = { id: 4, full_name: 'Tina Tech' }
const now = '2026-11-26T12:00:00.000Z'
const past = '2026-11-26T11:00:00.000Z'
type State = 'waits' | 'runs' | 'done'

/** A piece of work whose steps A, B, C are in these states. */
const work = (states: State[], said: Partial<WorkItem> = {}): WorkItem =>
  ({
    request_id: null,
    changes_asked: false,
    patient: { id: 7 },
    processes: states.map((state, at) => ({
      id: at + 1,
      step: 'Models',
      process: 'ABC'[at],
      started_at: state === 'waits' ? null : past,
      finished_at: state === 'done' ? past : null,
      user_id: null,
      tech_name: null,
      user_email: null,
      production_time: null,
    })),
    ...said,
  }) as WorkItem

test.each<[State[], string, string | null, State[]]>([
  [['waits', 'waits', 'waits'], 'Start A', 'A', ['runs', 'waits', 'waits']],
  [['runs', 'waits', 'waits'], 'Finish A, start B', 'A', ['done', 'runs', 'waits']],
  [['done', 'waits', 'waits'], 'Start B', 'B', ['done', 'runs', 'waits']],
  // Several run at once: the first is finished.
  [['runs', 'runs', 'waits'], 'Finish A, start C', 'A', ['done', 'runs', 'runs']],
  [['done', 'done', 'runs'], 'Finish C', 'C', ['done', 'done', 'done']],
  // An earlier step that was skipped is not begun by finishing a later one.
  [['waits', 'runs', 'done'], 'Finish B', 'B', ['waits', 'done', 'done']],
  [['waits', 'done', 'done'], 'Start A', 'A', ['runs', 'done', 'done']],
])('of %j the button is "%s"', (states, label, step, after) => {
  const item = work(states)
  const act = nextAct(item, 'supervisor')
  expect(act).toMatchObject({ kind: 'save', label })
  expect(stepAt(item)).toBe(step)
  const steps = act.kind === 'save' ? act.steps(me, now) : []
  expect(steps.map(({ started_at, finished_at }) => (finished_at ? 'done' : started_at ? 'runs' : 'waits'))).toEqual(
    after,
  )
})

test.each<[Partial<WorkItem>, string, string]>([
  [{}, 'Notify', '/patient-workflow/7'],
  // The changes had steps of their own (`work/rounds`).
  [{ changes_asked: true }, 'Notify', '/patient-workflow/7'],
  [{ request_id: 12 }, 'Complete the request', '/requests/12'],
  [{ request_id: 12, kind: 'flawed_tray', file_uploaded: true }, 'See the corrected files', '/requests/12'],
  [{ request_id: 12, kind: 'flawed_tray' }, 'Upload the corrected files', '/requests/12'],
])('with all steps done it leads on: %j', (said, label, to) => {
  const item = work(['done', 'done', 'done'], said)
  expect(nextAct(item, 'supervisor')).toEqual({ kind: 'leave', label, to })
  expect(stepAt(item)).toBeNull()
})

test('a partner completes its setup, and does not notify the doctor', () => {
  const item = work(['done', 'done', 'done'])
  expect(nextAct(item, 'lab_partner')).toMatchObject({ label: 'Complete the setup', to: '/patient-workflow/7' })
})

test('a started step is mine, and one that has a technician stays theirs', () => {
  const item = work(['waits', 'waits'])
  item.processes[0]!.user_id = 9
  const start = (of: WorkItem) => {
    const act = nextAct(of, 'supervisor')
    return act.kind === 'save' ? act.steps(me, now)[0]!.user_id : null
  }
  expect(start(item)).toBe(9)
  expect(start(work(['waits']))).toBe(4)
})
