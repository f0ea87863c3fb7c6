import { describe, expect, it } from 'vitest'
import { AccountDetailsEdit } from '../account-setup/schema.ts'
import { BillingAddressEdit } from '../billing-address/schema.ts'
import { ContactBody } from '../contacts/schema.ts'
import { LocationBody } from '../locations/schema.ts'
import { placeProblems } from './address-fields.ts'
import { barePhone, formatPhone, invalidPhone, noCountryCode, noExtension, phoneIn, phoneProblem } from './phone.ts'

const schemas = [LocationBody, BillingAddressEdit, AccountDetailsEdit, ContactBody].map(
  ({ shape }) => shape.phone_number,
)

describe('a written number is read', () => {
  it.each([
    ['+1 303 555 0142', '+13035550142'],
    ['+1 (303) 555-0142', '+13035550142'],
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['+44 ( 0 ) 20 7946 0018', '+442079460018'],
    ['+49.30.901820', '+4930901820'],
    ['\u202a+1\u00a0303\u2011555\u20110142\u202c', '+13035550142'],
    ['＋１ ３０３ ５５５ ０１４２', '+13035550142'],
    ['(303) 555-0142', '3035550142'],
    ['303.555.0142', '3035550142'],
    ['1-303-555-0142', '3035550142'],
  ])('%s', (written, bare) => {
    expect(barePhone(written)).toBe(bare)
    expect(phoneProblem(written)).toBeUndefined()
    for (const schema of schemas) expect(schema.parse(written)).toBe(bare)
  })
})

describe('another text is refused', () => {
  it.each([
    ['+1 303 555 0142 x12', noExtension],
    ['+1 303 555 0142 ext. 12', noExtension],
    ['(303) 555-0142 Extension: 12', noExtension],
    ['+1 303 555 0142 #12', noExtension],
    ['+13035550142,12', noExtension],
    ['+1 303 555 0142;ext=12', noExtension],
    ['12', invalidPhone],
    ['+123456', invalidPhone],
    ['+1234567890123456', invalidPhone],
    ['103 555 0142', invalidPhone],
    ['+1 800 FLOWERS', invalidPhone],
    ['(0)20 7946 0018', invalidPhone],
    ['++13035550142', invalidPhone],
  ])('%s', (written, problem) => {
    expect(phoneProblem(written)).toBe(problem)
    for (const schema of schemas) expect(schema.safeParse(written).error?.issues[0]?.message).toBe(problem)
  })
})

it('a number without its country code gets +1 in the USA and is refused elsewhere', () => {
  expect(phoneIn('USA', '(303) 555-0142')).toBe('+13035550142')
  expect(phoneIn('DEU', '(303) 555-0142')).toBeUndefined()
  expect(phoneIn('DEU', '+1 303 555 0142')).toBe('+13035550142')
  expect(placeProblems({ country: 'DEU', phone_number: '3035550142' })).toEqual({ phone_number: [noCountryCode] })
  expect(placeProblems({ country: 'USA', phone_number: '3035550142' })).toEqual({})
})

it.each([
  ['+13035550142', '(303) 555-0142'],
  ['3035550142', '(303) 555-0142'],
  ['+442079460018', '+44 20 7946 0018'],
  ['+4930901820', '+49 3090 1820'],
  ['+33123456789', '+33 1 2345 6789'],
  ['+79161234567', '+7 91 6123 4567'],
  ['+3531234567', '+353 123 4567'],
  ['+1234567', '+1 23 4567'],
  ['', ''],
  ['none', 'none'],
])('%s is shown as %s', (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown)
  // What is shown is read as the same number again.
  expect(phoneProblem(shown)).toBe(phoneProblem(stored))
  expect(barePhone(shown).replace(/^\+1(?=\d{10}$)/, '')).toBe(stored.replace(/^\+1(?=\d{10}$)/, ''))
})

it('in a form for another country a number of the USA has its country code', () => {
  expect(formatPhone('+13035550142', 'DEU')).toBe('+1 303 555 0142')
})
