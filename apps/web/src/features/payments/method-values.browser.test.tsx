import type { Day } from '@archwire/contract/core/dates.ts'
import { expect, test } from 'vitest'
import { refusalOf } from '../../payment-fields/refusal.ts'
import { expiryProblem, placesOf } from './method-values.ts'

const today = '2026-11-30' as Day
const invalid = ['Invalid Expiration Date']

test.each([
  ['11', '2026', {}],
  ['12', '2026', {}],
  ['01', '2027', {}],
  ['10', '2026', { expiry_month: invalid }],
  ['12', '2025', { expiry_year: invalid }],
  ['13', '2027', { expiry_month: invalid }],
  ['00', '2027', { expiry_month: invalid }],
  ['1', '2027', { expiry_month: invalid }],
  ['', '2027', { expiry_month: invalid }],
  ['01', '27', { expiry_year: invalid }],
  ['01', '', { expiry_year: invalid }],
  ['', '', { expiry_month: ['Required'], expiry_year: ['Required'] }],
])('a card of %s/%s on the last day of November 2026', (month, year, problems) => {
  expect(expiryProblem(month, year, today)).toEqual(problems)
})

test('a list of an unknown shape is no message', () => {
  expect(placesOf(refusalOf([null, 4, { message: 'No field.' }]), 'card')).toEqual({
    atFields: {},
    above: 'Something went wrong, please try again.',
  })
  expect(placesOf(refusalOf({ message: ' ' }), 'bank').above).toBe('Something went wrong, please try again.')
})

test('a message about a bank account is not put at a field of a card', () => {
  const refusal = refusalOf({ routing: 'Unknown routing number.', firstname: ['Too long.'] })
  expect(placesOf(refusal, 'bank')).toEqual({
    atFields: { bank_routing: ['Unknown routing number.'] },
    above: 'Too long.',
  })
  expect(placesOf(refusal, 'card')).toEqual({ atFields: {}, above: 'Unknown routing number. Too long.' })
})
