import { describe, expect, it } from 'vitest'
import { priceList } from '../../test/price-list.ts'
import { settled } from '../../test/rx-form.ts'
import type { RxFormValues } from './form.ts'
import { priceCase } from './price-case.ts'
import { Pricing } from '../pricing/schema.ts'
import { listInCents, listInDollars } from '../pricing/price-list.ts'

const linesOf = (change: Partial<RxFormValues>) =>
  priceCase(settled(change, { has_partner: true }), priceList).lines.map(({ fee, quantity, amount }) => [
    fee,
    quantity,
    amount,
  ])
const nothing = { products_list: 0, impression_type: 1 } as const

describe('what a case costs (rx-form/price)', () => {
  it('a model once, for one arch or both', () => {
    expect(linesOf({ products_list: 1, jaws_id: 3 })).toEqual([
      ['rx_forms.pvs_or_stone_model.full_digital_model.both_arches', 1, 1801],
    ])
    expect(linesOf({ products_list: 2, jaws_id: 1 })).toEqual([
      ['rx_forms.pvs_or_stone_model.semi_finish.one_arch', 1, 1901],
    ])
    expect(linesOf({ impression_type: 4, products_list: 32, jaws_id: 2 })).toEqual([
      ['rx_forms.intra_oral_scan.clean_up_and_base.one_arch', 1, 2707],
    ])
    expect(linesOf({ impression_type: 4, products_list: 8 })).toEqual([
      ['rx_forms.intra_oral_scan.digital_storage_only.both_arches', 1, 3001],
    ])
    expect(linesOf({ impression_type: 2, products_list: 8 })).toEqual([
      ['rx_forms.pvs_or_stone_model.digital_storage_only.both_arches', 1, 2411],
    ])
  })
  it('each add-on once', () =>
    expect(linesOf({ products_list: 4, addon_options: 1 | 4 | 16 })).toEqual([
      ['rx_forms.pvs_or_stone_model.rough.both_arches', 1, 2203],
      ['rx_forms.misc.addon.analysis_report', 1, 3907],
      ['rx_forms.misc.addon.return_stone_models', 1, 4111],
      ['rx_forms.misc.addon.convert_to_stl', 1, 4327],
    ]))
  it('trays that the lab makes from the setup to the parcel', () =>
    expect(linesOf({ ...nothing, export_type: 1, root_integration: true, shipping_method: 'express' })).toEqual([
      ['arch.software', 2, 202],
      ['arch.initial_case_setup', 2, 406],
      ['arch.tray_design', 2, 2206],
      ['arch.export_tray', 2, 1814],
      ['arch.root_integration', 2, 1202],
      ['arch.print', 2, 614],
      ['arch.insert_brackets', 2, 802],
      ['shipping_fees.express', 1, 1201],
    ]))
  it('guides and brackets of one arch; the standard way is free', () => {
    const upper = { ...nothing, jaws_id: 1 } as const
    expect(linesOf({ ...upper, export_type: 2 })).toEqual([
      ['arch.software', 1, 101],
      ['arch.initial_case_setup', 1, 203],
      ['arch.export_with_guides', 1, 701],
      ['arch.print', 1, 307],
    ])
    expect(linesOf({ ...upper, export_type: 3, print_assignment: 2 })).toEqual([
      ['arch.software', 1, 101],
      ['arch.initial_case_setup', 1, 203],
      ['arch.export_with_brackets', 1, 809],
    ])
  })
  it('not what partner or practice make', () => {
    const partner = {
      submission_completed_by: 3,
      print_assignment: 3,
      insert_brackets_assignment: 3,
      shipping_method: 'urgent',
    } as const
    expect(linesOf({ ...nothing, export_type: 1, root_integration: true, ...partner })).toEqual([])
    expect(linesOf({ products_list: 1 | 64, addon_options: 1, ...partner })).toEqual([])
    expect(
      linesOf({ products_list: 1 | 64, addon_options: 1, submission_completed_by: 2, print_assignment: 2 }),
    ).toEqual([])
    expect(linesOf({ products_list: 1 | 64, print_assignment: 2 })).toEqual([
      ['rx_forms.pvs_or_stone_model.full_digital_model.both_arches', 1, 1801],
    ])
  })
  it("the lab's print of a partner's setup", () =>
    expect(
      linesOf({ ...nothing, export_type: 1, submission_completed_by: 3, jaws_id: 2, shipping_method: 'express' }),
    ).toEqual([
      ['arch.print', 1, 307],
      ['arch.insert_brackets', 1, 401],
      ['shipping_fees.express', 1, 1201],
    ]))
  it('brackets only in trays that the lab prints', () => {
    const printedElsewhere = linesOf({
      ...nothing,
      export_type: 1,
      submission_completed_by: 1,
      print_assignment: 3,
      insert_brackets_assignment: 1,
    })
    expect(printedElsewhere.map(([fee]) => fee)).toEqual([
      'arch.software',
      'arch.initial_case_setup',
      'arch.tray_design',
      'arch.export_tray',
    ])
  })
  it('a printed study model by its base', () =>
    expect(linesOf({ products_list: 64 | 4, arch_mode: 3, jaws_id: 1, shipping_method: 'lightspeed' })).toEqual([
      ['rx_forms.pvs_or_stone_model.rough.one_arch', 1, 2111],
      ['rx_forms.3d_printed_study.low_profile_base.one_arch', 1, 3511],
      ['shipping_fees.lightspeed', 1, 1409],
    ]))
  it('a rush once, for both arches too', () =>
    expect(linesOf({ products_list: 4, rush_case: true })).toEqual([
      ['rx_forms.pvs_or_stone_model.rough.both_arches', 1, 2203],
      ['rx_forms.misc.rx_form.rush_case', 1, 4409],
    ]))
  it('leaves out what costs nothing', () => {
    const free = structuredClone(priceList)
    free.rx_forms.misc.rx_form.rush_case = 0
    const lines = (list: typeof priceList) =>
      priceCase(settled({ products_list: 4, rush_case: true }), list).lines.map(({ fee }) => fee)
    expect(lines(priceList)).toContain('rx_forms.misc.rx_form.rush_case')
    expect(lines(free)).not.toContain('rx_forms.misc.rx_form.rush_case')
  })
  it('each line says why, and when it is due', () => {
    const { lines } = priceCase(
      settled({ ...nothing, export_type: 1, rush_case: true, shipping_method: 'urgent' }),
      priceList,
    )
    expect(lines.map(({ label, why, due }) => `${label}: ${why} (${due})`)).toEqual([
      'Software: Two arches. The setup is planned with the software. (case)',
      'Initial case setup: Two arches. The lab makes the setup. (case)',
      'Tray design: Two arches. The lab designs the trays. (case)',
      'Export of trays: Two arches. The finished setup, as files to print. (case)',
      'Rush case: Ready for approval within one business hour. (completion)',
      'Print: Two arches. The lab prints: Trays. (completion)',
      'Brackets inserted: Two arches. The lab inserts them. (completion)',
      'Shipping: Urgent. (completion)',
    ])
  })
})

it('a list goes out in dollars and comes back in the same cents', () => {
  const sent = Pricing.parse(JSON.parse(JSON.stringify(listInDollars(priceList))))
  expect(sent.arch!.software).toBe(1.01)
  expect(listInCents(sent as typeof priceList)).toEqual(priceList)
})
