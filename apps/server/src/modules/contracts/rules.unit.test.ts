import { describe, expect, it } from 'vitest'
import type { UnpaidOrder } from '../billing/index.ts'
import { refuseOtherTotal, toBeCharged, whyNotPayable, type InvoiceFacts } from './rules.ts'

const facts = (change: Partial<InvoiceFacts>): InvoiceFacts => ({
  fm_invoice_status: 'NOT_PAID',
  settled_as: null,
  in_progress: false,
  unpaid: { has_payment: false },
  ...change,
})
const busy = 'A payment is in progress. Please try again in a minute.'

/** Every state of an invoice, by hand; null: it can be paid and settled (`billing/pay`, `billing/settled`). */
describe('why an invoice cannot be paid or settled', () => {
  it.each([
    ['pending, not charged yet', { fm_invoice_status: 'PENDING' }, null],
    ['not paid', {}, null],
    ['blocked', { fm_invoice_status: 'BLOCKED' }, null],
    ['not paid, while a payment is in progress', { in_progress: true }, busy],
    [
      'pending, a bank payment is under way',
      { fm_invoice_status: 'PENDING', unpaid: { has_payment: true } },
      'The bank has not settled the payment of this invoice yet.',
    ],
    ['pending at the bank, while a payment is in progress', { in_progress: true, unpaid: { has_payment: true } }, busy],
    ['open', { fm_invoice_status: 'CURRENT', unpaid: null }, 'The current invoice is not closed yet.'],
    ['paid', { fm_invoice_status: 'PAID', unpaid: null }, 'This invoice is paid.'],
    ['paid outside', { fm_invoice_status: 'PAID', unpaid: null, settled_as: 'outside' }, 'This invoice is paid.'],
    [
      'written off',
      { fm_invoice_status: 'PAID', unpaid: null, settled_as: 'written_off' },
      'This invoice is written off.',
    ],
  ] as const)('%s', (_, change, why) => expect(whyNotPayable(facts(change))).toBe(why))
})

it.each([
  [100, 10_000, true],
  [0.1 + 0.2, 30, true],
  [101.49, 10_149, true],
  [99.99, 10_000, false],
  [100.01, 10_000, false],
  [0, 10_000, false],
])('the total %d seen for %d cents: %s', (seen, total, agrees) => {
  const check = () => refuseOtherTotal(seen, total, 'Nothing was charged.')
  if (agrees) expect(check).not.toThrow()
  else expect(check).toThrow('now. Nothing was charged. Check it and try again.')
})

it('Close Invoice charges what has no payment under way, the start-up fee included, in the order given', () => {
  const order = (id: number, change: Partial<UnpaidOrder>) => ({ id, kind: 'monthly', has_payment: false, ...change })
  const unpaid = [order(1, { kind: 'start_up' }), order(2, { has_payment: true }), order(3, { is_retried: false })]
  expect(toBeCharged(unpaid as UnpaidOrder[]).map(({ id }) => id)).toEqual([1, 3])
})
