import { expect, it } from 'vitest'
import { rangeBefore, rangeOf, type Preset } from './ranges.ts'

const both = (preset: Preset, today: string) => {
  const range = rangeOf(preset, today)
  const before = rangeBefore(preset, range)
  return [`${range.from},${range.to}`, before && `${before.from},${before.to}`]
}

it.each<[Preset, string, string, string | null]>([
  ['today', '2026-11-26', '2026-11-26,2026-11-26', '2026-11-25,2026-11-25'],
  ['this_week', '2026-11-26', '2026-11-22,2026-11-26', '2026-11-15,2026-11-19'],
  ['last_week', '2026-11-26', '2026-11-15,2026-11-21', '2026-11-08,2026-11-14'],
  ['this_month', '2026-11-26', '2026-11-01,2026-11-26', '2026-10-01,2026-10-26'],
  // A month that is shorter ends with its last day.
  ['this_month', '2027-03-31', '2027-03-01,2027-03-31', '2027-02-01,2027-02-28'],
  ['last_month', '2027-04-10', '2027-03-01,2027-03-31', '2027-02-01,2027-02-28'],
  ['this_quarter', '2026-11-26', '2026-10-01,2026-11-26', '2026-07-01,2026-08-26'],
  ['this_quarter', '2027-03-31', '2027-01-01,2027-03-31', '2026-10-01,2026-12-31'],
  ['this_year', '2028-02-29', '2028-01-01,2028-02-29', '2027-01-01,2027-02-28'],
  ['day_to_month', '2026-11-26', '2026-10-26,2026-11-26', '2026-09-24,2026-10-25'],
  ['all_time', '2026-11-26', 'null,null', null],
])('%s on %s: its days, and those before it (organizations/compared)', (preset, today, range, before) => {
  expect(both(preset, today)).toEqual([range, before])
})

it('days picked by hand are compared with as many just before them, open ones with none', () => {
  expect(rangeBefore('custom', { from: '2026-11-10', to: '2026-11-12' })).toEqual({
    from: '2026-11-07',
    to: '2026-11-09',
  })
  expect(rangeBefore('custom', { from: '2026-11-10', to: null })).toBeNull()
})
