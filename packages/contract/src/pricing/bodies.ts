import { z } from 'zod'
import { version } from '../core/fields.ts'
import {
  delayProblem,
  discountProblem,
  feeProblem,
  mostTiers,
  priceWords,
  volumeProblem,
  volumesTwice,
  type Delay,
} from './limits.ts'
import { archFees, formFees, shippingFees } from './price-list.ts'

/** What a page sends of prices: in dollars, days and percent (`rx-form/price-limits`). */

/** A number with the message of its limits; a text or an empty value gets the same message. */
const limited = (problem: (value: number | null) => string | undefined) =>
  z.number({ error: () => problem(null) }).superRefine((value, context) => {
    const message = problem(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
const fee = () => limited(feeProblem)
const delay = (name: Delay) => limited((value) => delayProblem(name, value))

const Tiers = z
  .array(z.strictObject({ volume: limited(volumeProblem), discount: limited(discountProblem) }))
  .max(mostTiers)
  .superRefine((tiers, context) => {
    for (const at of volumesTwice(tiers))
      context.addIssue({ code: 'custom', path: [at, 'volume'], message: priceWords.volumeTwice })
  })

type Tree = { readonly [name: string]: string | Tree }
/** The schema of a tree with the names of a table of fees; `around` says what a branch or a fee may be besides. */
const treeOf = (table: Tree, leaf: () => z.ZodType, around = (schema: z.ZodType) => schema): z.ZodType =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(table).map(([name, branch]) => [
        name,
        around(typeof branch === 'string' ? leaf() : treeOf(branch, leaf, around)),
      ]),
    ),
  )

type Amounts<T> = T extends string ? number : { [K in keyof T]: Amounts<T[K]> }
/** Every fee of a table. */
const everyFee = <T extends Tree>(table: T) => treeOf(table, fee) as z.ZodType<Amounts<T>, Amounts<T>>

const filled = (table: Tree, dollars: number): Tree =>
  Object.fromEntries(
    Object.entries(table).map(([name, branch]) => [
      name,
      typeof branch === 'string' ? dollars : filled(branch, dollars),
    ]),
  ) as never

/** A valid list, for the reference and generated tests; its version is none that a portal has. */
export const exampleList = {
  version: 2_000_000_000,
  arch: filled(archFees, 12.5),
  shipping_fees: filled(shippingFees, 18),
  settings: { delay_case_charging: 5, delay_payment_processing: 3, flat_monthly: 99 },
  arch_volume_discounts: [{ volume: 20, discount: 5 }],
  rx_forms: filled(formFees, 25),
}

type Own<T> = T extends string ? number | null : { [K in keyof T]?: Own<T[K]> | undefined }
/** Any fees of a table; null: the list's again. */
const anyFee = <T extends Tree>(table: T) =>
  (
    treeOf(
      table,
      () => fee().nullable(),
      (schema) => schema.optional(),
    ) as z.ZodType<Own<T>, Own<T>>
  ).optional()

/** A new list: every price, and the version of the list that the page showed. */
export const PriceListBody = z.strictObject({
  version: version(),
  arch: everyFee(archFees),
  shipping_fees: everyFee(shippingFees),
  settings: z.strictObject({
    delay_case_charging: delay('delay_case_charging'),
    delay_payment_processing: delay('delay_payment_processing'),
    flat_monthly: fee(),
  }),
  arch_volume_discounts: Tiers,
  rx_forms: everyFee(formFees),
})
export type PriceListBody = z.infer<typeof PriceListBody>

/**
 * Prices of a practice's own: a field that is left out stays as it is, null is the list's again, the volume discounts are
 * replaced whole. `overrides` is the version that the page showed; 0: the practice had none.
 */
export const OwnPricesBody = z.strictObject({
  overrides: z.int().min(0).max(2_147_483_647),
  arch: anyFee(archFees),
  shipping_fees: anyFee(shippingFees),
  settings: z
    .strictObject({
      delay_case_charging: delay('delay_case_charging').nullable().optional(),
      delay_payment_processing: delay('delay_payment_processing').nullable().optional(),
      flat_monthly: fee().nullable().optional(),
    })
    .optional(),
  arch_volume_discounts: Tiers.nullable().optional(),
  rx_forms: anyFee(formFees),
})
export type OwnPricesBody = z.infer<typeof OwnPricesBody>
