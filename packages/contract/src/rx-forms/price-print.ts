import { contentType, contentTypes } from './content-types.ts'
import { archFees, shippingFees, type ArchFee, type PriceList, type ShippingFee } from '../pricing/price-list.ts'
import { archModes, labelOf } from './options.ts'
import type { PriceDraft } from './price-case.ts'

/** What is printed for a case, and how it ships: of a form as an estimate, of a print as it is made. */
export interface PrintedParts {
  /** One for each arch and content that the lab makes; corrected trays are left out, because they are free. */
  items: readonly { content_type_id: number; insert_brackets: boolean }[]
  /** Which kind of study model, as on the Rx form. */
  arch_mode: 1 | 2 | 3 | 4
  /** Null: it does not ship. */
  shipping_method: string | null
}

/** Whether a fee is charged with a print: the rest of a case is its setup. */
export const isPrintFee = (fee: string): boolean =>
  /^(arch\.(print|insert_brackets)$|rx_forms\.3d_printed_study\.|shipping_fees\.)/.test(fee)

const studyModels = {
  1: 'horseshoe',
  2: 'palate_lingual',
  3: 'low_profile_base',
  4: 'full_profile_base',
} as const

/**
 * What the lab charges for a print (`rx-form/price`, docs/billing.md): by arch for what is bonded and for brackets
 * inserted, once for a study model, and the fee of the shipping method. One function for the form's estimate, the price
 * shown before a print is asked for, and the charge at its completion. Lines of 0 are in it: a printed arch counts for
 * the volume discount whatever it costs. Pure.
 */
export function pricePrint(parts: PrintedParts, prices: PriceList): PriceDraft[] {
  const bonded = parts.items.filter(({ content_type_id }) => content_type_id !== contentType.studyModel)
  const inserted = bonded.filter((item) => item.content_type_id === contentType.trays && item.insert_brackets)
  const models = parts.items.length - bonded.length
  const lines: PriceDraft[] = []
  const arch = (fee: ArchFee, quantity: number, why: string) =>
    lines.push({
      fee: `arch.${fee}`,
      label: archFees[fee],
      why: `${quantity === 1 ? 'One arch' : `${quantity === 2 ? 'Two' : quantity} arches`}. ${why}`,
      quantity,
      unit: prices.arch[fee],
      due: 'completion',
    })
  if (bonded.length > 0) arch('print', bonded.length, `The lab prints: ${contentsOf(bonded)}.`)
  // Who prints inserts: brackets of another one's print are not inserted here.
  if (inserted.length > 0) arch('insert_brackets', inserted.length, 'The lab inserts them.')
  if (models > 0) lines.push(studyModel(parts.arch_mode, models, prices))
  const shipping = shippingLine(parts.shipping_method, prices)
  return shipping ? [...lines, shipping] : lines
}

/** A study model is charged once, for one arch or for both. */
function studyModel(mode: PrintedParts['arch_mode'], arches: number, prices: PriceList): PriceDraft {
  const size = arches > 1 ? 'both_arches' : 'one_arch'
  const kind = studyModels[mode]
  return {
    fee: `rx_forms.3d_printed_study.${kind}.${size}`,
    label: 'Printed study model',
    why: `${labelOf(archModes, mode)}, ${size === 'both_arches' ? 'both arches' : 'one arch'}`,
    quantity: 1,
    unit: prices.rx_forms['3d_printed_study'][kind][size],
    due: 'completion',
  }
}

/** What a shipping method costs by these prices; null for standard shipping, which is free, and for none. */
export function shippingLine(method: string | null, prices: PriceList): PriceDraft | null {
  if (method === null || !(method in shippingFees)) return null
  const way = method as ShippingFee
  return {
    fee: `shipping_fees.${way}`,
    label: 'Shipping',
    why: `${shippingFees[way]}.`,
    quantity: 1,
    unit: prices.shipping_fees[way],
    due: 'completion',
  }
}

const contentsOf = (items: PrintedParts['items']): string =>
  [...new Set(items.map(({ content_type_id }) => labelOf(contentTypes, content_type_id)))].join(', ')
