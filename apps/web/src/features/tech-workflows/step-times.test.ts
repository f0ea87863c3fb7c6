import { afterAll, beforeAll, expect, test } from 'vitest'
import { showTimesIn } from '../../lib/format.ts'
import { formatTimes } from './step-times.ts'
import { unreadTime } from './unread-time.ts'

beforeAll(() => showTimesIn('America/Denver'))
afterAll(() => showTimesIn(null))

/** 8:00 PM of Nov 24 in Denver, which is the next day in UTC. */
const now = Date.parse('2026-11-25T03:00:00.000Z')

/** By hand (`work/step-times`), in Denver, seven hours behind UTC. */
test.each([
  [null, null, null],
  ['2026-11-24T21:52:00.000Z', null, 'Since 14:52'],
  ['2026-11-24T21:52:00.000Z', '2026-11-24T22:10:00.000Z', '14:52 – 15:10 · 18 min'],
  // Today there, though not in UTC.
  ['2026-11-24T23:30:00.000Z', '2026-11-25T00:40:00.000Z', '16:30 – 17:40 · 1 h 10 min'],
  ['2026-11-23T23:50:00.000Z', null, 'Since 2026/11/23 16:50'],
  ['2026-11-23T17:00:00.000Z', '2026-11-23T18:30:00.000Z', '2026/11/23 10:00 – 11:30 · 1 h 30 min'],
  ['2026-11-23T23:50:00.000Z', '2026-11-24T16:10:00.000Z', '2026/11/23 16:50 – 2026/11/24 09:10 · 16 h 20 min'],
  ['2025-11-24T23:50:00.000Z', '2025-11-24T23:50:20.000Z', '2025/11/24 16:50 – 16:50 · 20 s'],
  // What cannot be is shown as it is, without a duration; the row says what is wrong.
  ['2026-11-24T22:10:00.000Z', '2026-11-24T21:52:00.000Z', '15:10 – 14:52'],
  [null, '2026-11-24T21:52:00.000Z', 'Until 14:52'],
  // As it was typed.
  ['2026-11-24T21:52:00.000Z', unreadTime('25:10'), '2026/11/24 14:52 – 25:10'],
  [null, unreadTime('soon'), '– – soon'],
])('from %s to %s: %s', (started_at, finished_at, words) => {
  expect(formatTimes({ started_at, finished_at }, now)).toBe(words)
})
