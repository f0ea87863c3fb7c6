import { fieldsOf } from '@archwire/contract/pricing/overrides.ts'
import { listInDollars, type PriceList } from '@archwire/contract/pricing/price-list.ts'
import { expect, test } from 'vitest'
import { priceList } from '../../../../../packages/contract/test/price-list.ts'
import { changesBetween, fieldsTyped, makeListForm, makeOwnForm, tierName, treeOf } from './price-values.ts'

const listed: PriceList = listInDollars(priceList)
const fields = fieldsOf(listed)
const listForm = () => makeListForm({ id: 0, version: 7, fields })
const ownForm = () => makeOwnForm({ id: 7, version: 0, fields: {} })

test('reads back every price that a form begins with', () => {
  const form = listForm()
  expect(form.problems()).toEqual({})
  expect(fieldsTyped(form.values())).toEqual(fields)
  const { version: _, ...prices } = listed
  expect(treeOf(fieldsTyped(form.values()))).toEqual(prices)
})

test.each<[field: string, text: string, problem: string | undefined]>([
  ['arch.print', '', 'Invalid value'],
  ['arch.print', 'free', 'Invalid value'],
  ['arch.print', '-1', 'Invalid value'],
  ['arch.print', '1.005', 'Invalid value'],
  ['arch.print', '1000000.01', 'Invalid value'],
  ['arch.print', '1,000,000.00', undefined],
  ['arch.print', '$3.5', undefined],
  ['arch.print', '0', undefined],
  ['settings.flat_monthly', '-0.01', 'Invalid value'],
  ['settings.flat_monthly', '0', undefined],
  ['settings.delay_case_charging', '0', 'Must not be less than 1 day.'],
  ['settings.delay_case_charging', '-3', 'Must not be less than 1 day.'],
  ['settings.delay_case_charging', '21', 'Must not exceed 20 days.'],
  ['settings.delay_case_charging', '20', undefined],
  ['settings.delay_case_charging', '', 'Enter whole days.'],
  ['settings.delay_case_charging', '1.5', 'Enter whole days.'],
  ['settings.delay_payment_processing', '0', 'Must not be less than 1 day.'],
  ['settings.delay_payment_processing', '11', 'Must not exceed 10 days.'],
  ['settings.delay_payment_processing', '10', undefined],
])('says of %s "%s": %s', (field, text, problem) => {
  const form = listForm()
  form.set(field, text)
  expect(form.problems()[field]?.[0]).toBe(problem)
})

test('takes an empty own price for the list’s, and 0.00 for one', () => {
  const form = ownForm()
  expect(form.problems()).toEqual({})
  form.set('arch.print', '0.00')
  expect(changesBetween({}, fieldsTyped(form.values()))).toEqual([{ field: 'arch.print', before: null, after: 0 }])
  form.set('arch.print', ' ')
  expect(changesBetween({}, fieldsTyped(form.values()))).toEqual([])
  form.set('arch.print', 'x')
  expect(form.problems()).toEqual({ 'arch.print': ['Invalid value'] })
})

test('tells no own volume discount from the list’s', () => {
  const form = ownForm()
  form.set('arch_volume_discounts', [])
  expect(changesBetween({}, fieldsTyped(form.values()))).toEqual([
    { field: 'arch_volume_discounts', before: null, after: [] },
  ])
})

test('orders volume discounts by volume, and finds the same ones however they are written', () => {
  const form = listForm()
  form.set('arch_volume_discounts', [
    { key: 0, volume: '40', discount: '7.5' },
    { key: 1, volume: '20', discount: '5.0' },
  ])
  expect(changesBetween(fields, fieldsTyped(form.values()))).toEqual([
    {
      field: 'arch_volume_discounts',
      before: [{ volume: 20, discount: 5 }],
      after: [
        { volume: 20, discount: 5 },
        { volume: 40, discount: 7.5 },
      ],
    },
  ])
  form.set('arch_volume_discounts', [{ key: 5, volume: '20', discount: '5.0' }])
  form.set('arch.print', '3.070')
  form.set('arch.print', '3.07')
  expect(changesBetween(fields, fieldsTyped(form.values()))).toEqual([])
})

test.each([
  ['', '5', 'Required', undefined],
  ['0', '5', 'Required', undefined],
  ['1.5', '5', 'Required', undefined],
  ['1', '0', undefined, undefined],
  ['10', '', undefined, 'Invalid discount percentage.'],
  ['10', '100.1', undefined, 'Invalid discount percentage.'],
  ['10', '-1', undefined, 'Invalid discount percentage.'],
  ['10', '100', undefined, undefined],
  ['20', '5', 'Each volume once.', undefined],
])('says of the volume "%s" with "%s" percent: %s, %s', (volume, discount, ofVolume, ofDiscount) => {
  const form = listForm()
  form.set('arch_volume_discounts', [
    { key: 0, volume: '20', discount: '5' },
    { key: 4, volume, discount },
  ])
  const problems = form.problems()
  expect(problems[tierName(4, 'volume')]?.[0]).toBe(ofVolume)
  expect(problems[tierName(4, 'discount')]?.[0]).toBe(ofDiscount)
  expect(problems[tierName(0, 'volume')]).toBeUndefined()
})
