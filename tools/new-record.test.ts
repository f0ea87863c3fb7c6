import { expect, test } from 'vitest'
import { recordNameOf, renamed } from './new-record.ts'

test('the singular is the plural without its s unless it is given', () => {
  expect(recordNameOf('invoices')).toEqual({ plural: 'invoices', singular: 'invoice' })
  expect(recordNameOf('price-policies')).toEqual({ plural: 'price-policies', singular: 'price-policy' })
  expect(recordNameOf('lenses', 'lens')).toEqual({ plural: 'lenses', singular: 'lens' })
  for (const wrong of ['', 'Invoices', 'invoice', '../invoices', 'price_policies'])
    expect(() => recordNameOf(wrong)).toThrow(RangeError)
})

test('a name is replaced in every spelling', () => {
  const text =
    "promotion-codes promotion_codes PromotionCodeList promotionCodeSearch 'Promotion Codes' 'a promotion code' Promotion codes"
  expect(renamed(text, recordNameOf('price-lists'))).toBe(
    "price-lists price_lists PriceListList priceListSearch 'Price Lists' 'a price list' Price lists",
  )
})
