import type { PhotoView } from '@archwire/contract/patient-files/types.ts'
import { beforeAll, expect, test } from 'vitest'
import { showTimesIn } from '../../lib/format.ts'
import { dayOf, sameViewOf, takenAt, visitsOf } from './visits.ts'

beforeAll(() => showTimesIn('America/Denver'))

let id = 0
const photo = (photo_view: PhotoView | null, created_at: string, file_modification_date: string | null = null) => ({
  id: (id += 1),
  photo_view,
  created_at,
  file_modification_date,
})

test('a photo was taken when its file says so, unless no camera can know that', () => {
  const came = '2026-11-24T18:00:00Z'
  expect(takenAt(photo(null, came))).toBe(came)
  expect(takenAt(photo(null, came, '2026-03-01T10:00:00Z'))).toBe('2026-03-01T10:00:00Z')
  expect(takenAt(photo(null, came, '1980-01-01T00:00:00Z'))).toBe(came)
  expect(takenAt(photo(null, came, '2099-01-01T00:00:00Z'))).toBe(came)
  // At midnight of Greenwich it is still the day before in Denver.
  expect(dayOf(photo(null, '2026-11-25T03:00:00Z'))).toBe('2026-11-24')
})

test('visits are days, the newest first, each from the face to the teeth', () => {
  const [lower, none, frontal, late, early] = [
    photo('lower_occlusal', '2026-11-24T18:00:00Z'),
    photo(null, '2026-11-24T17:00:00Z'),
    photo('frontal', '2026-11-24T19:00:00Z'),
    photo('profile', '2026-03-01T19:00:00Z'),
    photo('profile', '2026-03-01T18:00:00Z'),
  ]
  expect(visitsOf([lower!, none!, late!, frontal!, early!])).toEqual([
    { day: '2026-11-24', photos: [frontal, lower, none] },
    { day: '2026-03-01', photos: [early, late] },
  ])
  expect(visitsOf([])).toEqual([])
})

test('beside a photo stands the same view of the visit before, then of further ones, then of later ones', () => {
  const days = ['2026-11-24', '2026-08-01', '2026-05-01', '2026-02-01']
  const [now, summer, spring, winter] = days.map((day) => photo('profile', `${day}T18:00:00Z`))
  const all = [
    now!,
    summer!,
    spring!,
    winter!,
    photo('smile', '2026-06-01T18:00:00Z'),
    photo(null, '2026-06-01T18:00:00Z'),
  ]
  const visits = visitsOf(all)
  expect(sameViewOf(now!, visits)).toEqual([summer, spring, winter])
  expect(sameViewOf(spring!, visits)).toEqual([winter, summer, now])
  expect(sameViewOf(all[4]!, visits)).toEqual([])
  expect(sameViewOf(all[5]!, visits)).toEqual([])
})
