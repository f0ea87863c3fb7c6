import { describe, expect, it } from 'vitest'
import { addDays, addMonths, dayIn, dayWords, isDay, parseInstant, secondsOfDayIn } from './dates.ts'
import { utcInstant } from './fields.ts'
import { lifecycle, next } from './lifecycle.ts'
import { areWholeCents, formatMoney, shareOf, toCents, toDollars, toRate } from './money.ts'
import { userRolePermissions } from '../grants.ts'
import { permissions } from '../permissions.ts'
import { techWorkflows } from '../tech-workflows/routes.ts'
import { setupSteps } from '../tech-workflows/steps.ts'

describe('days and instants', () => {
  it('a day is what the wall clock of a zone shows', () => {
    expect(dayIn('America/Denver', new Date('2026-11-21T06:59:59Z'))).toBe('2026-11-20')
    expect(dayIn('America/Denver', new Date('2026-11-21T07:00:00Z'))).toBe('2026-11-21')
    expect(secondsOfDayIn('America/Denver', new Date('2026-07-01T22:00:00Z'))).toBe(16 * 3600)
    expect(secondsOfDayIn('America/Denver', new Date('2026-11-20T22:59:58Z'))).toBe(15 * 3600 + 59 * 60 + 58)
  })
  it('a day reads with its weekday, and with its year unless that is left out', () => {
    expect([dayWords('2026-11-30'), dayWords('2026-11-30', false)]).toEqual(['Mon, Nov 30, 2026', 'Mon, Nov 30'])
  })
  it('months clamp to their end', () => {
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28')
    expect(addMonths('2027-08-31', 6)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })
  it.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z'],
    ['2026-11-21T10:00:00.250Z', '2026-11-21T10:00:00.250Z'],
    ['2026-11-21 10:00:00', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00-07:00', '2026-11-21T17:00:00.000Z'],
    ['2026-02-30 10:00:00', undefined],
    ['1899-12-31T10:00:00Z', undefined],
    ['2026-11-21', undefined],
    ['', undefined],
  ])('a field of a call takes the moment %j', (sent, read) => {
    expect(utcInstant().safeParse(sent).data).toBe(read)
  })
  it('a step is saved with times as the desk writes them (calls/times)', () => {
    const [started_at, finished_at] = ['2026-11-21 10:00:00', '2026-11-21 10:30:00']
    const sent = { processes: [{ id: 1, started_at, finished_at }] }
    expect(techWorkflows.saveProcesses.body.parse(sent).processes).toEqual([
      { id: 1, started_at: '2026-11-21T10:00:00.000Z', finished_at: '2026-11-21T10:30:00.000Z' },
    ])
  })
  it('reads times with and without a zone, and refuses what is none', () => {
    expect(parseInstant('2026-11-21 10:00:00')?.toISOString()).toBe('2026-11-21T10:00:00.000Z')
    expect(parseInstant('2026-11-21T10:00:00-07:00')?.toISOString()).toBe('2026-11-21T17:00:00.000Z')
    expect(parseInstant('2026-11-21 10:00')?.toISOString()).toBe('2026-11-21T10:00:00.000Z')
    expect(parseInstant('2026-11-21T10:00:00.5Z')?.toISOString()).toBe('2026-11-21T10:00:00.500Z')
    expect(parseInstant('2026-11-21T10:00:00.123456Z')?.toISOString()).toBe('2026-11-21T10:00:00.123Z')
    for (const text of [
      '2026-02-30T10:00:00Z',
      'yesterday',
      '2026-11-21',
      'at 2026-11-21 10:00',
      '2026-11-21 10:00 sharp',
    ])
      expect(parseInstant(text)).toBeUndefined()
    expect(isDay('2026-02-29')).toBe(false)
  })
  it('a time without a zone is UTC wherever the server stands', () => {
    const { TZ } = process.env
    process.env.TZ = 'America/Denver'
    try {
      expect(parseInstant('2026-11-21 10:00:00')?.toISOString()).toBe('2026-11-21T10:00:00.000Z')
    } finally {
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    }
  })
  it('takes the years 1900 to 2199, and writes no day that is none', () => {
    for (const day of ['1900-01-01', '2199-12-31']) expect(isDay(day)).toBe(true)
    for (const day of ['0000-01-01', '1899-12-31', '2200-01-01', '9999-12-31']) expect(isDay(day)).toBe(false)
    expect(parseInstant('2199-12-31T23:59:59Z')).toBeDefined()
    for (const text of ['9999-12-31T23:59:59Z', '2199-12-31T23:59:59-01:00', '1900-01-01T00:00:00+01:00'])
      expect(parseInstant(text)).toBeUndefined()
    expect(() => addDays('9999-12-31', 1)).toThrow(
      new RangeError('+010000-01-01T00:00:00.000Z lies outside the calendar'),
    )
    expect(() => addMonths('9999-12-31', 1)).toThrow(RangeError)
  })
})

