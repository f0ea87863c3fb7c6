import { toCents, toDollars, type Cents } from '../core/money.ts'

/** Fees for each arch, with what an invoice calls them. */
export const archFees = {
  software: 'Software',
  initial_case_setup: 'Initial case setup',
  print: 'Print',
  insert_brackets: 'Brackets inserted',
  rush_case: 'Rush case, by arch',
  root_integration: 'Root integration',
  export_with_guides: 'Export with guides',
  export_with_brackets: 'Export with brackets',
  export_tray: 'Export of trays',
  export_aligner_models: 'Export of aligner models',
  tray_design: 'Tray design',
} as const
export type ArchFee = keyof typeof archFees

/** Fees for a way of shipping; the standard one costs nothing. */
export const shippingFees = {
  express: 'Express',
  urgent: 'Urgent',
  lightspeed: 'LightSpeed',
  international: 'International',
} as const
export type ShippingFee = keyof typeof shippingFees

const model = { one_arch: 'One arch', both_arches: 'Both arches' } as const
/** Fees of the Rx form: group, kind of product, field. A model is charged once, for one arch or for both. */
export const formFees = {
  pvs_or_stone_model: {
    full_digital_model: model,
    semi_finish: model,
    rough: model,
    digital_storage_only: model,
  },
  intra_oral_scan: { clean_up: model, clean_up_and_base: model, digital_storage_only: model },
  '3d_printed_study': {
    horseshoe: model,
    palate_lingual: model,
    low_profile_base: model,
    full_profile_base: model,
  },
  misc: {
    addon: {
      analysis_report: 'Analysis Report',
      double_occlusal_view: 'Double Occlusal View',
      return_stone_models: 'Return Stone Models',
      return_impression_trays: 'Return Impression Trays',
      convert_to_stl: 'Convert Model Format to STL',
    },
    rx_form: { rush_case: 'Rush case' },
  },
} as const
export type FormFees = {
  [Group in keyof typeof formFees]: {
    [Kind in keyof (typeof formFees)[Group]]: Record<keyof (typeof formFees)[Group][Kind], Cents>
  }
}

/** What the lab charges, in cents; delays in days, discounts in percent. A list never changes: another one follows it. */
export interface PriceList {
  version: number
  /** The version of the practice's own prices that are in it; 0 or absent: none. */
  overrides?: number
  /** The fields whose values are the practice's own: `arch.print`; absent: none. */
  own?: string[]
  /** Set where the prices are made up for a demonstration. */
  invented?: true
  arch: Record<ArchFee, Cents>
  shipping_fees: Record<ShippingFee, Cents>
  settings: { delay_case_charging: number; delay_payment_processing: number; flat_monthly: Cents }
  /** From so many printed arches of an invoice on, so much percent off the fees by arch. */
  arch_volume_discounts: { volume: number; discount: number }[]
  rx_forms: FormFees
}

/** Every amount of a tree of amounts, converted. */
function amounts<T>(tree: T, convert: (amount: number) => number): T {
  if (typeof tree === 'number') return convert(tree) as T
  return Object.fromEntries(
    Object.entries(tree as object).map(([name, branch]) => [name, amounts<unknown>(branch, convert)]),
  ) as T
}

const converted = (list: PriceList, convert: (amount: number) => number): PriceList => ({
  ...list,
  arch: amounts(list.arch, convert),
  shipping_fees: amounts(list.shipping_fees, convert),
  settings: { ...list.settings, flat_monthly: convert(list.settings.flat_monthly) },
  rx_forms: amounts(list.rx_forms, convert),
})
/** A list as it is sent: its amounts in dollars (`calls/money`). */
export const listInDollars = (list: PriceList): PriceList => converted(list, toDollars)
/** A list that was sent in dollars, in cents again. */
export const listInCents = (list: PriceList): PriceList => converted(list, toCents)
