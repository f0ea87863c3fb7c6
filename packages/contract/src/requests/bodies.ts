import { z } from 'zod'
import { areWholeCents } from '../core/money.ts'
import { day, id, idText, line, seen, version, versionText } from '../core/fields.ts'
import { accepts } from '../core/record-schema.ts'
import { anyOf } from '../core/route.ts'
import { distinct } from '../core/text.ts'
import { completesRequests } from '../required-permissions.ts'
import { requestFields } from './fields.ts'

/** Parts of the calls on requests and prints: what is sent, and who may send it. */
export const completes = anyOf(
  'customer-requests.manage',
  'customer-requests.complete',
  'customer-requests.complete-assigned',
)
export const editsShipping = [
  'printing-requests.update-shipping-information',
  'printing-requests.manage',
  'organization.printing-requests.update-shipping-information',
] as const

export const trackingNumber = () => accepts(requestFields.table.tracking_number).optional()
export const shippingFee = () =>
  z.number().min(0).max(100_000).refine(areWholeCents, 'Two decimals at most.').nullable().optional()

/** The fee is the lab's to set, also where others complete a request (`requests/fee`). */
export const ofTheLab = { custom_shipping_fee: completesRequests } as const

/** What is entered when a request or a print is completed. */
export const Completion = z.strictObject({
  tracking_number: trackingNumber(),
  /** Dollars; empty: the price list (`requests/fee`). */
  custom_shipping_fee: shippingFee(),
  seen: seen().optional(),
})

/** Staff alone say what is free of charge. */
export const givesAway = ['customer-requests.manage'] as const
/** The lab changes how a print ships, and the fee that held until then stays (`requests/keep-fee`). */
export const keepFee = () => z.boolean().optional()

export const shippingFields = {
  location_id: id(),
  shipping_method_id: z.int().min(1).max(5),
  expected_arrival_date: day(),
  delivery_date_from: day(),
  delivery_date_to: day(),
}
export const shippingExample = {
  patient_id: 1,
  location_id: 1,
  shipping_method_id: 1,
  expected_arrival_date: '2026-12-07',
  delivery_date_from: '2026-12-04',
  delivery_date_to: '2026-12-07',
}

/** What a change of a print sends: items, how it ships, or both. */
export const PrintChange = z.strictObject({
  patient_id: id(),
  /** All five of these, or none of them. */
  ...z.object(shippingFields).partial().shape,
  /** Sent with these five; absent where the fee follows the method. */
  keep_fee: keepFee(),
  /** Items that are not in the list stay as they are. */
  printing_request_items: z
    .array(z.strictObject({ id: id(), insert_brackets: z.boolean() }))
    .max(100)
    .refine((rows) => distinct(rows.map((row) => row.id)), 'Each once')
    .optional(),
  version: version().optional(),
})

/** The prices that a page showed when a print is asked for. */
export const ShownPrices = z.strictObject({
  /**
   * The price list that the caller saw; where another one holds by now, it is a 409 (`requests/price`). Required of
   * pages whose person reads prices.
   */
  price_list: idText().optional(),
  /** The version of the practice's own prices that the caller saw; as `price_list`. */
  price_overrides: versionText().optional(),
})

/** A print that is asked for. */
export const NewPrint = z.strictObject({
  patient_id: id(),
  arches: z.literal([1, 2, 3]),
  content_type_id: z.int().min(1).max(5),
  insert_brackets: z.boolean().default(false),
  location_id: id().nullable().default(null),
  shipping_method: line(20).nullable().default(null),
  expected_arrival_date: day().nullable().default(null),
  /** The lab charges nothing for it, for this reason (`requests/free`). Absent: it is charged. */
  free_reason: accepts(requestFields.table.free_reason).optional(),
})
