import { expect, it } from 'vitest'
import { formatDay } from './format.ts'
import { readDay, readMoment, readTime } from './typed-dates.ts'

const today = '2026-11-26'

it.each([
  ['Sat, Nov 21, 2026', '2026-11-21'],
  ['sat nov 21 2026', '2026-11-21'],
  ['Saturday, November 21st, 2026', '2026-11-21'],
  ['Thurs, Sept. 3, 2026', '2026-09-03'],
  ['Tuesday Jun 2', '2026-06-02'],
  ['  Nov   21 ,2026 ', '2026-11-21'],
  ['Nov 21', '2026-11-21'],
  ['may 4', '2026-05-04'],
  ['21 Nov 2026', '2026-11-21'],
  ['21 november', '2026-11-21'],
  ['11/21/2026', '2026-11-21'],
  ['11/21/26', '2026-11-21'],
  ['1/2', '2026-01-02'],
  ['11-21-2026', '2026-11-21'],
  ['2026-11-21', '2026-11-21'],
  ['2026/11/21', '2026-11-21'],
  ['2026/1/2', '2026-01-02'],
  ['2/29/2028', '2028-02-29'],
])('reads the day %s', (text, day) => {
  expect(readDay(text, { today })).toBe(day)
})

it.each([
  '',
  'Nov',
  '21',
  'Nov 31',
  'Nov 21, 20',
  'Foo 21, 2026',
  '13/1/2026',
  // A day of February 5 to some, of May 2 to others.
  '02.05.2026',
  '2/29/2026',
  '11/21-2026',
  '11/21/202',
  'Nov 21, 1850',
  'Nov 21, 2026 x',
  'week 3',
])('reads no day in "%s"', (text) => {
  expect(readDay(text, { today })).toBeUndefined()
})

it('reads the day as the portal writes it, of any year', () => {
  for (const day of ['2026-01-01', '2025-12-31', '2026-05-09', '2028-02-29'])
    expect(readDay(formatDay(day, true), { today })).toBe(day)
})

it.each([
  ['Nov 26', '2026-11-26'],
  ['Nov 27', '2025-11-27'],
  ['12/5', '2025-12-05'],
  ['12/5/2026', '2026-12-05'],
])('without a year, %s is not after the last day that is meant', (text, day) => {
  expect(readDay(text, { today, max: today })).toBe(day)
})

it.each([
  ['Nov 26', '2026-11-26'],
  ['Nov 25', '2027-11-25'],
  ['1/5', '2027-01-05'],
  ['1/5/2026', '2026-01-05'],
  ['2/29', undefined],
])('without a year, %s is not before the first day that is meant', (text, day) => {
  expect(readDay(text, { today, min: today })).toBe(day)
})

it.each([
  ['1/5', '2027-01-05'],
  ['Nov 25', '2026-11-25'],
])('without a year, %s is of the next year only if that one can be meant', (text, day) => {
  expect(readDay(text, { today, min: today, max: '2027-05-26' })).toBe(day)
})

it('without a year, a day that cannot be meant is of the year in which it is nearest to those that can', () => {
  const limits = { min: '2026-12-04', max: '2027-05-26' }
  expect(readDay('Jun 1', { today, ...limits })).toBe('2027-06-01')
  expect(readDay('Dec 3', { today, ...limits })).toBe('2026-12-03')
})

it('without a year, February 29 is of a year that has it', () => {
  expect(readDay('2/29', { today: '2027-11-26' })).toBe('2028-02-29')
  expect(readDay('2/29', { today: '2029-01-05', max: '2029-01-05' })).toBe('2028-02-29')
})

it.each([
  ['14:05', '14:05'],
  ['2:05 PM', '14:05'],
  ['2:05\u202fPM', '14:05'],
  ['2:05p', '14:05'],
  ['2 p.m.', '14:00'],
  ['2:05', '02:05'],
  ['12:30 am', '00:30'],
  ['12 PM', '12:00'],
  ['0:15', '00:15'],
  ['14:05:59', '14:05'],
])('reads the time %s', (text, time) => {
  expect(readTime(text)).toBe(time)
})

it.each(['', '14', '2:5 PM', '24:00', '13:00 PM', '0:15 AM', '14:60', '2:05 XM', 'PM'])(
  'reads no time in "%s"',
  (text) => {
    expect(readTime(text)).toBeUndefined()
  },
)

it.each([
  ['Nov 24, 2026, 2:52 PM', '2026-11-24T14:52'],
  ['Nov 24, 2:52 PM', '2026-11-24T14:52'],
  ['Nov 24 at 2:52pm', '2026-11-24T14:52'],
  ['11/24/2026 2:52 PM', '2026-11-24T14:52'],
  ['11/24/2026, 02:52 PM', '2026-11-24T14:52'],
  ['2026/11/24 14:52', '2026-11-24T14:52'],
  ['2026-11-24T14:52:10', '2026-11-24T14:52'],
  ['2:52 PM', '2026-11-20T14:52'],
  ['9 am', '2026-11-20T09:00'],
  ['12/30 9 am', '2025-12-30T09:00'],
])('reads the moment %s', (text, moment) => {
  expect(readMoment(text, { today, max: today, day: '2026-11-20' })).toBe(moment)
})

it.each(['', 'Nov 24', 'Nov 24, 2026', 'Nov 24, 2026, 2', '2026/11/24 24:10', 'Nov 24, 2:5 PM', 'Foo 2:52 PM'])(
  'reads no moment in "%s"',
  (text) => {
    expect(readMoment(text, { today, day: '2026-11-20' })).toBeUndefined()
  },
)
