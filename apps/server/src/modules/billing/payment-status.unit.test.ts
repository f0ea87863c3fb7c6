import { orderLifecycle } from '@archwire/contract/billing/lifecycle.ts'
import type { InvoiceStatus, PaymentStatus } from '@archwire/contract/billing/statuses.ts'
import { describe, expect, it } from 'vitest'
import type { TransactionStatus } from '../../services/payments/port.ts'
import { cellsOf } from '../../../test/facts.ts'
import { orderEventOf, statusAfter, type MadePayment } from './payment-status.ts'

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

/** What an order is by the state of its payment. */
const orderBy = {
  PENDING: 'PENDING',
  PAID: 'PAID',
  REFUNDED: 'PAID',
  VOIDED: 'NOT_PAID',
  RETURNED: 'NOT_PAID',
} as const satisfies Record<MadePayment, InvoiceStatus>
const isMade = (status: string): status is MadePayment => status in orderBy

it.each(cells)(
  'the life cycle of an order allows what its %s payment, reported as %s, does to it',
  (before, _, after) => {
    if (!isMade(before) || !isMade(after)) return expect(after).toBe(before)
    const event = orderEventOf(before, after)
    if (event === null) return expect(orderBy[after]).toBe(orderBy[before])
    expect(orderLifecycle.events[event].from).toContain(orderBy[before])
    expect(orderLifecycle.events[event].to).toBe(orderBy[after])
    expect(orderBy[after]).not.toBe(orderBy[before])
  },
)
