import { expect, test } from 'vitest'
import { firstOrder, unpaidOrder } from './first-order.ts'

const known = {
  setup: { startup_fee: 'due', billing_state: 'CO' },
  product: { id: 1, name: 'Start-up Fee', subtotal: 200 },
  settings: { credit_card: { fee: 1.49 }, tax: { state: 'MN', rate: 6.875 } },
  promotion: null,
  method: { payment_method_type: 'card' },
  day: '2026-11-26',
} as const
const code = { id: 1, code: 'HALF', value: 50, is_fixed: false, promotion_code_type_id: 1 } as const
const inMinnesota = { startup_fee: 'due', billing_state: 'MN' } as const

/** The worked examples of docs/billing.md. */
test.each([
  ['by card', {}, { subtotal: 200_00, tax: 0, cardFee: 2_98, total: 202_98 }],
  ['by card, with tax', { setup: inMinnesota }, { subtotal: 200_00, tax: 13_75, cardFee: 3_18, total: 216_93 }],
  [
    'from a bank account, with tax',
    { setup: inMinnesota, method: { payment_method_type: 'bank' } },
    { subtotal: 200_00, tax: 13_75, cardFee: 0, total: 213_75 },
  ],
  ['half of it', { promotion: code }, { subtotal: 100_00, tax: 0, cardFee: 1_49, total: 101_49 }],
  [
    'a fixed amount off',
    { promotion: { ...code, value: 50.5, is_fixed: true } },
    { subtotal: 149_50, tax: 0, cardFee: 2_23, total: 151_73 },
  ],
  ['all of it', { promotion: { ...code, value: 100 } }, { subtotal: 0, tax: 0, cardFee: 0, total: 0 }],
  [
    'waived; a code changes nothing',
    { setup: { startup_fee: 'waived', billing_state: 'MN' }, promotion: code },
    { subtotal: 0, tax: 0, cardFee: 0, total: 0, promotion: null },
  ],
  ['paid before', { setup: { startup_fee: 'paid', billing_state: 'MN' } }, { subtotal: 0, cardFee: 0, total: 0 }],
  ['without a payment method', { method: undefined }, { subtotal: 200_00, tax: 0, cardFee: 0, total: 200_00 }],
] as const)('what the first order costs: %s', (_, said, sums) => {
  expect(firstOrder({ ...known, ...said })).toMatchObject(sums)
})

test('only an order whose fee is due is to be paid', () => {
  const order = { id: 5, invoice_id: 1001, fm_invoice_status: 'NOT_PAID', total: 213.75 } as const
  expect(unpaidOrder({ startup_fee: 'due', order })).toEqual(order)
  expect(unpaidOrder({ startup_fee: 'due', order: null })).toBeNull()
  for (const startup_fee of ['waived', 'paid'] as const) expect(unpaidOrder({ startup_fee, order })).toBeNull()
})
