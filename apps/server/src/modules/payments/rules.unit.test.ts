import { describe, expect, it } from 'vitest'
import { cellsOf } from '../../../test/facts.ts'
import {
  asksForPassword,
  firstNickname,
  isExpired,
  lastOne,
  shownMonth,
  whyNotRemovable,
  whyNotReplaceable,
} from './rules.ts'

const busy = 'A payment is in progress. Please try again in a minute.'

/** Whether the last of one, or one of two, payment methods can be removed, by hand (`billing/last-method`). */
const table = `
                                 of_one  of_two
  no_contract                    yes     yes
  contract                       last    yes
  contract_suspended             yes     yes
  no_contract,in_progress        busy    busy
  contract,in_progress           busy    busy
  contract_suspended,in_progress busy    busy`
const words: Record<string, string | null> = { yes: null, last: lastOne, busy }
const factsOf = (row: string) => ({
  has_contract: !row.startsWith('no_contract'),
  suspended: row.includes('suspended'),
  in_progress: row.includes('in_progress'),
})

describe('a payment method', () => {
  it.each(cellsOf<string, 'of_one' | 'of_two'>(table))('%s, %s: %s', (row, count, cell) =>
    expect(whyNotRemovable(factsOf(row), count === 'of_one' ? 1 : 2)).toBe(words[cell]),
  )

  it('can be replaced, the last one too, but not during a payment', () => {
    expect(whyNotReplaceable({ in_progress: false })).toBeNull()
    expect(whyNotReplaceable({ in_progress: true })).toBe(busy)
  })

  it('changes with the password once there is a contract', () => {
    expect(asksForPassword({ has_contract: false })).toBe(false)
    expect(asksForPassword({ has_contract: true })).toBe(true)
  })

  it.each([
    ['Visa', '4242', 'Visa 4242'],
    ['First Bank', '6789', 'First Bank 6789'],
    ['', '6789', '6789'],
  ])('of %s with %s is called %s', (brand, last_four, nickname) =>
    expect(firstNickname({ brand, last_four })).toBe(nickname),
  )

  it.each([
    ['2026-11', '2026-11-30', false],
    ['2026-11', '2026-12-01', true],
    ['2026-12', '2026-11-30', false],
    ['2025-12', '2026-01-01', true],
    [null, '2026-12-01', false],
  ])('that is valid through %s is expired on %s: %s', (month, today, expired) =>
    expect(isExpired(month, today)).toBe(expired),
  )

  it('shows its last month as people write it', () => expect(shownMonth('2027-03')).toBe('03/2027'))
})
