import { priceCase, pricedFields } from '@archwire/contract/rx-forms/price-case.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { settle } from '@archwire/contract/rx-forms/rules.ts'
import { expect, it } from 'vitest'
import { priceList } from '../../../../../packages/contract/test/price-list.ts'
import { randomForms } from '../../../test/rx-forms/random-form.ts'

/** The same, written once more and another way: every fee with whether and how often the form brings it. */
function naive(form: RxFormValues): Map<string, number> {
  const sum = new Map<string, number>()
  const two = form.jaws_id === 3
  const bit = (flag: number, flags = form.products_list) => Math.floor(flags / flag) % 2 === 1
  const add = (fee: string, times: number) => {
    const unit = fee
      .split('.')
      .reduce<unknown>((tree, name) => (tree as Record<string, unknown>)[name], priceList) as number
    if (times > 0) sum.set(fee, unit * times)
  }
  const arches = two ? 2 : 1
  const size = two ? 'both_arches' : 'one_arch'
  const setup = form.submission_completed_by === 1
  if (!setup) {
    // The model is made by the party that makes the setup.
  } else if (form.impression_type === 4) {
    if (bit(8)) add(`rx_forms.intra_oral_scan.digital_storage_only.${size}`, 1)
    else if (bit(16)) add(`rx_forms.intra_oral_scan.clean_up.${size}`, 1)
    else if (bit(32)) add(`rx_forms.intra_oral_scan.clean_up_and_base.${size}`, 1)
  } else if (bit(1)) add(`rx_forms.pvs_or_stone_model.full_digital_model.${size}`, 1)
  else if (bit(2)) add(`rx_forms.pvs_or_stone_model.semi_finish.${size}`, 1)
  else if (bit(4)) add(`rx_forms.pvs_or_stone_model.rough.${size}`, 1)
  else if (bit(8)) add(`rx_forms.pvs_or_stone_model.digital_storage_only.${size}`, 1)
  const addons = [
    'analysis_report',
    'double_occlusal_view',
    'return_stone_models',
    'return_impression_trays',
    'convert_to_stl',
  ]
  for (const [index, name] of addons.entries())
    if (setup && bit(2 ** index, form.addon_options)) add(`rx_forms.misc.addon.${name}`, 1)
  const bonds = form.export_type !== null
  const prints = (bonds || bit(64)) && form.print_assignment === 1
  add('arch.software', setup && bonds ? arches : 0)
  add('arch.initial_case_setup', setup && bonds ? arches : 0)
  add('arch.tray_design', setup && form.export_type === 1 ? arches : 0)
  add('arch.export_tray', setup && form.export_type === 1 ? arches : 0)
  add('arch.export_with_guides', setup && form.export_type === 2 ? arches : 0)
  add('arch.export_with_brackets', setup && form.export_type === 3 ? arches : 0)
  add('arch.root_integration', setup && bonds && form.root_integration ? arches : 0)
  add('arch.print', prints && bonds ? arches : 0)
  add('arch.insert_brackets', prints && form.export_type === 1 && form.insert_brackets_assignment === 1 ? arches : 0)
  const base = ['horseshoe', 'palate_lingual', 'low_profile_base', 'full_profile_base'][form.arch_mode - 1]
  add(`rx_forms.3d_printed_study.${base}.${size}`, prints && bit(64) ? 1 : 0)
  if (prints && form.shipping_method !== 'standard' && form.shipping_method)
    add(`shipping_fees.${form.shipping_method}`, 1)
  add('rx_forms.misc.rx_form.rush_case', form.rush_case ? 1 : 0)
  return sum
}

const count = process.env.LONG === '1' ? 10_000 : 2000
it(`agrees with a second, naive count on ${count} random forms`, () => {
  let priced = 0
  for (const { values, context } of randomForms(20261124, count)) {
    const form = settle(values, context)
    const { lines, total } = priceCase(form, priceList)
    const expected = naive(form)
    expect(new Map(lines.map(({ fee, amount }) => [fee, amount])), JSON.stringify(form)).toEqual(expected)
    expect(total).toBe([...expected.values()].reduce((sum, amount) => sum + amount, 0))
    for (const { unit, quantity, amount } of lines) expect(amount).toBe(unit * quantity)
    if (lines.length > 0) priced++
  }
  expect(priced).toBeGreaterThan(count / 3)
})

it('depends on the fields that it says it depends on, and on no other', () => {
  for (const { values, context } of randomForms(7, 300)) {
    const form = settle(values, context)
    const own = Object.fromEntries(pricedFields.map((name) => [name, form[name]])) as unknown as RxFormValues
    expect(priceCase(own, priceList)).toEqual(priceCase(form, priceList))
  }
})
