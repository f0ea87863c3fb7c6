import { expect, test } from 'vitest'
import {
  givenBlock,
  givenCaseItem,
  givenCharge,
  givenItem,
  givenOfCase,
  givenOrder,
  givenRow,
  ofAda,
} from '../../../test/given-order.ts'
import { partsOf } from './block-lines.ts'
import { feeWords } from './fee-words.ts'
import { linesOf } from './invoice-lines.ts'

const startUp = (value: number) => givenItem(1, { product: { id: 1, name: 'Start-up Fee' }, value })
const setup = ['Initial case setup', 'Two arches. The lab makes the setup.'] as const
const shown = (...said: Parameters<typeof linesOf>) => linesOf(...said).map(({ label, value }) => [label, value])

test('a list has the fees of the practice first, then cases, charges, what is taken off, credits', () => {
  const { order } = givenOrder({
    order_items: [
      givenCaseItem(5, 'arch.initial_case_setup', ...setup, 2, 30),
      givenItem(6, { is_hidden: 1 }),
      givenItem(2),
      startUp(200),
    ],
    charges: [givenCharge(7, 'Return shipping', 12.5)],
    discounts: [givenCharge(8, 'First month', 99, { promotion_code: 'FIRSTMONTHFREE' })],
    credits: [{ id: 9, custom_description: 'Credit', value: 10 }],
  })
  expect(shown(order, false)).toEqual([
    ['Start-up Fee', 200],
    ['Monthly Fee', 99],
    ['Initial case setup', 60],
    ['Return shipping', 12.5],
    ['First month (FIRSTMONTHFREE)', -99],
    ['Credit', -10],
  ])
})

test('a start-up fee of nothing is left out, a monthly fee of nothing is not', () => {
  const { order } = givenOrder({ order_items: [startUp(0), givenItem(2, { value: 0 })] })
  expect(shown(order, false)).toEqual([['Monthly Fee', 0]])
})

test('beside blocks only the lines of the practice are shown', () => {
  const { order } = givenOrder({
    subtotal: 159,
    order_items: [givenItem(2), givenCaseItem(5, 'arch.initial_case_setup', ...setup, 2, 30)],
    charges: [givenCharge(7, 'Extra bracket', 8, { patient: ofAda })],
    discounts: [givenCharge(8, 'Late', 8, { patient: ofAda })],
  })
  expect(shown(order, true)).toEqual([['Monthly Fee', 99]])
})

test('what only the closing will write has no number, and a key of its own all the same', () => {
  const volume = givenCharge(0, 'Volume discount', 3)
  const { order } = givenOrder({
    discounts: [volume, givenCharge(0, 'Seats', 5)],
    charges: [givenCharge(0, 'Seats', 5)],
  })
  expect(new Set(linesOf(order, false).map(({ key }) => key)).size).toBe(3)
})

test.each([
  ['a charge of the practice', {}, { why: undefined, kind: 'charge', id: 7 }],
  ['a charge of a case', { patient: ofAda }, { why: undefined, kind: 'patient', id: 7, patientId: 102 }],
  ['a periodic one', { is_periodic: true }, { why: 'Periodic charges and discounts cannot be removed here.' }],
  ['that of a code is never offered, and', { promotion_code: 'X', can_remove: false }, undefined],
  ['what the server does not let go', { can_remove: false }, undefined],
])('%s says how it is taken off', (_, said, removal) => {
  const { order } = givenOrder({ can_add: true, charges: [givenCharge(7, 'A charge', 5, said)] })
  expect(linesOf(order, false)[0]!.removal).toEqual(removal)
})

test('who adds nothing reads no reason why a periodic charge stays', () => {
  const { order } = givenOrder({ charges: [givenCharge(7, 'Seats', 5, { is_periodic: true, can_remove: false })] })
  expect(linesOf(order, false)[0]!.removal).toBeUndefined()
})

test('a block has base fee, add-ons, deductions and charges, each with its sum and what its lines are made of', () => {
  const block = givenBlock({
    add_ons: [givenRow('Print', 24)],
    deductions: [givenRow('Changed prescription', 15)],
    charges: [givenOfCase(1, 'Extra', 8, { can_remove: true }), givenOfCase(2, 'Late', 3, { is_discount: true })],
    total: 74,
  })
  const parts = partsOf(block)
  expect(parts.map(({ title, sum }) => [title, sum])).toEqual([
    ['Base fee', 60],
    ['Add-ons', 24],
    ['Deductions', -15],
    ['Charges', 5],
  ])
  const [base, addOns, deductions, charges] = parts.map(({ lines }) => lines)
  expect(base![0]).toMatchObject({ madeOf: { fee: 'arch.initial_case_setup' }, day: '2026-11-23' })
  expect(addOns![0]).toMatchObject({ madeOf: { fee: 'arch.print', unit: 12, by: 'Jane Marsh' } })
  expect(deductions![0]).toMatchObject({ value: -15, madeOf: { by: 'Jane Marsh' } })
  expect(charges!.map(({ madeOf, day }) => [madeOf?.by, day])).toEqual([
    ['Amy Admin', '2026-11-24'],
    ['Amy Admin', '2026-11-24'],
  ])
  expect(charges!.map(({ value, removal }) => [value, removal])).toEqual([
    [8, { why: undefined, kind: 'patient', id: 1, patientId: 102 }],
    [-3, undefined],
  ])
})

test.each([
  ['arch.print', 'Print, by arch'],
  ['arch.rush_case', 'Rush case, by arch'],
  ['shipping_fees.express', 'Shipping, Express'],
  ['shipping_fees.standard', 'Shipping, Standard'],
  ['rx_forms.misc.addon.analysis_report', 'Analysis Report'],
  ['rx_forms.misc.rx_form.rush_case', 'Rush case'],
  ['rx_forms.pvs_or_stone_model.full_digital_model.both_arches', 'Full digital model, both arches'],
  ['settings.flat_monthly', 'By the month'],
  ['arch.of_a_later_list', 'arch.of_a_later_list'],
])('the fee %s reads "%s"', (fee, words) => expect(feeWords(fee)).toBe(words))
