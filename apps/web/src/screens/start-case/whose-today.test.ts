import { emptyRxForm } from '@archwire/contract/rx-forms/form.ts'
import { validate } from '@archwire/contract/rx-forms/rules.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { contextOf, todayAt, type Practice } from './case-form.ts'

/** The practice's day (`rx-form/whose-today`), by a clock that the test sets. */
const practiceWith = (time_zone: string | null, ...locations: { id: number; country: string; state: string }[]) =>
  ({
    doctors: [],
    locations,
    preference: {
      data: { options: {}, defaults: {}, bracket_libraries: [] },
      metadata: { time_zone, lab_time_zone: 'America/Denver', third_party_partner: null, rush_case_enabled: false },
    },
  }) as unknown as Practice

const guam = { id: 1, country: 'USA', state: 'GU' }
const honolulu = { id: 2, country: 'USA', state: 'HI' }
const abroad = { id: 3, country: 'AUS', state: 'NSW' }

afterEach(() => void vi.useRealTimers())

it.each<[string, Practice, number | null, string, string]>([
  ['Guam', practiceWith(null, guam), 1, '2026-11-20T15:30:00Z', '2026-11-21'],
  ['Honolulu', practiceWith('Asia/Tokyo', guam, honolulu), 2, '2026-11-20T15:30:00Z', '2026-11-20'],
  ['Sydney', practiceWith('Australia/Sydney', abroad), 3, '2026-11-20T15:30:00Z', '2026-11-21'],
  ['Tokyo', practiceWith('Asia/Tokyo', abroad), 3, '2026-11-20T14:59:00Z', '2026-11-20'],
  ['Tokyo', practiceWith('Asia/Tokyo', abroad), 3, '2026-11-20T15:00:00Z', '2026-11-21'],
  ['Honolulu, no location chosen', practiceWith('Pacific/Honolulu'), null, '2026-11-21T08:30:00Z', '2026-11-20'],
])('today in %s', (_name, practice, location, at, today) => {
  expect(todayAt(practice, location, Date.parse(at))).toBe(today)
})

it('where neither address nor people say, the browser’s day counts', () => {
  const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  zone.mockReturnValue({ timeZone: 'Pacific/Kiritimati' } as Intl.ResolvedDateTimeFormatOptions)
  expect(todayAt(practiceWith(null, abroad), 3, Date.parse('2026-11-20T10:30:00Z'))).toBe('2026-11-21')
  zone.mockRestore()
})

it('a form that is open overnight takes the new day: impressions by the practice’s, deliveries by the lab’s', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T13:30:00Z') })
  const context = contextOf(practiceWith(null, guam))
  const wrongOn = (impression_date: string, bonding_date: string) => {
    const { impression_date: taken, bonding_date: wished } = validate(
      { ...emptyRxForm(impression_date), location_id: 1, bonding_date },
      context,
    )
    return { taken, wished }
  }
  const future = ['The date is in the future']
  expect(wrongOn('2026-11-21', '2026-11-20')).toEqual({ taken: future })
  // After midnight in Guam it is still the twentieth at the lab.
  vi.setSystemTime(Date.parse('2026-11-20T14:30:00Z'))
  expect(wrongOn('2026-11-21', '2026-11-20')).toEqual({})
  expect(wrongOn('2026-11-22', '2026-11-19')).toEqual({ taken: future, wished: ['Invalid date'] })
  vi.setSystemTime(Date.parse('2026-11-21T07:30:00Z'))
  expect(wrongOn('2026-11-21', '2026-11-20')).toEqual({ wished: ['Invalid date'] })
})
