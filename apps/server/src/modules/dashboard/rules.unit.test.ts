import { expect, it } from 'vitest'
import { bucketsOf, eachOf, plottedDays } from './rules.ts'

it('a plot is as fine as its range is short', () => {
  expect(eachOf('2026-11-01', '2026-11-01')).toBe('day')
  expect(eachOf('2026-10-01', '2026-11-14')).toBe('day') // 45 days
  expect(eachOf('2026-10-01', '2026-11-15')).toBe('week')
  expect(eachOf('2025-11-17', '2026-11-21')).toBe('week') // 370 days
  expect(eachOf('2025-11-16', '2026-11-21')).toBe('month')
})

it('buckets leave no day out, weeks start on Sunday, and the range cuts the first and the last', () => {
  expect(bucketsOf('2026-11-18', '2026-11-30', 'week')).toEqual([
    { day: '2026-11-15', first: '2026-11-18', last: '2026-11-21' },
    { day: '2026-11-22', first: '2026-11-22', last: '2026-11-28' },
    { day: '2026-11-29', first: '2026-11-29', last: '2026-11-30' },
  ])
  expect(bucketsOf('2026-01-31', '2026-03-01', 'month')).toEqual([
    { day: '2026-01-01', first: '2026-01-31', last: '2026-01-31' },
    { day: '2026-02-01', first: '2026-02-01', last: '2026-02-28' },
    { day: '2026-03-01', first: '2026-03-01', last: '2026-03-01' },
  ])
  expect(bucketsOf('2026-11-29', '2026-12-01', 'day').map(({ day }) => day)).toEqual([
    '2026-11-29',
    '2026-11-30',
    '2026-12-01',
  ])
})

it('a plot starts with the first case, ends today, and is never endless', () => {
  const today = '2026-11-21'
  expect(plottedDays({ from: null, to: null }, '2024-02-03', today)).toEqual({ from: '2024-02-03', to: today })
  expect(plottedDays({ from: null, to: null }, null, today)).toEqual({ from: today, to: today })
  expect(plottedDays({ from: '2026-11-01', to: '2027-01-01' }, '2026-11-10', today)).toEqual({
    from: '2026-11-01',
    to: today,
  })
  expect(plottedDays({ from: '0001-01-01', to: '2026-05-01' }, '2024-02-03', today)).toEqual({
    from: '2016-05-01',
    to: '2026-05-01',
  })
  expect(plottedDays({ from: '0001-01-01', to: null }, '2011-02-03', today).from).toBe('2011-02-03')
  expect(plottedDays({ from: '2027-01-01', to: null }, '2024-02-03', today)).toEqual({ from: '2027-01-01', to: today })
  // A range that ends before the first case, or on its day, shows one stretch: its own end.
  expect(plottedDays({ from: null, to: '2024-01-01' }, '2024-02-03', today)).toEqual({
    from: '2024-01-01',
    to: '2024-01-01',
  })
  expect(plottedDays({ from: null, to: '2024-01-01' }, null, today)).toEqual({ from: '2024-01-01', to: '2024-01-01' })
  // A request for less than ten years returns what was requested, also from before the first case.
  expect(plottedDays({ from: '2017-01-01', to: null }, '2024-02-03', today).from).toBe('2017-01-01')
  // For more: from the first case, when it is older than ten years and younger than what was requested.
  expect(plottedDays({ from: '2012-01-01', to: null }, '2011-02-03', today).from).toBe('2012-01-01')
  expect(plottedDays({ from: '0001-01-01', to: null }, null, today).from).toBe('2016-11-21')
})
