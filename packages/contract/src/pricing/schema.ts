import { z } from 'zod'
import { Instant } from '../core/fields.ts'
import { archFees, formFees, shippingFees } from './price-list.ts'

const keysOf = <T extends object>(table: T) => Object.keys(table) as [keyof T & string]
/** One amount for each name of a table. */
const fees = <T extends object>(table: T) =>
  z.strictObject(
    Object.fromEntries(keysOf(table).map((name) => [name, z.number()])) as Record<keyof T & string, z.ZodNumber>,
  )
const group = <T extends Record<string, object>>(kinds: T) =>
  z.strictObject(
    Object.fromEntries(keysOf(kinds).map((kind) => [kind, fees(kinds[kind]!)])) as {
      [Kind in keyof T & string]: ReturnType<typeof fees<T[Kind]>>
    },
  )

/** What the lab charges, in dollars; delays in days, discounts in percent. Whoever reads of rush cases alone gets these. */
export const Pricing = z.strictObject({
  /** Which list it is; it never changes. */
  version: z.int(),
  /** The version of the practice's own prices that are in it; 0: none. */
  overrides: z.int().optional(),
  /** The fields whose values are the practice's own: `arch.print`; absent: none. */
  own: z.array(z.string()).optional(),
  /** Set where the prices are made up for a demonstration. */
  invented: z.literal(true).optional(),
  arch: fees(archFees).optional(),
  shipping_fees: fees(shippingFees).optional(),
  settings: z
    .strictObject({ delay_case_charging: z.int(), delay_payment_processing: z.int(), flat_monthly: z.number() })
    .optional(),
  arch_volume_discounts: z.array(z.strictObject({ volume: z.int(), discount: z.number() })).optional(),
  rx_forms: z.strictObject({
    pvs_or_stone_model: group(formFees.pvs_or_stone_model).optional(),
    intra_oral_scan: group(formFees.intra_oral_scan).optional(),
    '3d_printed_study': group(formFees['3d_printed_study']).optional(),
    misc: z.strictObject({
      addon: fees(formFees.misc.addon).optional(),
      rx_form: fees(formFees.misc.rx_form),
    }),
  }),
})
export type Pricing = z.infer<typeof Pricing>

/** One line of what a case costs, in dollars. */
export const CasePriceLine = z.strictObject({
  fee: z.string(),
  label: z.string(),
  why: z.string(),
  quantity: z.int(),
  unit: z.number(),
  amount: z.number(),
  /** When it goes on an invoice: with the case, or when what was asked for is completed. */
  due: z.enum(['case', 'completion']),
  /** The unit price is the practice's own, not the list's (`rx-form/own-prices`). */
  own: z.literal(true).optional(),
})

/** What a case costs by the list and the practice's own prices that held when it was submitted, in dollars. */
export const CasePriceShown = z.strictObject({
  price_list: z.int(),
  /** The version of the practice's own prices; 0: none. */
  price_overrides: z.int(),
  lines: z.array(CasePriceLine),
  total: z.number(),
})
export type CasePriceShown = z.infer<typeof CasePriceShown>

/** What a field of a list was set to: an amount in dollars, days, or the volume discounts; null: as in the list. */
const PriceValue = z
  .number()
  .or(z.array(z.strictObject({ volume: z.int(), discount: z.number() })))
  .nullable()
export type PriceValue = z.infer<typeof PriceValue>

/** One version of the lab's list, or of a practice's own prices: who set what, and when. */
export const PriceChange = z.strictObject({
  version: z.int(),
  created_at: Instant,
  /** Null: no person; the portal began with it. */
  created_by: z.strictObject({ id: z.int(), full_name: z.string() }).nullable(),
  /** What is different from the version before; null: not there. */
  changes: z.array(z.strictObject({ field: z.string(), before: PriceValue, after: PriceValue })),
})
export type PriceChange = z.infer<typeof PriceChange>

/** The lab's list as its editors read it. */
export const PriceListData = z.strictObject({
  /** The list without anybody's own prices. */
  prices: Pricing,
  /** Drafts of cases that are open: each of them meets the new prices at its submit. */
  open_drafts: z.int(),
  /** How many practices have prices of their own. */
  practices_with_own_prices: z.int(),
  /** The newest versions first, 50 at most. */
  versions: z.array(PriceChange),
})
export type PriceListData = z.infer<typeof PriceListData>
