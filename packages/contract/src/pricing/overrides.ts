import { archFees, formFees, shippingFees, type PriceList } from './price-list.ts'

type PricePart = 'arch' | 'shipping_fees' | 'settings' | 'arch_volume_discounts' | 'rx_forms'
/** The value of a field: cents or days, and the volume discounts as a whole. */
export type OwnValue = number | PriceList['arch_volume_discounts']

/** What a practice's own prices are at a version: by the field of the list, in its units; null: as in the list. */
export interface PriceOverrides {
  /** 0: none. */
  version: number
  fields: Partial<Record<string, OwnValue | null>>
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
  const own = Object.entries(fields).filter(
    ([field, value]) => value !== null && value !== undefined && known.has(field),
  )
  for (const [field, value] of own) put(merged, field.split('.'), value)
  return {
    ...merged,
    overrides: version,
    ...(own.length > 0 && { own: own.map(([field]) => field).toSorted() }),
  }
}

/** Every field of a list with its value, in the list's units; the volume discounts are one field. */
export const fieldsOf = (list: Pick<PriceList, PricePart>): Record<string, OwnValue> =>
  Object.fromEntries(overridableFields.map((field) => [field, valueAt(list, field.split('.'))]))

const valueAt = (tree: object, [name, ...rest]: string[]): OwnValue => {
  const branch = (tree as Record<string, unknown>)[name!]
  return rest.length === 0 ? (branch as OwnValue) : valueAt(branch as object, rest)
}

/** The fields of a list, or of a part of one, that was sent as a tree: `{ arch: { print: null } }` → `arch.print`. */
export function sentFields(tree: object): Partial<Record<string, OwnValue | null>> {
  const found: Partial<Record<string, OwnValue | null>> = {}
  const walk = (branch: object, at: string): void => {
    for (const [name, value] of Object.entries(branch) as [string, unknown][]) {
      const field = at === '' ? name : `${at}.${name}`
      if (known.has(field)) found[field] = value as OwnValue | null
      else if (typeof value === 'object' && value !== null) walk(value, field)
    }
  }
  walk(tree, '')
  return found
}

function put(tree: object, [name, ...rest]: string[], value: unknown): void {
  const branch = tree as Record<string, unknown>
  if (rest.length === 0) branch[name!] = value
  else put(branch[name!] as object, rest, value)
}
