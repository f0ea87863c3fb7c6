import { expect, test } from 'vitest'
import { shipsTo } from './places.ts'

const location = { location_name: 'Main office', city: 'Boulder' } as never

test('where and when a print ships, in one line; nothing where nothing ships', () => {
  expect(shipsTo({ location, expected_arrival_date: '2031-12-11' })).toBe(
    'Ships to Main office, Boulder, arrives Thu, Dec 11, 2031',
  )
  expect(shipsTo({ location: null, expected_arrival_date: '2031-12-11' })).toBeNull()
  expect(shipsTo({ location, expected_arrival_date: null })).toBeNull()
})
