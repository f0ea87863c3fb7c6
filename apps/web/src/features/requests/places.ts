import type { LocationAddress } from '@archwire/contract/locations/schema.ts'
import type { PrintingRequest } from '@archwire/contract/requests/schema.ts'
import { formatDay } from '../../lib/format.ts'

/** "Main office, Boulder" */
export const placeName = ({ location_name, city }: Pick<LocationAddress, 'location_name' | 'city'>): string =>
  city ? `${location_name}, ${city}` : location_name

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

/** An address as printed on a parcel, a line each. */
export function addressLines(location: LocationAddress, organizationName: string): string[] {
  const { full_name, location_name, street_address, street_address_line_2, city, state, zip_code, country } = location
  const region = [state, zip_code].filter(Boolean).join(' ')
  return [
    organizationName || location_name,
    full_name.trim() && `Attn. ${full_name.trim()}`,
    street_address,
    street_address_line_2,
    [city, region].filter(Boolean).join(', '),
    country === 'USA' ? '' : country,
  ].filter((line) => line !== '')
}
