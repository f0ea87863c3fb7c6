/**
 * How addresses are written in the whole portal (`organizations/addresses`). No other file puts cities and states
 * together.
 *
 * | what                                    | function         | reads                                |
 * | --------------------------------------- | ---------------- | ------------------------------------ |
 * | a location among others                 | placeName        | Main office, Boulder                 |
 * | a city                                  | cityLine         | Boulder, CO 80301                    |
 * | a whole address, as `full_address` does | addressInOneLine | 9 North Road, Boulder, CO 80301, USA |
 * | the same on a parcel, a line each       | addressLines     | without the USA                      |
 */
interface City {
  city: string
  state: string
  zip_code?: string
}

interface Address extends City {
  street_address: string
  street_address_line_2: string
  country: string
}

const joined = (parts: readonly (string | undefined)[], by: string): string => parts.filter(Boolean).join(by)

/** "Main office, Boulder" */
export const placeName = ({ location_name, city }: { location_name: string; city: string }): string =>
  joined([location_name, city], ', ')

/** "Boulder, CO 80301"; what is not known is left out. */
export const cityLine = ({ city, state, zip_code }: City): string =>
  joined([city, joined([state, zip_code], ' ')], ', ')

/** The country of an address where it is not the lab's own; else nothing. */
export const foreignCountry = (country: string): string => (country === 'USA' ? '' : country)

/** The lines of an address on a parcel: streets, city, and the country outside the USA. */
export const addressLines = (address: Address): string[] =>
  [address.street_address, address.street_address_line_2, cityLine(address), foreignCountry(address.country)].filter(
    (line) => line !== '',
  )

/** "9 North Road, Suite 4, Boulder, CO 80301, USA" */
export const addressInOneLine = (address: Address): string =>
  joined([address.street_address, address.street_address_line_2, cityLine(address), address.country], ', ')
