import { archFees, formFees, shippingFees } from '@archwire/contract/pricing/price-list.ts'
import { delays, type Delay } from '@archwire/contract/pricing/limits.ts'
import { archModes, labelOf, product, products } from '@archwire/contract/rx-forms/options.ts'

/** The field of the volume discounts, which are replaced whole. */
export const tiersField = 'arch_volume_discounts'

export interface PriceFieldSpec {
  /** Its place in the list: `arch.print`. */
  field: string
  label: string
  /** What it counts in. */
  unit: 'dollars' | 'days'
  help?: string
}
export interface PriceGroup {
  title: string
  note?: string
  /** Empty for the volume discounts, which are rows. */
  fields: readonly PriceFieldSpec[]
}

const money = (field: string, label: string, help?: string): PriceFieldSpec => ({
  field,
  label,
  unit: 'dollars',
  ...(help !== undefined && { help }),
})
const days = (name: Delay, label: string): PriceFieldSpec => ({
  field: `settings.${name}`,
  label,
  unit: 'days',
  help: `${delays[name].min} to ${delays[name].max} days.`,
})
const feesOf = (table: Readonly<Record<string, string>>, at: string, help: Partial<Record<string, string>> = {}) =>
  Object.entries(table).map(([name, label]) => money(`${at}.${name}`, label, help[name]))

const sizes = { one_arch: 'one arch', both_arches: 'both arches' }
/** The fees of a model: each kind for one arch and for both. */
const modelsOf = <Group extends 'pvs_or_stone_model' | 'intra_oral_scan' | '3d_printed_study'>(
  group: Group,
  labels: Record<keyof (typeof formFees)[Group], string>,
): PriceFieldSpec[] =>
  Object.entries<string>(labels).flatMap(([kind, label]) =>
    Object.entries(sizes).map(([size, words]) => money(`rx_forms.${group}.${kind}.${size}`, `${label}, ${words}`)),
  )

const models = (flag: number) => labelOf(products, flag)
const { misc } = formFees
const notCharged = 'Not charged at present.'

/** Every field of a price list as its forms show them, in the order of the form (`rx-form/prices`). */
export const priceGroups: readonly PriceGroup[] = [
  {
    title: 'Per arch',
    note: 'Charged once for each arch.',
    fields: feesOf(archFees, 'arch', { rush_case: notCharged, export_aligner_models: notCharged }),
  },
  {
    title: 'Shipping',
    note: 'Standard shipping has no fee.',
    fields: feesOf(shippingFees, 'shipping_fees'),
  },
  {
    title: 'Monthly fee and delays',
    fields: [
      money('settings.flat_monthly', 'Monthly fee'),
      days('delay_case_charging', 'Days until a case is charged'),
      days('delay_payment_processing', 'Days until a closed invoice is charged'),
    ],
  },
  {
    title: 'Volume discounts',
    note: 'An invoice with at least this many printed arches has this discount on all its fees per arch. The largest volume that is reached counts.',
    fields: [],
  },
  {
    title: 'Models from PVS or stone',
    fields: modelsOf('pvs_or_stone_model', {
      full_digital_model: models(1),
      semi_finish: models(2),
      rough: models(4),
      digital_storage_only: models(product.storageOnly),
    }),
  },
  {
    title: 'Models from scans',
    fields: modelsOf('intra_oral_scan', {
      clean_up: models(product.cleanUp),
      clean_up_and_base: models(product.cleanUpAndBase),
      digital_storage_only: models(product.storageOnly),
    }),
  },
  {
    title: 'Printed study models',
    fields: modelsOf('3d_printed_study', {
      horseshoe: labelOf(archModes, 1),
      palate_lingual: labelOf(archModes, 2),
      low_profile_base: labelOf(archModes, 3),
      full_profile_base: labelOf(archModes, 4),
    }),
  },
  {
    title: 'Add-ons and rush',
    fields: [...feesOf(misc.addon, 'rx_forms.misc.addon'), ...feesOf(misc.rx_form, 'rx_forms.misc.rx_form')],
  },
]

const named = new Map(
  priceGroups.flatMap(({ title, fields }) => fields.map((spec) => [spec.field, { ...spec, group: title }] as const)),
)
/** What a field is called away from its group: "Per arch: Print". */
export function nameOfField(field: string): string {
  const spec = named.get(field)
  if (field === tiersField) return 'Volume discounts'
  if (!spec) return field
  return spec.group === 'Monthly fee and delays' ? spec.label : `${spec.group}: ${spec.label}`
}
/** What a field counts in. */
export const unitOf = (field: string): PriceFieldSpec['unit'] => named.get(field)?.unit ?? 'dollars'
