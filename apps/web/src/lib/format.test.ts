import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { globSync, readFileSync } from 'node:fs'
import {
  formatAgo,
  formatDay,
  formatDayOf,
  formatDeadline,
  formatDays,
  formatMonth,
  formatOnAxis,
  formatTime,
  showTimesIn,
} from './format.ts'

/** The year is left out only where it is this one in the zone shown (`screens/dates`). */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  showTimesIn(null)
})

it.each([
  ['2026-12-30', '2026-12-31T12:00:00Z', 'America/Denver', 'Wed, Dec 30'],
  ['2027-01-04', '2026-12-31T12:00:00Z', 'America/Denver', 'Mon, Jan 4, 2027'],
  ['2026-12-31', '2027-01-01T02:00:00Z', 'America/Denver', 'Thu, Dec 31'],
  ['2026-12-31', '2027-01-01T02:00:00Z', 'Asia/Tokyo', 'Thu, Dec 31, 2026'],
  ['2027-01-01', '2026-12-31T16:00:00Z', 'Asia/Tokyo', 'Fri, Jan 1'],
  ['2027-01-01', '2027-01-01T09:30:00Z', 'Pacific/Honolulu', 'Fri, Jan 1, 2027'],
])('the day %s, seen at %s in %s', (day, now, zone, shown) => {
  vi.setSystemTime(new Date(now))
  showTimesIn(zone)
  expect(formatDay(day)).toBe(shown)
})

it.each([
  // Two days ago, but last year.
  ['2026-12-31T18:00:00Z', '2027-01-02T18:30:00Z', 'America/Denver', 'Thu, Dec 31, 2026'],
  ['2026-12-28T18:00:00Z', '2026-12-31T18:00:00Z', 'America/Denver', 'Mon, Dec 28'],
  ['2026-12-10T18:00:00Z', '2027-01-02T18:00:00Z', 'America/Denver', 'Dec 10, 2026'],
  ['2026-12-10T18:00:00Z', '2027-01-01T03:00:00Z', 'America/Denver', 'Thu, Dec 10'],
  // The first of January in Tokyo is the last of December in UTC.
  ['2026-12-31T16:00:00Z', '2027-01-20T00:00:00Z', 'Asia/Tokyo', 'Fri, Jan 1'],
  ['2027-01-01T05:00:00Z', '2027-01-20T00:00:00Z', 'Pacific/Honolulu', 'Dec 31, 2026'],
])('the moment %s, seen at %s in %s', (at, now, zone, shown) => {
  showTimesIn(zone)
  expect(formatAgo(at, Date.parse(now))).toBe(shown)
})

it('a range has its years where one of them is not this one in the zone shown', () => {
  vi.setSystemTime(new Date('2026-12-31T16:00:00Z'))
  showTimesIn('Asia/Tokyo')
  expect(formatDays('2027-01-01,')).toBe('from Fri, Jan 1')
  expect(formatDays('2026-12-31,2027-01-01')).toBe('Thu, Dec 31, 2026 – Fri, Jan 1, 2027')
  showTimesIn('America/Denver')
  expect(formatDays('2026-12-30,2026-12-31')).toBe('Wed, Dec 30 – Thu, Dec 31')
})

it('a zone that this browser does not know leaves its own', () => {
  showTimesIn('Mars/Olympus')
  expect(formatAgo('2026-06-10T18:00:00Z', Date.parse('2026-06-20T18:00:00Z'))).toBe('Wed, Jun 10')
})

it('a deadline is written as the days beside it, with its time', () => {
  vi.setSystemTime(new Date('2026-11-28T16:00:00Z'))
  showTimesIn('America/Denver')
  expect(formatDeadline('2026-11-30T23:00:00Z')).toBe('Mon, Nov 30, 16:00')
})

it('the day and the time of a moment are those of the zone shown; months and axes have no zone', () => {
  vi.setSystemTime(new Date('2026-12-31T16:00:00Z'))
  showTimesIn('Asia/Tokyo')
  expect([formatDayOf('2026-11-21T18:05:00Z'), formatTime('2026-11-21T18:05:00Z')]).toEqual([
    'Sun, Nov 22, 2026',
    '03:05',
  ])
  expect([formatMonth('2026-11-01'), formatOnAxis('2026-11-01', 'month')]).toEqual(['November 2026', 'Nov 26'])
  expect([formatOnAxis('2027-11-21', 'day'), formatOnAxis('2026-11-21', 'day')]).toEqual(['Nov 21', 'Nov 21, 2026'])
})

it('no other file of the client makes formats of dates (screens/dates)', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: `${import.meta.dirname}/..` }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && file !== 'lib/format.ts',
  )
  const makesFormats =
    /Intl\.DateTimeFormat\((?!\)\.resolvedOptions)|toLocale(?:Date|Time)String|formatInstant\([^\n]*\)\.slice/
  expect(sources.length).toBeGreaterThan(300)
  expect(
    sources.filter((file) => makesFormats.test(readFileSync(`${import.meta.dirname}/../${file}`, 'utf8'))),
  ).toEqual([])
})
