import type { PriceList } from '../src/pricing/price-list.ts'

/** A price list whose amounts are all different, so that no line passes for another. */
export const priceList: PriceList = {
  version: 7,
  arch: {
    software: 101,
    initial_case_setup: 203,
    print: 307,
    insert_brackets: 401,
    rush_case: 503,
    root_integration: 601,
    export_with_guides: 701,
    export_with_brackets: 809,
    export_tray: 907,
    export_aligner_models: 1009,
    tray_design: 1103,
  },
  shipping_fees: { express: 1201, urgent: 1301, lightspeed: 1409, international: 1511 },
  settings: { delay_case_charging: 5, delay_payment_processing: 3, flat_monthly: 1601 },
  arch_volume_discounts: [{ volume: 20, discount: 5 }],
  rx_forms: {
    pvs_or_stone_model: {
      full_digital_model: { one_arch: 1709, both_arches: 1801 },
      semi_finish: { one_arch: 1901, both_arches: 2003 },
      rough: { one_arch: 2111, both_arches: 2203 },
      digital_storage_only: { one_arch: 2309, both_arches: 2411 },
    },
    intra_oral_scan: {
      clean_up: { one_arch: 2503, both_arches: 2609 },
      clean_up_and_base: { one_arch: 2707, both_arches: 2801 },
      digital_storage_only: { one_arch: 2903, both_arches: 3001 },
    },
    '3d_printed_study': {
      horseshoe: { one_arch: 3109, both_arches: 3203 },
      palate_lingual: { one_arch: 3301, both_arches: 3407 },
      low_profile_base: { one_arch: 3511, both_arches: 3607 },
      full_profile_base: { one_arch: 3701, both_arches: 3803 },
    },
    misc: {
      addon: {
        analysis_report: 3907,
        double_occlusal_view: 4001,
        return_stone_models: 4111,
        return_impression_trays: 4201,
        convert_to_stl: 4327,
      },
      rx_form: { rush_case: 4409 },
    },
  },
}
