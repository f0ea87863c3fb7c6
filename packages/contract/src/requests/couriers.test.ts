import { expect, it } from 'vitest'
import { bareTracking, courierOf } from './couriers.ts'
import { Completion } from './bodies.ts'

it.each([
  ['1z 999 aa1 01 2345 6784', '1Z999AA10123456784', 'UPS'],
  ['9400-1000 0000 0000 0000 00', '9400100000000000000000', 'USPS'],
  ['1234\u20115678\u00a09012', '123456789012', 'FedEx'],
  // Read from a label by a scanner gun.
  ['420802029400100000000000000000', '9400100000000000000000', 'USPS'],
  ['4208020212349400100000000000000000', '9400100000000000000000', 'USPS'],
  ['420 80202 9205 5000 0000 0000 0000 000012', '92055000000000000000000012', 'USPS'],
  ['42080202123492055000000000000012', '92055000000000000012', 'USPS'],
  // A ZIP code that begins like a number.
  ['420927019400100000000000000000', '9400100000000000000000', 'USPS'],
  ['1001921334250001000300779017972697', '779017972697', 'FedEx'],
  ['9622 0019 0000 0000 0000 12 7766 3251 7510', '12776632517510', 'FedEx'],
  // Like those, but none of them.
  ['4201234567', '4201234567', 'DHL'],
  ['420123456789', '420123456789', 'FedEx'],
  ['420123456789012', '420123456789012', 'FedEx'],
  ['jd 0146 0000 0000 0000', 'JD0146000000000000', 'DHL'],
])('%s is kept as %s, of %s', (written, kept, courier) => {
  expect(bareTracking(written)).toBe(kept)
  expect(Completion.parse({ tracking_number: written }).tracking_number).toBe(kept)
  expect(courierOf(kept, 'Ground').name).toBe(courier)
  expect(courierOf(written, 'Ground')).toEqual(courierOf(kept, 'Ground'))
})

it.each(['42080202', '1'.repeat(32), '1'.repeat(35), `420802021Z${'9'.repeat(16)}`, '4208020291'])(
  '%s holds no other number',
  (signs) => {
    expect(bareTracking(signs)).toBe(signs)
    expect(courierOf(signs, 'Ground').link === null || signs.length === 10).toBe(true)
  },
)

it('a number is the same once it is bare', () => {
  const numbers = ['420802029400100000000000000000', '1001921334250001000300779017972697', '1Z999AA10123456784']
  for (const number of numbers) expect(bareTracking(bareTracking(number))).toBe(bareTracking(number))
})

it('a tracking number is no longer than 60 characters, in capitals too', () => {
  const read = (tracking_number: string) => Completion.safeParse({ tracking_number }).success
  expect([read('ß'.repeat(30)), read('ß'.repeat(31)), read('a '.repeat(30))]).toEqual([true, false, true])
})
