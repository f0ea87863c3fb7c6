import { z } from 'zod'
import { Instant, Status } from '../core/fields.ts'

/** What the lab's staff see of a practice beside a case of it (`organizations/quick-glance`). */
export const QuickGlance = z.strictObject({
  account_number: z.string(),
  joined_at: Instant,
  newest_case_submission: Instant.nullable(),
  number_of_users: z.int(),
  number_of_patients: z.int(),
  /** Its manager, else its owner. */
  manager: z.strictObject({ id: z.int(), full_name: z.string() }).nullable(),
  /** The state of its newest invoice, or Suspended; null while it has no contract. */
  payment: Status.omit({ id: true }).nullable(),
  /** Null while it has none. */
  onboarding: Status.nullable(),
})
export type QuickGlance = z.infer<typeof QuickGlance>
