import { z } from 'zod'
import { actions, version } from '../core/fields.ts'
import { bodyOf } from '../core/record-schema.ts'
import { billingAddressFields } from './fields.ts'

/** Where the invoices of a practice go. */
export const BillingAddress = z.strictObject({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  street_address: z.string(),
  street_address_line_2: z.string(),
  city: z.string(),
  state: z.string(),
  /** The three-letter code. */
  country: z.string(),
  zip_code: z.string(),
})
export type BillingAddress = z.infer<typeof BillingAddress>

/** A practice's billing address; null while it has none. */
export const BillingAddressAnswer = z.strictObject({
  billing_address: BillingAddress.nullable(),
  version: z.int(),
  can: actions('update'),
})
export type BillingAddressAnswer = z.infer<typeof BillingAddressAnswer>

/** The whole address as it is to be. */
export const BillingAddressEdit = bodyOf(billingAddressFields).extend({ version: version().optional() })
export type BillingAddressEdit = z.infer<typeof BillingAddressEdit>
