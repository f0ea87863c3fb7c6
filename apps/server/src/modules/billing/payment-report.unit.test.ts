import { expect, it } from 'vitest'
import type { TransactionStatus } from '../../services/payments/port.ts'
import { isOtherSum } from './payment-report.ts'

/** Reports of a payment of $200.00, by hand: state, cents, and whether it is another sum. */
it.each<[TransactionStatus | null, number | null, boolean]>([
  ['paid', 20_000, false],
  ['paid', 100, true],
  ['paid', 20_001, true],
  ['paid', null, true],
  ['pending', 20_000, false],
  ['pending', 100, true],
  ['pending', null, false],
  ['refunded', 20_000, false],
  ['refunded', null, true],
  ['returned', 20_000, false],
  ['returned', 100, true],
  ['returned', null, false],
  ['voided', null, false],
  ['declined', null, false],
  [null, null, false],
])('a report of %s with %s cents of a payment of 20,000 is of another sum: %s', (status, cents, other) =>
  expect(isOtherSum({ status, cents }, 20_000)).toBe(other),
)
