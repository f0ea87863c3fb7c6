import { describe, expect, it } from 'vitest'
import {
  isBlocked,
  isOff,
  noLicense,
  noSeat,
  seatsErrors,
  whyNotAdmitted,
  whyNotBought,
  whyNotChanged,
  type LicenseState,
} from './rules.ts'

const license = (change: Partial<LicenseState> = {}): LicenseState => ({
  license_type_id: 2,
  seats: 2,
  bought: 1,
  devices: 1,
  expired: false,
  ...change,
})

describe('which device comes in (licenses/device)', () => {
  // By hand: the license, then the answer for a known, a blocked and a new device.
  const table: [string, LicenseState | null, (string | null)[]][] = [
    ['with a free seat', license(), [null, isBlocked, null]],
    ['with the last seat free', license({ devices: 2 }), [null, isBlocked, null]],
    ['with every seat taken', license({ devices: 3 }), [null, isBlocked, noSeat]],
    ['with more devices than seats', license({ devices: 4 }), [null, isBlocked, noSeat]],
    ['that is off', license({ expired: true }), [isOff, isBlocked, isOff]],
    ['that is off, every seat taken', license({ expired: true, devices: 3 }), [isOff, isBlocked, isOff]],
    ['that does not exist', null, [noLicense, noLicense, noLicense]],
  ]
  const devices = [{ is_blocked: false }, { is_blocked: true }, null]
  it.each(table)('a license %s', (_, state, answers) => {
    expect(devices.map((device) => whyNotAdmitted(state, device))).toEqual(answers)
  })
})

describe('which type a license becomes (licenses/type)', () => {
  const table: [string, LicenseState, 1 | 2, number, boolean][] = [
    ['Standard with one device becomes Multi-seat', license({ license_type_id: 1, seats: 1, bought: 0 }), 2, 5, true],
    ['Multi-seat with one device becomes Standard', license({ bought: 0 }), 1, 1, true],
    ['Multi-seat that includes two seats does not', license({ bought: 0 }), 1, 2, false],
    [
      'what stays is no obstacle, also where it is too much',
      license({ seats: 400, bought: 101, devices: 600 }),
      2,
      400,
      true,
    ],
    ['and goes down', license({ seats: 400, bought: 102 }), 2, 399, true],
    ['Multi-seat with bought seats does not', license({ devices: 0 }), 1, 1, false],
    ['Multi-seat with two devices does not', license({ bought: 0, devices: 2 }), 1, 1, false],
    ['seats may go down to the devices', license({ bought: 0, devices: 2 }), 2, 2, true],
    ['and not below them', license({ bought: 0, devices: 2 }), 2, 1, false],
    ['bought seats count', license({ devices: 3 }), 2, 2, true],
    ['as far as they reach', license({ devices: 3 }), 2, 1, false],
    ['included and bought seats are at most 500', license({ bought: 498 }), 2, 3, false],
  ]
  it.each(table)('%s', (_, state, type, seats, allowed) => {
    expect(whyNotChanged(state, { type, seats }) === null).toBe(allowed)
  })

  it('Standard includes one seat, Multi-seat 1 to 500', () => {
    expect([1, 2].map((seats) => seatsErrors(1, seats))).toEqual([
      null,
      { seats: ['A Standard license has one seat.'] },
    ])
    expect([0, 1, 500, 501].map((seats) => seatsErrors(2, seats) === null)).toEqual([false, true, true, false])
  })
})

describe('how many seats a practice buys (licenses/bought)', () => {
  const table: [string, LicenseState | null, number, boolean][] = [
    ['more than before', license(), 7, true],
    ['none of them, with devices on the included ones', license({ devices: 2 }), 0, true],
    ['fewer than its devices need', license({ devices: 3 }), 0, false],
    ['with a Standard license', license({ license_type_id: 1, seats: 1, bought: 0 }), 1, false],
    ['without a license', null, 1, false],
    ['500 with the included ones', license(), 498, true],
    ['more than 500 with the included ones', license(), 499, false],
    ['fewer of too many', license({ seats: 500, bought: 499 }), 100, true],
  ]
  it.each(table)('%s: %s', (_, state, wanted, allowed) => {
    expect(whyNotBought(state, wanted) === null).toBe(allowed)
  })
})
