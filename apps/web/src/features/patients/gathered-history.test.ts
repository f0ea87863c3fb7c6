import { expect, it } from 'vitest'
import { gatherHistory } from './gathered-history.ts'

const entry = (event: string, minute: number, note: string, user_name = 'Olga Owner') => ({
  id: minute,
  event,
  at: `2026-11-21T10:${String(minute).padStart(2, '0')}:00Z`,
  user_name,
  label: event,
  note,
})

it('measurements of one sitting are one entry, others stay', () => {
  const history = [
    entry('pin_added', 50, '1: Lower'),
    entry('measurement_saved', 44, 'third'),
    entry('measurement_saved', 42, 'second'),
    entry('measurement_saved', 41, 'first'),
    entry('measurement_saved', 40, 'of the lab', 'Tina Tech'),
    entry('measurement_removed', 39, 'gone', 'Tina Tech'),
    entry('measurement_saved', 1, 'much earlier'),
  ]
  const gathered = gatherHistory(history)
  expect(gathered.map(({ id, label, note }) => [id, label, note])).toEqual([
    [50, 'pin_added', '1: Lower'],
    [44, '3 measurements saved', 'first\nsecond\nthird'],
    [40, 'measurement_saved', 'of the lab'],
    [39, 'measurement_removed', 'gone'],
    [1, 'measurement_saved', 'much earlier'],
  ])
})

it('files that were added together, and their checks, are an entry each', () => {
  const history = [
    entry('file_ready', 5, 'lower.stl', 'Archwire'),
    entry('file_ready', 4, 'upper.stl', 'Archwire'),
    entry('file_added', 3, 'lower.stl'),
    entry('file_added', 3, 'upper.stl'),
    entry('submitted', 1, ''),
  ]
  expect(gatherHistory(history).map(({ label, note }) => [label, note])).toEqual([
    ['2 files checked', 'upper.stl\nlower.stl'],
    ['2 files added', 'upper.stl\nlower.stl'],
    ['submitted', ''],
  ])
})

it('so are the files that one person deletes, and the photos that one person describes', () => {
  const history = [
    entry('photo_described', 9, 'b.jpg: Profile'),
    entry('photo_described', 8, 'a.jpg: Face, at rest'),
    entry('file_deleted', 7, 'lower.stl'),
    entry('file_deleted', 6, 'upper.stl'),
  ]
  expect(gatherHistory(history).map(({ label }) => label)).toEqual(['2 photos described', '2 files deleted'])
})

it('comments are never gathered, nor measurements with a pause between', () => {
  const comments = [entry('pin_added', 2, '2: b'), entry('pin_added', 1, '1: a')]
  expect(gatherHistory(comments)).toEqual(comments.map((comment) => ({ ...comment, of: 1 })))
  expect(gatherHistory([entry('measurement_saved', 40, 'b'), entry('measurement_saved', 1, 'a')])).toHaveLength(2)
})

it('work steps that one person saves in a day of work are one entry, however long a step takes', () => {
  const step = (hour: number, user_name: string) => ({
    ...entry('steps_saved', hour, `step ${hour}`, user_name),
    at: `2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`,
  })
  const history = [step(21, 'Tina Tech'), step(12, 'Tina Tech'), step(10, 'Tina Tech'), step(9, 'Tom Tech')]
  expect(gatherHistory(history).map(({ label, note, of }) => [label, note, of])).toEqual([
    ['steps_saved', 'step 21', 1],
    ['2 work steps saved', 'step 10\nstep 12', 2],
    ['steps_saved', 'step 9', 1],
  ])
})
