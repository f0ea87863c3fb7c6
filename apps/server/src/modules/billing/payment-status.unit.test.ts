import type { PaymentStatus } from '@archwire/contract/billing/statuses.ts'
import { describe, expect, it } from 'vitest'
import type { TransactionStatus } from '../../services/payments/port.ts'
import { cellsOf } from '../../../test/facts.ts'
import { orderStatusOf, statusAfter } from './payment-status.ts'

/** What a payment is after a report, by hand: its state to the left, the report above (`billing/webhooks`). */
const table = `
            pending   paid      declined  returned  refunded  voided
  PENDING   PENDING   PAID      RETURNED  RETURNED  REFUNDED  VOIDED
  PAID      PAID      PAID      RETURNED  RETURNED  REFUNDED  VOIDED
  REFUNDED  REFUNDED  REFUNDED  RETURNED  RETURNED  REFUNDED  VOIDED
  VOIDED    VOIDED    VOIDED    RETURNED  RETURNED  VOIDED    VOIDED
  RETURNED  RETURNED  RETURNED  RETURNED  RETURNED  RETURNED  RETURNED
  DECLINED  DECLINED  DECLINED  DECLINED  DECLINED  DECLINED  DECLINED`
const cells = cellsOf<PaymentStatus, TransactionStatus>(table)
const reports = [...new Set(cells.map(([, report]) => report))]

describe('a payment', () => {
  it.each(cells)('that is %s, reported as %s', (present, report, cell) =>
    expect(statusAfter(present, report)).toBe(cell),
  )

  it('is the same after any three reports, in whatever order they arrive', () => {
    const after = (...order: TransactionStatus[]) => order.reduce<PaymentStatus>(statusAfter, 'PENDING')
    for (const a of reports)
      for (const b of reports)
        for (const c of reports) {
          const ends = [after(a, b, c), after(a, c, b), after(b, a, c), after(b, c, a), after(c, a, b), after(c, b, a)]
          expect(new Set(ends).size, [a, b, c].join()).toBe(1)
        }
  })
})

it('an order that is not paid by its payment is never paid by it again', () => {
  for (const [present, , next] of cells)
    if (present === 'VOIDED' || present === 'RETURNED') expect(['VOIDED', 'RETURNED']).toContain(next)
})

it('what an order is by its payment', () =>
  expect(orderStatusOf).toEqual({
    PENDING: 'PENDING',
    PAID: 'PAID',
    REFUNDED: 'PAID',
    VOIDED: 'NOT_PAID',
    RETURNED: 'NOT_PAID',
  }))