it('money rounds half a cent away from zero and keeps its cents', () => {
  expect(toCents(1.005)).toBe(101)
  expect(toCents(-1.005)).toBe(-101)
  expect(toCents(1.0049)).toBe(100)
  expect(toCents(-1.0049)).toBe(-100)
  expect(toCents(-0.001)).toBe(0)
  expect(toCents(123.45)).toBe(12_345)
  expect(toCents(-25.125)).toBe(-2513)
  for (const dollars of [25.125, 1.005, 0.005, 8.345, 1.235, 100.295])
    expect(toCents(-dollars), String(dollars)).toBe(-toCents(dollars))
  expect(toRate(1.00005)).toBe(10_001)
  expect(toRate(-1.00005)).toBe(-10_001)
  expect(toDollars(12_345)).toBe(123.45)
  expect(formatMoney(1234.5)).toBe('$1,234.50')
})

it('dollars have two decimals or they have more, however large they are', () => {
  for (const dollars of [0, 0.1 + 0.2, 1.1 * 3, -0.07, 542_860_639.42, 999_999_999.99, -285_918_522.29, 1e13 + 0.5])
    expect([dollars, areWholeCents(dollars)]).toEqual([dollars, true])
  for (const dollars of [0.001, 0.005, -1.234, 542_860_639.425, 999_999_999.991])
    expect([dollars, areWholeCents(dollars)]).toEqual([dollars, false])
})

it('a part of an amount is rounded once, half a cent away from zero, however large the amount is', () => {
  expect(toRate(1.49)).toBe(14_900)
  expect(toRate(6.875)).toBe(68_750)
  expect(toRate(0.0001)).toBe(1)
  expect(shareOf(22_050, toRate(5))).toBe(1_103)
  expect(shareOf(-22_050, toRate(5))).toBe(-1_103)
  expect(shareOf(22_049, toRate(5))).toBe(1_102)
  expect(shareOf(-22_049, toRate(5))).toBe(-1_102)
  expect(shareOf(0, toRate(5))).toBe(0)
  expect(shareOf(9_007_199_254_740_991, toRate(100))).toBe(9_007_199_254_740_991)
})

describe('life cycles', () => {
  it('lead on by the table and nowhere else', () => {
    const door = lifecycle({
      states: ['open', 'shut'],
      events: { shut: { from: ['open'], to: 'shut' } },
    })
    expect(next(door, 'open', 'shut')).toBe('shut')
    expect(next(door, 'shut', 'shut')).toBeUndefined()
  })
})

describe('permissions', () => {
  it('admin holds everything but permissions.manage; supervisor neither deletes nor manages cases', () => {
    expect(userRolePermissions.super_admin.filter((name) => !userRolePermissions.admin.includes(name))).toEqual([
      'permissions.manage',
    ])
    for (const name of ['patients.delete', 'patients.manage', 'users.delete'] as const)
      expect(userRolePermissions.supervisor).not.toContain(name)
  })
  it('each has words for people', () => {
    for (const [label, description] of Object.values(permissions))
      expect(label.length * description.length).toBeGreaterThan(0)
  })
})

describe('work steps', () => {
  it('a scan is not received, a stone model not poured, stored cases not sculpted', () => {
    expect(setupSteps({ impression_type: 4, products_list: 16, addon_options: 0 })).toEqual([
      'Sculpt',
      'Uploaded',
      'Upload STLs',
    ])
    expect(setupSteps({ impression_type: 4, products_list: 32, addon_options: 0 })).toEqual([
      'Sculpt',
      'Base',
      'Uploaded',
      'Upload STLs',
    ])
    expect(setupSteps({ impression_type: 2, products_list: 1, addon_options: 0 })).toEqual([
      'Received',
      'Prepped',
      'Sorted',
      'Scan',
      'Sculpt',
      'Base',
      'Uploaded',
    ])
    expect(setupSteps({ impression_type: 1, products_list: 8, addon_options: 16 })).toEqual([
      'Received',
      'Prepped',
      'Sorted',
      'Pour Up',
      'Scan',
      'Uploaded',
      'Upload STLs',
    ])
  })
})
