import { licenseTypes, mostSeats, seatsProblem, type LicenseType } from '@archwire/contract/licenses/types.ts'

/** A license, as far as it decides what is possible. */
export interface LicenseState {
  license_type_id: LicenseType
  /** Included. */
  seats: number
  bought: number
  /** Devices that take a seat. */
  devices: number
  /** It is switched off. */
  expired: boolean
}

export const noSeat = 'Every seat of this license is taken. Remove a device, or get another seat.'
export const isOff = 'The license of this practice is off. Ask the lab.'
export const isBlocked = 'The lab has blocked this device.'
export const noLicense = 'This practice has no license. Ask the lab.'

/** Seats that no device takes; never below 0. */
export const freeSeats = ({ seats, bought, devices }: Pick<LicenseState, 'seats' | 'bought' | 'devices'>): number =>
  Math.max(0, seats + bought - devices)

/** Why a device does not come in now, as text; null when it does (`licenses/device`). */
export function whyNotAdmitted(license: LicenseState | null, device: { is_blocked: boolean } | null): string | null {
  if (!license) return noLicense
  if (device?.is_blocked) return isBlocked
  if (license.expired) return isOff
  return device || freeSeats(license) > 0 ? null : noSeat
}

/** Why a license does not become one of this type with so many included seats, as text; null when it does (`licenses/type`). */
export function whyNotChanged(license: LicenseState, wanted: { type: LicenseType; seats: number }): string | null {
  const { bought, devices } = license
  if (wanted.type === 1 && license.license_type_id !== 1) {
    if (wanted.seats > 1) return `The license includes ${wanted.seats} seats. Set them to 1 first.`
    if (bought > 0) return 'The practice buys seats. Give them back first.'
    if (devices > 1) return `${devices} devices take a seat. A Standard license has one.`
  }
  if (wanted.seats === license.seats) return null
  if (wanted.seats > license.seats && wanted.seats + bought > mostSeats)
    return `A license has at most ${mostSeats} seats, bought ones included.`
  return wanted.seats + bought < devices ? `${devices} devices take a seat. Remove devices first.` : null
}

/** What is wrong with the seats of a type, by the field; null for nothing. */
export function seatsErrors(type: LicenseType, seats: number): Record<string, string[]> | null {
  const problem = seatsProblem(type, seats)
  return problem === undefined ? null : { seats: [problem] }
}

/** Why a practice does not buy so many seats, as text; null when it does (`licenses/bought`). */
export function whyNotBought(license: LicenseState | null, wanted: number): string | null {
  if (!license) return noLicense
  if (!allowsSeats(license.license_type_id)) return 'A Standard license cannot buy seats.'
  if (license.seats + wanted < license.devices)
    return `${license.devices} devices take a seat. Ask the lab to remove devices first.`
  return wanted > license.bought && license.seats + wanted > mostSeats
    ? `A license has at most ${mostSeats} seats.`
    : null
}

export const allowsSeats = (type: LicenseType): boolean => type === licenseTypes[1].id
