import { expect, it } from 'vitest'
import { addressInOneLine, addressLines, cityLine, placeName } from './address.ts'

const boulder = {
  street_address: '9 North Road',
  street_address_line_2: 'Suite 4',
  city: 'Boulder',
  state: 'CO',
  zip_code: '80301',
  country: 'USA',
}
const munich = {
  ...boulder,
  street_address_line_2: '',
  city: 'München',
  state: 'BY',
  zip_code: '80331',
  country: 'DEU',
}

it('an address in one line names its country, on a parcel only another one (organizations/addresses)', () => {
  expect(addressInOneLine(boulder)).toBe('9 North Road, Suite 4, Boulder, CO 80301, USA')
  expect(addressInOneLine(munich)).toBe('9 North Road, München, BY 80331, DEU')
  expect(addressLines(boulder)).toEqual(['9 North Road', 'Suite 4', 'Boulder, CO 80301'])
  expect(addressLines(munich)).toEqual(['9 North Road', 'München, BY 80331', 'DEU'])
})

it('what is not known of a place leaves no comma (organizations/addresses)', () => {
  expect(cityLine({ city: 'Boulder', state: 'CO' })).toBe('Boulder, CO')
  expect(cityLine({ city: '', state: 'CO', zip_code: '80301' })).toBe('CO 80301')
  expect(cityLine({ city: 'Boulder', state: '', zip_code: '' })).toBe('Boulder')
  expect(placeName({ location_name: 'Main office', city: 'Boulder' })).toBe('Main office, Boulder')
  expect(placeName({ location_name: 'Main office', city: '' })).toBe('Main office')
})
