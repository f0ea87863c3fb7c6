import { expect, it } from 'vitest'
import { bareTracking, courierOf } from './couriers.ts'
import { Completion } from './bodies.ts'

it.each([
  ['1z 999 aa1 01 2345 6784', '1Z999AA10123456784', 'UPS'],
  ['9400-1000 0000 0000 0000 00', '9400100000000000000000', 'USPS'],
  ['1234\u20115678\u00a09012', '123456789012', 'FedEx'],
  ['jd 0146 0000 0000 0000', 'JD0146000000000000', 'DHL'],
])('%s is kept as %s, of %s', (written, kept, courier) => {
  expect(bareTracking(written)).toBe(kept)
  expect(Completion.parse({ tracking_number: written }).tracking_number).toBe(kept)
  expect(courierOf(kept, 'Ground').name).toBe(courier)
  expect(courierOf(written, 'Ground')).toEqual(courierOf(kept, 'Ground'))
})

it('a tracking number is no longer than 60 characters, in capitals too', () => {
  const read = (tracking_number: string) => Completion.safeParse({ tracking_number }).success
  expect([read('ß'.repeat(30)), read('ß'.repeat(31)), read('a '.repeat(30))]).toEqual([true, false, true])
})
