import type { LocationAddress } from '@archwire/contract/locations/schema.ts'
import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { addressLines, placeName } from '../../lib/address.ts'
import { formatDay } from '../../lib/format.ts'

/** "Ships to Main office, Boulder, arrives Dec 11"; null where nothing ships. */
export const shipsTo = ({
  location,
  expected_arrival_date: arrives,
}: Pick<PrintingRequest, 'location' | 'expected_arrival_date'>): string | null =>
  location && arrives ? `Ships to ${placeName(location)}, arrives ${formatDay(arrives)}` : null

/** The places to choose from; the current one stays among them even where the person may not ship to it. */
export function placesOf(locations: readonly LocationAddress[] | undefined, present: LocationAddress | null) {
  const all = [...(locations ?? [])]
  if (present && !all.some(({ id }) => id === present.id)) all.unshift(present)
  return all.map((location) => ({ id: location.id, label: placeName(location) }))
}

/** Where a parcel goes, as printed on it, a line each. */
export function parcelLines(location: LocationAddress, organizationName: string): string[] {
  const { full_name, location_name } = location
  const lines = [organizationName || location_name, full_name.trim() && `Attn. ${full_name.trim()}`]
  return [...lines.filter((line) => line !== ''), ...addressLines(location)]
}
