import { expect, it } from 'vitest'
import { placeProblems, state } from './address-fields.ts'
import { countryCodes, offsetAt, postalCodeIn, usStates, withoutPostalCodes } from './places.ts'
import { fieldsOf } from './record-fields.ts'
import { bodyOf } from './record-schema.ts'

it('the USA has its 50 states, its district, and everywhere else that its mail is delivered at home', () => {
  const ids = usStates.map(({ id }) => id)
  expect(ids).toHaveLength(62)
  expect(new Set(ids).size).toBe(62)
  for (const id of ['DC', 'PR', 'VI', 'GU', 'AS', 'MP', 'FM', 'MH', 'PW', 'AA', 'AE', 'AP']) expect(ids).toContain(id)
})

it('in the USA and Canada a state is one of the list, in any case; elsewhere it is free', () => {
  for (const { id } of usStates) expect(placeProblems({ country: 'USA', state: id })).toEqual({})
  expect(placeProblems({ country: 'USA', state: 'co ' })).toEqual({})
  expect(placeProblems({ country: 'CAN', state: 'on' })).toEqual({})
  const refused = (country: string, state: string) => placeProblems({ country, state }).state
  expect(refused('USA', 'ZZ')).toEqual(['Choose a state.'])
  expect(refused('CAN', 'CO')).toEqual(['Choose a state.'])
  for (const typed of ['C', 'COL', 'ßa'])
    expect(refused('USA', typed), typed).toEqual(['Must be exactly 2 characters.'])
  expect(refused('USA', '')).toEqual(['Required'])
  for (const typed of ['', 'ZZ', 'NSW', 'Bayern']) expect(refused('DEU', typed), typed).toBeUndefined()
})

it('a code of a state is kept in capitals, a name as it is', () => {
  const { shape } = bodyOf(fieldsOf({ state: state() }))
  const kept = ['co', 'nsw', 'Bayern', 'öä', ''].map((typed) => shape.state.parse(typed))
  expect(kept).toEqual(['CO', 'NSW', 'Bayern', 'öä', ''])
  expect(shape.state.safeParse('x'.repeat(41)).success).toBe(false)
})

it.each([
  ['HKG', '', '', {}],
  ['ARE', '', '', {}],
  ['SGP', '', '238857', {}],
  ['DEU', '', '10115', {}],
  ['DEU', '', '', { zip_code: ['Required'] }],
  ['AUS', 'NSW', '2000', {}],
  ['CAN', 'ON', 'K1A 0B1', {}],
  ['CAN', 'ON', '80202', { zip_code: ['Enter a postal code like K1A 0B1.'] }],
  ['USA', 'CO', '80202-1234', {}],
  ['USA', 'CO', 'hello', { zip_code: ['Enter a ZIP code like 80202 or 80202-1234.'] }],
  ['USA', 'CO', '', { zip_code: ['Required'] }],
  ['USA', '', '80202', { state: ['Required'] }],
])('an address in %s with the state "%s" and the code "%s"', (country, state, zip_code, problems) =>
  expect(placeProblems({ country, state, zip_code })).toEqual(problems),
)

it('a postal code of Canada is kept as its post writes it', () => {
  for (const typed of ['k1a0b1', 'K1A-0B1', ' K1A 0B1 ']) expect(postalCodeIn('CAN', typed)).toBe('K1A 0B1')
  for (const typed of ['D1A 0B1', 'K1A 0B', 'K1A 0BO1']) expect(postalCodeIn('CAN', typed)).toBeUndefined()
})

it('knows each country that has no postal codes', () => {
  for (const id of withoutPostalCodes) expect(countryCodes.has(id), id).toBe(true)
})

it('every zone is known; an address of the armed forces tells none', () => {
  const at = new Date('2026-07-01T12:00:00Z')
  expect(offsetAt('USA', 'MH', at)).toBe(12 * 60)
  expect(offsetAt('USA', 'PW', at)).toBe(9 * 60)
  expect(offsetAt('USA', 'FM', at)).toBe(10 * 60)
  for (const { id, zone } of usStates) expect(offsetAt('USA', id, at) === null, id).toBe(zone === null)
  expect(usStates.filter(({ zone }) => zone === null).map(({ id }) => id)).toEqual(['AA', 'AE', 'AP'])
})
