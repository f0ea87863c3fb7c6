import { invoiceStatusNames } from '@archwire/contract/billing/statuses.ts'
import { expect, it } from 'vitest'
import { whyNoCode } from './rules.ts'

/** Whether a code for the monthly fee can be added, by hand (`billing/monthly-code`). */
it('a code is added to the open order alone', () => {
  for (const status of invoiceStatusNames)
    expect(whyNoCode({ status, running: null }), status).toBe(status === 'CURRENT' ? null : 'This invoice is closed.')
})

it.each([
  [1, 0, 'Promotion code SUMMER is used for one more monthly invoice. Another code can be added after that.'],
  [3, 1, 'Promotion code SUMMER is used for 2 more monthly invoices. Another code can be added after that.'],
])('a code waits for one of %i months that %i invoices took', (months, taken, words) =>
  expect(whyNoCode({ status: 'CURRENT', running: { code: 'SUMMER', months, taken } })).toBe(words),
)
