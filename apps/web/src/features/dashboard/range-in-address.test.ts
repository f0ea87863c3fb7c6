import { expect, it } from 'vitest'
import { readDashboardSearch } from './dashboard-search.ts'
import { presetIn, rangeIn } from './range-in-address.ts'

const today = '2026-11-21'
const range = (raw: Record<string, unknown>) => rangeIn(readDashboardSearch(raw), today)

it('an address without a range is this month, one with days is what was picked by hand', () => {
  expect(range({})).toEqual({ from: '2026-11-01', to: today })
  expect(range({ preset: 'all_time' })).toEqual({ from: null, to: null })
  expect(range({ preset: 'last_week' })).toEqual({ from: '2026-11-08', to: '2026-11-14' })
  expect(range({ days: '2026-10-01,2026-10-05' })).toEqual({ from: '2026-10-01', to: '2026-10-05' })
  expect(presetIn(readDashboardSearch({ days: '2026-10-01,2026-10-05', preset: 'today' }))).toBe('custom')
  expect(presetIn(readDashboardSearch({ preset: 'custom' }))).toBe('this_month')
})

it('an address that somebody made up never breaks the page', () => {
  const month = { from: '2026-11-01', to: today }
  for (const days of ['2026-02-30,2026-03-01', '2026-12-01,2026-12-02', '2026-10-05,2026-10-01', 'x', ','])
    expect([days, range({ days })]).toEqual([days, month])
  expect(range({ days: ',2026-10-01' })).toEqual({ from: null, to: '2026-10-01' })
})
