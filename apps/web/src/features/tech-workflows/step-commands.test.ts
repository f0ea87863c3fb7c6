import { expect, test, vi } from 'vitest'
import { stepCommands } from './step-commands.ts'
import type { Step } from './steps.ts'

const at = '2026-11-20T10:00:00.000Z'
const step = (process: string, started_at: string | null = null, finished_at: string | null = null): Step => ({
  id: process.length,
  process,
  started_at,
  finished_at,
  user_id: null,
  tech_name: null,
})
const actions = { change: vi.fn(), start: vi.fn(), finish: vi.fn() }
const labelsOf = (...steps: Step[]) => stepCommands(steps, () => actions).map(({ label }) => label)

test('what runs can be finished, with or without the step after it; what comes next can be started', () => {
  expect(labelsOf(step('Prep', at, at), step('Sculpt', at), step('Base'), step('Check'))).toEqual([
    'Finish Sculpt, start Base',
    'Finish Sculpt',
    'Start Base',
  ])
})

test.each([
  ['nothing has begun', [step('Sculpt'), step('Base')], ['Start Sculpt']],
  ['the last step runs', [step('Sculpt', at, at), step('Base', at)], ['Finish Base']],
  ['an earlier step was left out', [step('Sculpt'), step('Base', at)], ['Finish Base', 'Start Sculpt']],
  ['all is done', [step('Sculpt', at, at)], []],
])('when %s', (_, steps, labels) => {
  expect(labelsOf(...steps)).toEqual(labels)
})

test('each does what its button does, to its own step', () => {
  const actionsOf = vi.fn(() => actions)
  const [both, alone, next] = stepCommands([step('Sculpt', at), step('Base')], actionsOf)
  both!.run()
  expect(actions.finish).toHaveBeenLastCalledWith(true)
  alone!.run()
  expect(actions.finish).toHaveBeenLastCalledWith(false)
  next!.run()
  expect(actions.start).toHaveBeenCalledOnce()
  expect(actionsOf.mock.calls).toMatchObject([[{ process: 'Sculpt' }], [{ process: 'Base' }]])
})
