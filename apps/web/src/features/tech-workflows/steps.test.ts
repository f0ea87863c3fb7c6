import { expect, test } from 'vitest'
import { finishStep, productionTime, startStep, stepProblems, type Step, whyClosed } from './steps.ts'
import { unreadTime } from './unread-time.ts'

const me = { id: 7, full_name: 'Tom Ferris' }
const now = '2026-11-21T12:00:00.000Z'
const step = (id: number, some: Partial<Step> = {}): Step => ({
  id,
  process: `Step ${id}`,
  started_at: null,
  finished_at: null,
  user_id: null,
  tech_name: null,
  ...some,
})

test('starting sets me unless another was chosen', () => {
  expect(startStep(step(1), me, now)).toMatchObject({ started_at: now, user_id: 7, tech_name: 'Tom Ferris' })
  expect(startStep(step(1, { user_id: 9, tech_name: 'Ann' }), me, now)).toMatchObject({ user_id: 9, tech_name: 'Ann' })
})

test('one click finishes a step and starts the next that nobody began', () => {
  const steps = [step(1, { started_at: '2026-11-21T11:00:00.000Z' }), step(2, { started_at: now }), step(3)]
  const after = finishStep(steps, 1, me, now, true)
  expect(after.map(({ started_at, finished_at }) => [started_at !== null, finished_at !== null])).toEqual([
    [true, true],
    [true, false],
    [true, false],
  ])
  expect(finishStep(steps, 1, me, now, false)[2]!.started_at).toBeNull()
})

test('names the row whose times cannot be', () => {
  const steps = [
    step(1, { started_at: now, finished_at: '2026-11-21T11:00:00.000Z' }),
    step(2, { finished_at: now }),
    step(3, { started_at: '2026-11-22T12:00:00.000Z' }),
    step(4),
  ]
  expect(stepProblems(steps, Date.parse(now))).toEqual([
    'Process 1 - ST must be before ET',
    'Process 2 - a finish needs a start',
    'Process 3 - no times in the future',
    null,
  ])
})

test('production time is finish minus start, in seconds', () => {
  expect(productionTime(step(1, { started_at: '2026-11-21T11:00:00.000Z', finished_at: now }))).toBe(3600)
  expect(productionTime(step(1, { started_at: now }))).toBeNull()
})

test('a closed table says why, or that the work is somebody else’s', () => {
  expect(whyClosed({ can: { edit: true }, why_not: {} })).toBeNull()
  expect(whyClosed({ can: { edit: false }, why_not: { edit: 'This case is on hold.' } })).toBe('This case is on hold.')
  expect(whyClosed({ can: { edit: false }, why_not: {} })).toBe('You cannot record this work.')
})

test('a time that cannot be read is what is wrong with its row, whatever else is', () => {
  const unread = unreadTime('25:10')
  expect(stepProblems([step(1), step(2, { finished_at: unread })], Date.parse(now))).toEqual([
    null,
    'Process 2 - “25:10” is not a time',
  ])
})
