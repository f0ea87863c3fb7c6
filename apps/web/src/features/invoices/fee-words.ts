import { archFees, formFees } from '@archwire/contract/pricing/price-list.ts'
import { shippingMethods } from '@archwire/contract/shipping/methods.ts'

/** `full_digital_model` → "Full digital model" */
const spelled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** What a table says at a path of names. */
function at(table: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    table,
  )
}

const tables = {
  arch: archFees,
  // Standard shipping is free, but the lab may enter a fee for it.
  shipping_fees: Object.fromEntries(shippingMethods.map(({ id, label }) => [id, label])),
  rx_forms: formFees,
  settings: { flat_monthly: 'By the month' },
}

/** The place of a price in the list, as people read it: `arch.print` → "Print, by arch"; its own name where no table has it. */
export function feeWords(fee: string): string {
  const path = fee.split('.')
  const words = at(tables, path)
  if (typeof words !== 'string') return fee
  const [group, ...places] = path
  if (group === 'arch') return words.endsWith('by arch') ? words : `${words}, by arch`
  if (group === 'shipping_fees') return `Shipping, ${words}`
  const isModel = group === 'rx_forms' && places[0] !== 'misc'
  return isModel ? `${spelled(places[1]!)}, ${words.toLowerCase()}` : words
}
