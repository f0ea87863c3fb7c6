import { patientSearch } from '@archwire/contract/patients/search.ts'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-text.ts'
import { searchOf } from './search.ts'

test('brackets and commas read as they are written', () => {
  const search = { 'filter[only_on_hold]': '1', 'filter[patient_status_id]': '1,3', page: '2' }
  const text = '?filter[only_on_hold]=1&filter[patient_status_id]=1,3&page=2'
  expect(stringifySearch(search)).toBe(text)
  expect(parseSearch(text)).toEqual(search)
})

test('texts survive the address whatever stands in them', () => {
  const search = { 'filter[search]': "O'Neil & Søn = 100% + [x]" }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('booleans are 1 and 0, empty values are left out', () => {
  expect(stringifySearch({ a: true, b: false, c: '', d: undefined, e: null })).toBe('?a=1&b=0')
  expect(stringifySearch({})).toBe('')
})

test('dangerous keys are refused', () => {
  expect(Object.keys(parseSearch('?__proto__=1&constructor=2&ok=3'))).toEqual(['ok'])
})

test('flags may be written as the API takes them', () => {
  const read = searchOf(patientSearch)
  expect(read({ 'filter[only_on_hold]': 'true', 'filter[late_only]': 'false', 'filter[shipping]': true })).toEqual({
    'filter[only_on_hold]': '1',
    'filter[late_only]': '0',
    'filter[shipping]': '1',
  })
})

test.each(['nonsense', '2026-13-45,', '2026-02-30,2026-03-01', '2026-03-02,2026-03-01', ','])(
  'days that do not exist are left out, and do not come back from the address: %s',
  (days) => {
    const read = searchOf(patientSearch)({ 'filter[ship_date_between]': days })
    // The router merges what is read into the address.
    expect({ 'filter[ship_date_between]': days, ...read }).toEqual({ 'filter[ship_date_between]': undefined })
  },
)

test('a hand-edited address loses only what makes no sense', () => {
  const read = searchOf(patientSearch)
  expect(
    read({ page: '0', perPage: '50', order: 'up', orderBy: 'ship_date', 'filter[only_on_hold]': 'yes', unknown: '1' }),
  ).toEqual({ perPage: '50', orderBy: 'ship_date' })
})
