import { describe, expect, it } from 'vitest'
import { priceList } from '../../test/price-list.ts'
import { settled } from '../../test/rx-form.ts'
import { priceCase } from '../rx-forms/price-case.ts'
import { overridableFields, withOverrides } from './overrides.ts'
import { listInDollars, type PriceList } from './price-list.ts'

/** Every value of a list by its path, lists of values as one. */
const leaves = (tree: object, at = ''): [string, unknown][] =>
  Object.entries(tree).flatMap(([name, branch]: [string, unknown]) =>
    typeof branch === 'object' && branch !== null && !Array.isArray(branch)
      ? leaves(branch, `${at}${name}.`)
      : [[`${at}${name}`, branch] as [string, unknown]],
  )
const valuesOf = (list: PriceList) =>
  Object.fromEntries(leaves(list).filter(([field]) => !['version', 'overrides', 'own'].includes(field)))

describe('a practice’s own prices (rx-form/own-prices)', () => {
  it('exist for every field of a list, and for no other', () => {
    expect(overridableFields.toSorted()).toEqual(Object.keys(valuesOf(priceList)).toSorted())
  })

  it.each(overridableFields.filter((field) => field !== 'arch_volume_discounts'))('%s: this field alone', (field) => {
    for (const value of [0, 77_777]) {
      const merged = withOverrides(priceList, { version: 3, fields: { [field]: value } })
      expect(merged).toMatchObject({ version: priceList.version, overrides: 3, own: [field] })
      expect(valuesOf(merged)).toEqual({ ...valuesOf(priceList), [field]: value })
    }
  })

  it('volume discounts are replaced whole', () => {
    const fields = { arch_volume_discounts: [{ volume: 7, discount: 2.5 }] }
    expect(withOverrides(priceList, { version: 1, fields }).arch_volume_discounts).toEqual(fields.arch_volume_discounts)
    expect(
      withOverrides(priceList, { version: 1, fields: { arch_volume_discounts: [] } }).arch_volume_discounts,
    ).toEqual([])
  })

  it('null leaves what the list says, and so does a field that lists do not have', () => {
    const before = structuredClone(priceList)
    const fields = { 'arch.print': null, 'arch.engraving': 5, version: 9, 'rx_forms.misc': 4, __proto__: 3 }
    expect(withOverrides(priceList, { version: 2, fields })).toEqual({ ...before, overrides: 2 })
    expect(priceList).toEqual(before)
  })

  it('are what a case is priced by', () => {
    const form = settled({ products_list: 0, export_type: 1, shipping_method: 'express', jaws_id: 3 })
    const own = withOverrides(priceList, { version: 1, fields: { 'arch.print': 11, 'shipping_fees.express': 0 } })
    const unitsOf = (list: PriceList) =>
      Object.fromEntries(priceCase(form, list).lines.map(({ fee, unit }) => [fee, unit]))
    const { 'shipping_fees.express': express, ...others } = unitsOf(priceList)
    expect(express).toBe(priceList.shipping_fees.express)
    expect(unitsOf(own)).toEqual({ ...others, 'arch.print': 11 })
  })

  it('go out in dollars, as the list does', () => {
    const own = withOverrides(priceList, {
      version: 1,
      fields: { 'settings.flat_monthly': 4950, 'settings.delay_case_charging': 9 },
    })
    expect(listInDollars(own)).toMatchObject({ overrides: 1, settings: { flat_monthly: 49.5, delay_case_charging: 9 } })
  })
})
