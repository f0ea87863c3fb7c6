import { expect, it } from 'vitest'
import { addDays } from '../core/dates.ts'
import { daysOfRange, rangeProblem, reportRanges } from './ranges.ts'

it.each([
  ['2026-11-01', '2026-11-01', undefined],
  ['2025-11-29', '2026-11-28', undefined],
  ['2025-11-28', '2026-11-28', 'At most 12 months.'],
  ['2024-02-29', '2025-02-27', undefined],
  ['2024-02-29', '2025-02-28', 'At most 12 months.'],
  ['2026-11-02', '2026-11-01', 'The last day is before the first.'],
])('%s to %s: %s', (from, to, problem) => expect(rangeProblem({ from, to })).toBe(problem))

it.each([
  ['this_month', '2026-11-28', '2026-11-01', '2026-11-28'],
  ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last_month', '2026-01-05', '2025-12-01', '2025-12-31'],
  ['three_months', '2026-11-28', '2026-08-29', '2026-11-28'],
  ['twelve_months', '2026-11-28', '2025-11-29', '2026-11-28'],
] as const)('%s on %s', (range, today, from, to) => expect(daysOfRange(range, today)).toEqual({ from, to }))

it('every range that is offered is one that can be asked for, on each day of two years', () => {
  for (let day = '2027-12-31'; day < '2029-12-31'; day = addDays(day, 1))
    for (const { id } of reportRanges)
      if (id !== 'custom') expect([day, id, rangeProblem(daysOfRange(id, day))]).toEqual([day, id, undefined])
})
