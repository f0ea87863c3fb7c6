import { describe, expect, it } from 'vitest'
import { afterDecline, dueOn, nextTry, type UnpaidOrder } from './schedule.ts'

const zone = 'America/Chicago'
const order = (change: Partial<UnpaidOrder> = {}): UnpaidOrder => ({
  id: 1,
  invoice_id: 1001,
  kind: 'monthly',
  fm_invoice_status: 'PENDING',
  closing_day: '2026-03-31',
  due_day: '2026-04-03',
  failed_at: null,
  tried_day: null,
  retries: 0,
  is_retried: true,
  has_payment: false,
  subtotal_cents: 10_900,
  tax_cents: 0,
  card_fee_percent: '1.49',
  total_cents: 11_062,
  ...change,
})
/** It failed at 23:30 on April 3 by the lab's clock, which is April 4 in UTC. */
const failed = {
  fm_invoice_status: 'NOT_PAID',
  failed_at: '2026-04-04T04:30:00.000Z',
  tried_day: '2026-04-03',
} as const

describe('the next try of an order', () => {
  it.each([
    ['closed', {}, '2026-04-03'],
    ['failed once', failed, '2026-04-04'],
    ['failed, and once again', { ...failed, retries: 1, tried_day: '2026-04-04' }, '2026-04-06'],
    ['failed, and twice again', { ...failed, retries: 2, tried_day: '2026-04-06' }, '2026-04-10'],
    [
      'retried late: the next one comes the day after',
      { ...failed, retries: 1, tried_day: '2026-04-20' },
      '2026-04-21',
    ],
    ['failed, and three times again', { ...failed, retries: 3 }, null],
    ['blocked', { ...failed, fm_invoice_status: 'BLOCKED', retries: 3 }, null],
    ['a returned bank payment: on the third day', { ...failed, retries: 1, tried_day: null }, '2026-04-06'],
    ['a bank payment is under way', { has_payment: true }, null],
    ['charged back', { ...failed, is_retried: false }, null],
    ['the start-up fee', { ...failed, kind: 'start_up' }, null],
    ['closed by hand', { kind: 'by_hand' }, '2026-04-03'],
    ['behind an older one when its day came', { fm_invoice_status: 'NOT_PAID' }, '2026-04-03'],
  ] as const)('%s', (_, change, day) => expect(nextTry(order(change), zone)).toBe(day))
})

describe('what is charged on a day', () => {
  const due = (today: string, ...orders: Partial<UnpaidOrder>[]) =>
    dueOn(
      today,
      orders.map((change, index) => order({ id: index + 1, ...change })),
      zone,
    ).map(({ id }) => id)

  it.each([
    ['nothing before the due day', '2026-04-02', [{}], []],
    ['an order on its due day', '2026-04-03', [{}], [1]],
    ['an order after its due day', '2026-05-01', [{}], [1]],
    ['two orders, the oldest first', '2026-05-03', [{}, { due_day: '2026-05-03' }], [1, 2]],
    ['the older one alone until the day of the newer comes', '2026-04-03', [{}, { due_day: '2026-05-03' }], [1]],
    [
      'nothing behind one whose retry is not due',
      '2026-04-05',
      [{ ...failed, retries: 1 }, { due_day: '2026-04-05' }],
      [],
    ],
    [
      'the newer one with a retry of the older',
      '2026-04-06',
      [{ ...failed, retries: 1 }, { due_day: '2026-04-05' }],
      [1, 2],
    ],
    ['nothing behind a blocked one', '2026-05-09', [{ ...failed, fm_invoice_status: 'BLOCKED', retries: 3 }, {}], []],
    ['an order beside a bank payment under way', '2026-05-09', [{ has_payment: true }, {}], [2]],
    ['an order beside one that was charged back', '2026-05-09', [{ ...failed, is_retried: false }, {}], [2]],
    ['an order beside an unpaid start-up fee', '2026-05-09', [{ ...failed, kind: 'start_up' }, {}], [2]],
    ['nothing twice on a day', '2026-04-06', [{ ...failed, retries: 1, tried_day: '2026-04-06' }], []],
  ] as const)('%s', (_, today, orders, ids) => expect(due(today, ...orders)).toEqual(ids))
})

describe('what a declined try makes of an order', () => {
  const stays = { first: false }
  it.each([
    ['its first try', '2026-04-03', {}, false, { status: 'NOT_PAID', first: true, retries: 0 }],
    ['its first try, by hand on its due day', '2026-04-03', {}, true, { status: 'NOT_PAID', first: true, retries: 0 }],
    ['by hand before its due day', '2026-04-01', {}, true, { ...stays, retries: 0 }],
    ['its first retry', '2026-04-04', failed, false, { ...stays, retries: 1 }],
    ['its second retry', '2026-04-06', { ...failed, retries: 1 }, false, { ...stays, retries: 2 }],
    ['its last retry', '2026-04-10', { ...failed, retries: 2 }, false, { ...stays, status: 'BLOCKED', retries: 3 }],
    ['by hand before its last retry', '2026-04-09', { ...failed, retries: 2 }, true, { ...stays, retries: 2 }],
    [
      'by hand while blocked',
      '2026-05-01',
      { ...failed, fm_invoice_status: 'BLOCKED', retries: 3 },
      true,
      { ...stays, retries: 3 },
    ],
    [
      'its first try after it waited behind another',
      '2026-05-01',
      { fm_invoice_status: 'NOT_PAID' },
      false,
      { first: true, retries: 0 },
    ],
    [
      'by hand while it waits behind another',
      '2026-05-01',
      { fm_invoice_status: 'NOT_PAID' },
      true,
      { ...stays, retries: 0 },
    ],
  ] as const)('%s', (_, today, change, byHand, made) =>
    expect(afterDecline(order(change), { today, byHand })).toEqual(made),
  )
})
