import { afterEach, expect, it } from 'vitest'
import { showTimesIn } from './format.ts'
import { instantOf, wallClock } from './wall-clock.ts'

afterEach(() => showTimesIn(null))

it.each([
  ['America/Denver', '2026-11-21T21:05:00.000Z', '2026-11-21T14:05'],
  ['America/Denver', '2026-07-01T05:30:00.000Z', '2026-06-30T23:30'],
  ['Asia/Kolkata', '2026-11-21T21:05:00.000Z', '2026-11-22T02:35'],
  ['Pacific/Auckland', '2026-11-21T21:05:00.000Z', '2026-11-22T10:05'],
  // The last hour before the clocks change, and the first one after.
  ['America/Denver', '2026-03-08T08:59:00.000Z', '2026-03-08T01:59'],
  ['America/Denver', '2026-03-08T09:00:00.000Z', '2026-03-08T03:00'],
  ['America/Denver', '2026-11-01T09:00:00.000Z', '2026-11-01T02:00'],
])('in %s %s is %s, and back', (zone, instant, shown) => {
  showTimesIn(zone)
  expect(wallClock(instant)).toBe(shown)
  expect(instantOf(shown)).toBe(instant)
})

it('an hour that the clock skips counts as the one before', () => {
  showTimesIn('America/Denver')
  expect(instantOf('2026-03-08T02:30')).toBe('2026-03-08T08:30:00.000Z')
})
