import { z } from 'zod'
import { actions, Instant, version } from '../core/fields.ts'
import { bodyOf } from '../core/record-schema.ts'
import { closeDifferenceFields } from './fields.ts'
import { differenceKindNames } from './kinds.ts'

/** Something that portal and payment provider say differently, open until a person closes it. */
export const PaymentDifference = z.strictObject({
  id: z.int(),
  kind: z.enum(differenceKindNames),
  /** The provider's number of the transaction. */
  transaction: z.string(),
  /** Null where the portal does not know whose payment it is. */
  organization: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
  /** The invoice that it is about; null for none. */
  order: z.strictObject({ id: z.int(), invoice_id: z.int().nullable() }).nullable(),
  /** Dollars; null where the portal has no such payment. */
  expected: z.number().nullable(),
  /** Dollars; null where the provider named no amount. */
  reported: z.number().nullable(),
  opened_at: Instant,
  closed_at: Instant.nullable(),
  /** Who closed it, by name. */
  closed_by: z.string().nullable(),
  /** Why it was closed; empty while it is open. */
  note: z.string(),
  version: z.int(),
  updated_at: Instant,
  can: actions('close'),
})
export type PaymentDifference = z.infer<typeof PaymentDifference>

/** Closes a difference, with a reason. */
export const CloseDifferenceBody = bodyOf(closeDifferenceFields).extend({ version: version().optional() })
export type CloseDifferenceBody = z.infer<typeof CloseDifferenceBody>
