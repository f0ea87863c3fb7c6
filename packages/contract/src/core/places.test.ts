import { expect, it } from 'vitest'
import { placeProblems, state } from './address-fields.ts'
import { offsetAt, usStates } from './places.ts'
import { fieldsOf } from './record-fields.ts'
import { bodyOf } from './record-schema.ts'

it('the USA has its 50 states, its district, and everywhere else that its mail is delivered at home', () => {
  const ids = usStates.map(({ id }) => id)
  expect(ids).toHaveLength(62)
  expect(new Set(ids).size).toBe(62)
  for (const id of ['DC', 'PR', 'VI', 'GU', 'AS', 'MP', 'FM', 'MH', 'PW', 'AA', 'AE', 'AP']) expect(ids).toContain(id)
})

it('in the USA a state is one of the list, in any case; elsewhere any two characters', () => {
  for (const { id } of usStates) expect(placeProblems({ country: 'USA', state: id })).toEqual({})
  expect(placeProblems({ country: 'USA', state: 'co ' })).toEqual({})
  expect(placeProblems({ country: 'USA', state: 'ZZ' })).toEqual({ state: ['Choose a state.'] })
  expect(placeProblems({ country: 'DEU', state: 'ZZ' })).toEqual({})
  expect(placeProblems({ country: 'USA', state: '' })).toEqual({})
})

it('a state has two characters in capitals, too', () => {
  const fields = fieldsOf({ state: state() })
  const { shape } = bodyOf(fields)
  for (const typed of ['ßa', 'ﬁa', 'ŉa']) {
    expect(shape.state.safeParse(typed).success, typed).toBe(false)
    expect(fields.problems({ state: typed })).toEqual({ state: ['Must be exactly 2 characters.'] })
  }
  expect(shape.state.parse('öä')).toBe('ÖÄ')
})

it('every zone is known; an address of the armed forces tells none', () => {
  const at = new Date('2026-07-01T12:00:00Z')
  expect(offsetAt('USA', 'MH', at)).toBe(12 * 60)
  expect(offsetAt('USA', 'PW', at)).toBe(9 * 60)
  expect(offsetAt('USA', 'FM', at)).toBe(10 * 60)
  for (const { id, zone } of usStates) expect(offsetAt('USA', id, at) === null, id).toBe(zone === null)
  expect(usStates.filter(({ zone }) => zone === null).map(({ id }) => id)).toEqual(['AA', 'AE', 'AP'])
})
