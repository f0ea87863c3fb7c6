import { contentType } from '@archwire/contract/rx-forms/content-types.ts'
import { expect, test } from 'vitest'
import { priceList } from '../../../../packages/contract/test/price-list.ts'
import { priceOfPrint } from './prices.ts'

const print = {
  items: [{ content_type_id: contentType.trays, insert_brackets: false }],
  arch_mode: 1 as const,
  shipping_method: 'express' as const,
}
const ownOf = ({ lines }: ReturnType<typeof priceOfPrint>) => lines.filter((line) => line.own).map(({ fee }) => fee)

test('marks what a print costs by the practice’s own prices', () => {
  const prices = { ...priceList, own: ['arch.print', 'arch.software'] }
  expect(ownOf(priceOfPrint(print, prices))).toEqual(['arch.print'])
  expect(ownOf(priceOfPrint(print, priceList))).toEqual([])
})

test('marks nothing of a print that is free of charge', () => {
  expect(ownOf(priceOfPrint(print, { ...priceList, own: ['arch.print'] }, true))).toEqual([])
})
