import { expect, it } from 'vitest'
import { isTimeZone, timeZones, zoneProblem } from './time-zones.ts'

it.each([
  'America/Indiana/Indianapolis',
  'America/Indianapolis',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Etc/UTC',
  'UTC',
  'Europe/Kyiv',
  'Europe/Kiev',
  'America/Argentina/Buenos_Aires',
  'Pacific/Guam',
  'US/Pacific',
  'Etc/GMT+5',
  'EST',
  'EST5EDT',
  'GMT',
  'america/denver',
])('%s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true)
})

it.each(['Mars/Olympus', '', '+05:00', '-0700', 'IST', 'pst', 'AST', 'Etc/Unknown', 'localtime', 'Factory', 'Asia/'])(
  '%j is none',
  (name) => {
    expect(zoneProblem(name)).toBe('This time zone is unknown.')
  },
)

it('zones are offered under their present names, and every one that is offered is taken', () => {
  const offered = timeZones()
  expect(offered).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv', 'UTC', 'America/Denver']))
  expect(offered.filter((name) => !isTimeZone(name))).toEqual([])
  expect(new Set(offered).size).toBe(offered.length)
})
