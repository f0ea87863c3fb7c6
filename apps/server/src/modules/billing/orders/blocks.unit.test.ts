import { expect, it } from 'vitest'
import { productMonth } from '../../../../test/billing/product-month.ts'
import { randomMonths } from '../../../../test/billing/random-months.ts'
import { blocksOf } from './blocks.ts'

/** The blocks of an order by case (`billing/layouts`). */
const reader = { mayRemove: () => false, madeOf: () => ({}) as never }
const cents = (dollars: number): number => Math.round(dollars * 100)
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

it('all blocks and the lines without a case make the lines of the order, and each block adds up', () => {
  const seen = { base: 0, addOns: 0, deductions: 0, discounts: 0, charges: 0 }
  for (const month of randomMonths(50, 60))
    for (const { assembled } of productMonth(month).orders) {
      const { lines } = assembled
      const signed = lines.map((line) => ({
        of: line.row?.patient?.case_number ?? null,
        cents: line.kind === 'discount' || line.kind === 'credit' ? -line.cents : line.cents,
      }))
      const blocks = blocksOf(lines, reader)
      expect(
        sum(blocks.map(({ total }) => cents(total))) +
          sum(signed.filter((line) => line.of === null).map((line) => line.cents)),
      ).toBe(sum(signed.map((line) => line.cents)))
      for (const block of blocks) {
        const ofCase = signed.filter((line) => line.of === block.case_number)
        expect(cents(block.total)).toBe(sum(ofCase.map((line) => line.cents)))
        expect(cents(block.base_fee)).toBe(sum(block.base_lines.map(({ value }) => cents(value))))
        expect(cents(block.total)).toBe(
          cents(block.base_fee) +
            sum(block.add_ons.map(({ value }) => cents(value))) -
            sum(block.deductions.map(({ value }) => cents(value))) +
            sum(block.charges.map(({ value, is_discount }) => (is_discount ? -1 : 1) * cents(value))),
        )
        const amounts = [...block.base_lines, ...block.add_ons, ...block.deductions, ...block.charges]
        expect(amounts.every(({ value }) => value >= 0)).toBe(true)
        seen.base += block.base_lines.length
        seen.addOns += block.add_ons.length
        seen.deductions += block.deductions.length
        seen.charges += block.charges.length
        seen.discounts += block.charges.filter(({ is_discount }) => is_discount).length
      }
    }
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(10)
})
