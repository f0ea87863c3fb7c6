import { expect, test } from 'vitest'
import { momentsAfter } from './moments.ts'

const zone = 'America/Denver'

test('the moments are the next ones, on the clock of the lab, over the turns of its clocks', () => {
  const at = (present: string) =>
    Object.values(momentsAfter(new Date(present), zone)).map((moment) => moment.at.toISOString())
  expect(at('2026-11-25T12:00:00Z')).toEqual([
    '2026-11-27T03:00:00.000Z',
    '2027-01-01T06:50:00.000Z',
    '2027-01-01T07:10:00.000Z',
    '2027-03-01T00:30:00.000Z',
    '2027-03-14T08:58:00.000Z',
  ])
  // Past Thanksgiving, in a year before a leap year's.
  expect(at('2027-11-30T12:00:00Z')).toEqual([
    '2028-11-24T03:00:00.000Z',
    '2028-01-01T06:50:00.000Z',
    '2028-01-01T07:10:00.000Z',
    '2028-03-01T00:30:00.000Z',
    '2028-03-12T08:58:00.000Z',
  ])
})

test('at the last minutes of a year, the year of the lab counts', () => {
  const moments = momentsAfter(new Date('2027-01-01T06:55:00Z'), zone)
  expect(moments['new-years-eve']!.at.toISOString()).toBe('2028-01-01T06:50:00.000Z')
  expect(moments['new-year']!.at.toISOString()).toBe('2027-01-01T07:10:00.000Z')
})
