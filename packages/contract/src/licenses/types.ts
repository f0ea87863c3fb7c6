/** Kinds of licenses (`billing/license`): Standard has one seat, Multi-seat can buy more. */
export const licenseTypes = [
  { id: 1, name: 'Standard' },
  { id: 2, name: 'Multi-seat' },
] as const
export type LicenseType = (typeof licenseTypes)[number]['id']

/** The most seats that a license includes, and the most that a practice buys. */
export const mostSeats = 500

/** What is wrong with the included seats of a license of this type; undefined for nothing (`licenses/seats`). */
export function seatsProblem(type: LicenseType, seats: number): string | undefined {
  if (type === 1 && seats !== 1) return 'A Standard license has one seat.'
  return Number.isInteger(seats) && seats >= 1 && seats <= mostSeats ? undefined : `Enter 1 to ${mostSeats} seats.`
}
