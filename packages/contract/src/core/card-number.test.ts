import { describe, expect, it } from 'vitest'
import { cardNumberProblem, holdsCardNumber, noCardNumbers, refusingCardNumbers } from './card-number.ts'
import { email, line } from './record-fields.ts'

/** Texts that hold what could be the number of a card, and texts that do not, by hand (`billing/no-card-numbers`). */
describe('refused', () => {
  it.each([
    ['a Visa number', '4111111111111111'],
    ['a Mastercard number', '5555555555554444'],
    ['15 digits', '378282246310005'],
    ['13 digits', '4222222222222'],
    ['19 digits', '6304000000000000000'],
    ['spaces', '4111 1111 1111 1111'],
    ['hyphens', '4111-1111-1111-1111'],
    ['a space in each gap', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
    ['words around it', 'My card is 4111 1111 1111 1111, thank you'],
    ['letters beside it', 'VISA4111111111111111exp'],
    ['full-width digits', '４１１１１１１１１１１１１１１１'],
    ['mathematical digits', '𝟒𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏'],
    ['superscript digits', '⁴¹¹¹¹¹¹¹¹¹¹¹¹¹¹¹'],
    ['two spaces and more', '4111  1111   1111 1111'],
    ['hyphens between spaces', '4111 - 1111 - 1111 - 1111'],
    ['spaces that do not break', '4111\u00A01111\u202F1111\u20071111'],
    ['other hyphens', '4111\u20101111\u20111111\u22121111'],
    ['dashes', '4111\u20131111\u20141111\u20131111'],
    ['signs without width', '41111111\u200B\u200D1111\u2060\u00AD1111'],
    ['signs of direction', '\u202E4111\u200E1111\u200F11111111'],
    ['Arabic digits', '٤١١١١١١١١١١١١١١١'],
    ['Devanagari digits', '४१११ ११११ ११११ ११११'],
    ['keycaps', Array.from('4111111111111111', (digit) => `${digit}\uFE0F\u20E3`).join('')],
    ['its last month right behind it', '411111111111111112/29'],
    ['digits before it', '00 4111111111111111'],
    ['20 digits that hold one', '41111111111111110000'],
  ])('%s: %s', (_, text) => {
    expect(holdsCardNumber(text)).toBe(true)
    expect(cardNumberProblem(text)).toBe(noCardNumbers)
  })
})

describe('taken', () => {
  it.each([
    ['nothing', ''],
    ['a wrong check digit', '4222222222223'],
    ['12 digits that pass the check', '411111111112'],
    ['12 of them', '000000000000'],
    ['20 digits of which no part passes', '99999999999999999999'],
    ['a phone number', '+13035550142'],
    ['a street and a ZIP code', '1200 Larimer Street, Denver 80204'],
    ['two numbers with a comma between', '41111111,11111111'],
    ['two numbers with a word between', '41111111 and 11111111'],
    ['a promotion code', 'NOSTARTUPFEE'],
  ])('%s: %s', (_, text) => {
    expect(holdsCardNumber(text)).toBe(false)
    expect(cardNumberProblem(text)).toBeUndefined()
  })
})

describe('fields', () => {
  const table = refusingCardNumbers(
    { name: line(100), mail: email(), phone: line(30), state: line(2, { pattern: /^[A-Z]+$/, words: 'Letters.' }) },
    'phone',
  )
  const problemOf = (name: keyof typeof table, text: string) => {
    const { rule } = table[name]
    return 'check' in rule ? rule.check?.(text) : undefined
  }

  it('refuse a card number, but not those that are excepted', () => {
    expect(problemOf('name', '4111111111111111')).toBe(noCardNumbers)
    expect(problemOf('mail', '4111111111111111@example.com')).toBe(noCardNumbers)
    expect(problemOf('phone', '+4111111111111111')).toBeUndefined()
    expect(problemOf('name', 'Ada Byron')).toBeUndefined()
  })
})
