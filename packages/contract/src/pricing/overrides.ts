import { archFees, formFees, shippingFees, type PriceList } from './price-list.ts'

/** What a practice's own prices are at a version: by the field of the list, in its units; null: as in the list. */
export interface PriceOverrides {
  /** 0: none. */
  version: number
  fields: Partial<Record<string, number | PriceList['arch_volume_discounts'] | null>>
}

const settings = { delay_case_charging: 0, delay_payment_processing: 0, flat_monthly: 0 }
/** The paths of all leaves of a tree. */
const paths = (tree: object, at: string): string[] =>
  Object.entries(tree).flatMap(([name, branch]) =>
    typeof branch === 'object' ? paths(branch as object, `${at}.${name}`) : [`${at}.${name}`],
  )

/** Every field of a list that a practice may have another value of: `arch.print`; the volume discounts are one field. */
export const overridableFields: readonly string[] = [
  ...paths(archFees, 'arch'),
  ...paths(shippingFees, 'shipping_fees'),
  ...paths(settings, 'settings'),
  'arch_volume_discounts',
  ...paths(formFees, 'rx_forms'),
]
const known = new Set(overridableFields)

/**
 * A list with a practice's own prices in it, field by field: 0 is a price, null leaves what the list says, the volume
 * discounts are replaced whole (`rx-form/own-prices`). A field that lists do not have is left out.
 */
export function withOverrides(list: PriceList, { version, fields }: PriceOverrides): PriceList {
  const merged = structuredClone(list)
  for (const [field, value] of Object.entries(fields))
    if (value !== null && value !== undefined && known.has(field)) put(merged, field.split('.'), value)
  return { ...merged, overrides: version }
}

function put(tree: object, [name, ...rest]: string[], value: unknown): void {
  const branch = tree as Record<string, unknown>
  if (rest.length === 0) branch[name!] = value
  else put(branch[name!] as object, rest, value)
}
