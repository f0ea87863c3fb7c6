import { expect, test } from 'vitest'
import { keepMine, mergeSteps, type StepEdit } from './step-edit.ts'
import type { Step } from './steps.ts'

const step = (id: number, user_id: number | null): Step => ({
  id,
  process: `Step ${id}`,
  started_at: null,
  finished_at: null,
  user_id,
  tech_name: null,
})
const base = [step(1, null), step(2, null), step(3, null)]
const edit = (...steps: Step[]): StepEdit => ({ base, steps, version: 1 })
const people = (steps: readonly Step[]) => steps.map(({ user_id }) => user_id)

test('as long as nobody else saved, an edit is what it is', () => {
  const begun = edit(step(1, 7), step(2, null), step(3, null))
  expect(mergeSteps(begun, base, 1)).toEqual({ edit: begun, contested: [] })
})

test('steps that only others changed are taken over, and the edit goes on from there', () => {
  const theirs = [step(1, null), step(2, 9), step(3, null)]
  const { edit: merged, contested } = mergeSteps(edit(step(1, 7), step(2, null), step(3, null)), theirs, 2)
  expect(contested).toEqual([])
  expect(people(merged!.steps)).toEqual([7, 9, null])
  expect(merged).toMatchObject({ base: theirs, version: 2 })
})

test('a step that both changed waits for a choice; mine then stands beside what else they did', () => {
  const begun = edit(step(1, 7), step(2, null), step(3, 7))
  const theirs = [step(1, 9), step(2, 9), step(3, null)]
  expect(mergeSteps(begun, theirs, 2)).toEqual({ edit: begun, contested: [theirs[0]] })
  const kept = keepMine(begun, theirs, 2)
  expect(people(kept.steps)).toEqual([7, 9, 7])
  expect(mergeSteps(kept, theirs, 2)).toEqual({ edit: kept, contested: [] })
})

test('who was named for a step does not undo its start by somebody else', () => {
  const begun = edit(step(1, 7), step(2, null), step(3, null))
  const started = { ...step(1, 9), started_at: '2026-11-23T10:00:00.000Z' }
  expect(mergeSteps(begun, [started, step(2, null), step(3, null)], 2).contested).toEqual([started])
  expect(keepMine(begun, [started, step(2, null), step(3, null)], 2).steps[0]).toEqual({ ...started, user_id: 7 })
  const times = edit({ ...step(1, null), finished_at: '2026-11-23T11:00:00.000Z' }, step(2, null), step(3, null))
  expect(mergeSteps(times, [started, step(2, null), step(3, null)], 2)).toMatchObject({
    edit: { steps: [{ ...started, finished_at: '2026-11-23T11:00:00.000Z' }, step(2, null), step(3, null)] },
    contested: [],
  })
})

test('both did the same: nothing is left to save', () => {
  const begun = edit(step(1, 7), step(2, null), step(3, null))
  expect(mergeSteps(begun, [step(1, 7), step(2, 9), step(3, null)], 2)).toEqual({ edit: null, contested: [] })
})

test('steps that are gone, or new, are the server’s matter', () => {
  const begun = edit(step(1, 7), step(2, 7), step(3, null))
  const theirs = [step(1, null), step(3, null), step(4, null)]
  expect(people(mergeSteps(begun, theirs, 2).edit!.steps)).toEqual([7, null, null])
})
