import { readFileSync } from 'node:fs'
import { formatMoney, toDollars } from '@archwire/contract/core/money.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { priceCase } from '@archwire/contract/rx-forms/price-case.ts'
import { withOverrides } from '@archwire/contract/pricing/overrides.ts'
import { archFees, shippingFees } from '@archwire/contract/pricing/price-list.ts'
import { describe, expect, it } from 'vitest'
import { settled } from '../../../../packages/contract/test/rx-form.ts'
import { demoPrices, ownPrices } from './prices.ts'

const page = readFileSync(new URL('../../../../docs/billing.md', import.meta.url), 'utf8')
const prices = { ...demoPrices, version: 1 }
const own = withOverrides(prices, { version: 1, fields: ownPrices })

const cells = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
/** The tables of docs/billing.md by the titles of their cases. */
const examples = page
  .slice(0, page.indexOf('## The order of calculation'))
  .split(/^### Case /m)
  .slice(1)
  .map((section) => {
    const [title = '', ...rest] = section.split('\n')
    return [
      title,
      rest
        .filter((row) => row.startsWith('|'))
        .map(cells)
        .slice(2),
    ] as const
  })

const expressTrays: Partial<RxFormValues> = {
  products_list: 0,
  export_type: 1,
  shipping_method: 'express',
  rush_case: true,
  rush_case_authorized_by: 'Ada',
}
/** What goes into each example; what comes out is written on the page. */
const forms: Record<string, Partial<RxFormValues>> = {
  A: expressTrays,
  B: { impression_type: 2, products_list: 1, addon_options: 1 | 4, jaws_id: 1 },
  C: { products_list: 0, export_type: 2, submission_completed_by: 3, print_assignment: 1 },
  D: { impression_type: 4, products_list: 16, export_type: 1, submission_completed_by: 2, print_assignment: 2 },
  E: {
    impression_type: 4,
    products_list: 32 | 64,
    arch_mode: 3,
    addon_options: 16,
    shipping_method: 'urgent',
  },
  F: { products_list: 0, export_type: 3, jaws_id: 2, root_integration: true, print_assignment: 3 },
  G: { products_list: 4 | 64, export_type: 1, insert_brackets_assignment: 2, shipping_method: 'standard' },
  H: expressTrays,
}

describe('examples of docs/billing.md', () => {
  it('are all computed', () => expect(examples.map(([title]) => title[0])).toEqual(Object.keys(forms)))

  it.each(examples)('%s', (title, rows) => {
    const { lines, total } = priceCase(
      settled(forms[title[0]!]!, { has_partner: true }),
      title[0] === 'H' ? own : prices,
    )
    const money = (cents: number) => formatMoney(toDollars(cents))
    const how = (quantity: number, unit: number) => (quantity > 1 ? `${quantity} × ${money(unit)}` : money(unit))
    expect([
      ...lines.map(({ label, quantity, unit, amount }) => [label, how(quantity, unit), money(amount)]),
      ['Total', '', money(total)],
    ]).toEqual(rows)
  })
})

it('the table of docs/billing.md names every fee of a list once at most, and leaves out the two that no form brings', () => {
  const table = page.slice(page.indexOf('| form field and value'), page.indexOf('No form brings'))
  const named = table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) =>
      cells(row)[2]!
        .replaceAll('`', '')
        .replace(/\.size$/, ''),
    )
  const { misc, ...models } = demoPrices.rx_forms
  const all = [
    ...Object.keys(archFees).map((fee) => `arch.${fee}`),
    ...Object.keys(shippingFees).map((fee) => `shipping_fees.${fee}`),
    ...Object.entries(models).flatMap(([group, kinds]) =>
      Object.keys(kinds).map((kind) => `rx_forms.${group}.${kind}`),
    ),
    ...Object.keys(misc.addon).map((fee) => `rx_forms.misc.addon.${fee}`),
    'rx_forms.misc.rx_form.rush_case',
  ]
  expect(named.toSorted()).toEqual(
    all.filter((fee) => fee !== 'arch.rush_case' && fee !== 'arch.export_aligner_models').toSorted(),
  )
})
