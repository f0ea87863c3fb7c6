import { z } from 'zod'
import { OrderBrief } from '../billing/schema.ts'
import { paymentStatusesOfContracts } from '../billing/statuses.ts'
import { Day, Instant } from '../core/fields.ts'
import { Device, License } from '../licenses/schema.ts'
import { PaymentInfo } from '../payments/schema.ts'

/** The subscription of a practice as its page shows it. */
export const OrganizationContract = z.strictObject({
  id: z.int(),
  initial_payment_date: Day,
  /** The closing day of the open order; null while the practice is suspended. */
  next_payment_date: Day.nullable(),
  /** The lab's day of the newest paid order; null for none. */
  last_payment_date: Day.nullable(),
  suspended_at: Instant.nullable(),
  /** 1: suspended. */
  suspension_type: z.literal(1).nullable(),
  /** Suspended, or else that of its worst order (`billing/payment-status`). */
  payment_status: z.enum(paymentStatusesOfContracts),
})

const OrganizationLicense = License.pick({
  id: true,
  license_type: true,
  seats: true,
  bought_seats: true,
  available_seats: true,
  activated_at: true,
  expiration_date: true,
}).extend({
  /** Null for those who do not read them (`licenses/extra`). */
  devices: z.array(Device).nullable(),
})

/** What is left of a practice's credit, in dollars. */
const OrganizationCredit = z.strictObject({
  value: z.number(),
  valid_from: Day.nullable(),
  valid_to: Day.nullable(),
})

/** What `include` adds to an organization for readers of its invoices; null for others, and where there is none. */
export const billingIncludes = {
  contract: OrganizationContract.nullable().optional(),
  contract_id: z.int().nullable().optional(),
  /** The newest first, the open one included. */
  orders: z.array(OrderBrief).nullable().optional(),
  licenses: z.array(OrganizationLicense).nullable().optional(),
  credits: OrganizationCredit.nullable().optional(),
  /** For those who see how it pays (`billing/who-pays`). */
  payment_info: PaymentInfo.nullable().optional(),
}
export const OrganizationBilling = z.strictObject({
  contract: OrganizationContract.nullable(),
  contract_id: z.int().nullable(),
  orders: z.array(OrderBrief),
  licenses: z.array(OrganizationLicense),
  credits: OrganizationCredit.nullable(),
})
export type OrganizationBilling = z.infer<typeof OrganizationBilling>
