import { describe, expect, it } from 'vitest'
import {
  addBusinessDays,
  approveBy,
  calendarDays,
  deliveryWindow,
  isBusinessDay,
  isValidBusinessDate,
  methodOf,
  nextBusinessDate,
  planShipping,
  problemWithStart,
  reaches,
  shipDate,
  shippingMethodIds,
} from './rules.ts'

const zone = 'America/Denver'
const next = (iso: string, offset = 0, method?: 'standard' | 'express' | 'urgent' | 'lightspeed' | 'international') =>
  nextBusinessDate({ at: new Date(iso), zone, offset, method })

describe('business days', () => {
  it.each([
    ['2028-11-10', false, 'Veterans Day 2028 is a Saturday, observed on Friday'],
    ['2027-12-31', false, 'New Year 2028 is a Saturday, observed on 31 December'],
    ['2026-07-03', false, 'Independence Day 2026 is a Saturday'],
    ['2029-01-22', true, 'no Inauguration Day'],
    ['2026-11-26', false, 'Thanksgiving'],
    ['2026-11-27', true, 'the day after is no federal holiday'],
    ['2026-11-21', false, 'a Saturday'],
    ['2026-11-23', true, 'a Monday'],
    ['2021-07-05', false, 'Independence Day 2021 is a Sunday, observed on Monday'],
    ['2027-01-01', false, 'New Year, its month and day of one digit each'],
  ])('%s → %s (%s)', (day, expected) => expect(isBusinessDay(day)).toBe(expected))

  it('has eleven holidays on weekdays in 2026', () => {
    const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`)
    const closed = months
      .flatMap(calendarDays)
      .filter(
        ({ date, is_business_day }) => !is_business_day && ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()),
      )
    expect(closed).toHaveLength(11)
  })
})

describe('next business date', () => {
  it('is today until 15:59:59 in the lab’s zone, whatever the server’s zone', () => {
    expect(next('2026-11-23T22:59:59Z')).toBe('2026-11-23')
    expect(next('2026-11-23T23:00:00Z')).toBe('2026-11-24')
  })
  it('counts business days for production and transit', () => {
    expect(next('2026-11-20T18:00:00Z', 5, 'standard')).toBe('2026-12-07')
    expect(next('2026-11-24T18:00:00Z', 0, 'express')).toBe('2026-11-27')
  })
  it('cuts lightspeed off at noon', () => {
    expect(next('2026-11-23T18:59:59Z', 0, 'lightspeed')).toBe('2026-11-23')
    expect(next('2026-11-23T19:00:00Z', 0, 'lightspeed')).toBe('2026-11-24')
  })
  it('allows six calendar months, clamped to the month’s end, inclusive', () => {
    const request = { at: new Date('2026-08-31T15:00:00Z'), zone, offset: 0, method: undefined }
    expect(isValidBusinessDate('2027-02-26', request)).toBe(true)
    expect(isValidBusinessDate('2027-03-01', request)).toBe(false)
    expect(isValidBusinessDate('2026-08-28', request)).toBe(false)
  })
  it('starts with the next business date itself and ends with the day six months on itself', () => {
    const request = { at: new Date('2026-05-20T15:00:00Z'), zone, offset: 0, method: undefined }
    for (const day of ['2026-05-20', '2026-11-20']) expect(isValidBusinessDate(day, request), day).toBe(true)
    for (const day of ['2026-05-19', '2026-11-21', '2026-11-23'])
      expect(isValidBusinessDate(day, request), day).toBe(false)
  })
  it('comes to an end at both ends of the calendar, and where there is none', () => {
    for (const day of ['1900-01-01', '2199-12-31', '2050-12-24'])
      for (const count of [-250, -1, 0, 1, 257]) expect(addBusinessDays(day, count)).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(() => addBusinessDays('9999-12-31', 250)).toThrow(RangeError)
    expect(() => addBusinessDays('+010000-01', 1)).toThrow(RangeError)
  })
  it('is delivered between the business day before the expected arrival and that day', () => {
    expect(deliveryWindow('2026-11-30')).toEqual({ from: '2026-11-27', to: '2026-11-30' })
    expect(deliveryWindow('2026-12-02')).toEqual({ from: '2026-12-01', to: '2026-12-02' })
  })
  it('ships the transit days before arrival', () => {
    expect(shipDate('2026-12-07', 'standard')).toBe('2026-11-30')
    expect(shipDate('2026-12-07', 'lightspeed')).toBe('2026-12-07')
  })
})

describe('shipping', () => {
  it('methods go by their names', () => {
    for (const id of shippingMethodIds) expect(methodOf(id)).toBe(id)
    for (const id of ['', 'Standard', 'pigeon', null]) expect(methodOf(id)).toBeUndefined()
  })
  it('international goes abroad, and nothing else does', () => {
    for (const id of shippingMethodIds) {
      expect(reaches(id, 'USA'), id).toBe(id !== 'international')
      expect(reaches(id, 'Canada'), id).toBe(id === 'international')
    }
  })

  const monday = { at: new Date('2026-11-23T16:00:00Z'), zone, offset: 1 }
  const impossible = 'Selected date is not a valid business date'
  it.each([
    ['as soon as can be', 'standard', null, '2026-12-02', '2026-12-01', '2026-11-24', null],
    ['on the picked day', 'standard', '2026-12-04', '2026-12-04', '2026-12-03', '2026-11-27', null],
    [
      'on the earliest day, when it is picked',
      'standard',
      '2026-12-02',
      '2026-12-02',
      '2026-12-01',
      '2026-11-24',
      null,
    ],
    ['what does not travel', undefined, null, '2026-11-24', '2026-11-23', null, null],
    ['a day too early', 'standard', '2026-12-01', '2026-12-01', '2026-11-30', '2026-11-23', 'Invalid date'],
    ['a Sunday', 'urgent', '2026-12-06', '2026-12-06', '2026-12-04', '2026-12-04', impossible],
  ] as const)('arrives %s', (_, method, picked, arrival, from, ship, problem) => {
    const request = { ...monday, method }
    expect(planShipping(request, picked)).toEqual({ arrival, from, to: arrival, ship, problem })
  })

  it.each([
    ['the earliest, the business day before the earliest arrival', '2026-11-30', null],
    ['a day before that', '2026-11-29', 'Invalid date'],
    ['years ago', '2020-01-06', 'Invalid date'],
    ['a Sunday', '2026-12-06', impossible],
    ['any later business day', '2026-12-07', null],
  ] as const)('a window starts on %s: %s → %s', (_, day, problem) => {
    expect(problemWithStart(day, { ...monday, offset: 0, method: 'standard' })).toBe(problem)
  })
})

describe('by when a setup is to be approved (cases/approve-by)', () => {
  const by = (plan: { ship: string | null; arrival: string }, printDays = 2, zone = 'America/Denver') =>
    approveBy(plan, { zone, printDays }).toISOString()
  it.each([
    ['at closing time, two business days before it ships', '2026-12-10', 2, '2026-12-08T23:00:00.000Z'],
    ['over a weekend', '2026-12-08', 2, '2026-12-04T23:00:00.000Z'],
    ['over Thanksgiving', '2026-11-30', 2, '2026-11-25T23:00:00.000Z'],
    ['over New Year', '2027-01-04', 2, '2026-12-30T23:00:00.000Z'],
    ['on the other side of the turn of clocks', '2026-11-03', 2, '2026-10-30T22:00:00.000Z'],
    ['on the day itself', '2026-12-10', 0, '2026-12-10T23:00:00.000Z'],
  ])('%s', (_, ship, printDays, instant) => expect(by({ ship, arrival: '2027-02-01' }, printDays)).toBe(instant))
  it('where nothing ships, before it is needed', () =>
    expect(by({ ship: null, arrival: '2026-12-10' })).toBe('2026-12-08T23:00:00.000Z'))
  it('by the clock of the lab', () =>
    expect(by({ ship: '2026-12-10', arrival: '2026-12-17' }, 2, 'Europe/Vienna')).toBe('2026-12-08T15:00:00.000Z'))
})

it('on a holiday the delivery window does not start in the past', () => {
  const thanksgiving = new Date('2026-11-26T18:00:00Z')
  const request = { at: thanksgiving, zone: 'America/Denver', offset: 0, method: 'lightspeed' } as const
  const { arrival, from, to } = planShipping(request, null)
  expect({ arrival, from, to }).toEqual({ arrival: '2026-11-27', from: '2026-11-27', to: '2026-11-27' })
  expect(planShipping(request, '2026-12-01')).toMatchObject({ from: '2026-11-30', to: '2026-12-01' })
})
