import { z } from 'zod'
import { sentRoles } from '../roles.ts'

/** A person in the list of people. */
export const UserSummary = z.strictObject({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  account_number: z.string(),
  roles: z.array(z.strictObject({ name: z.enum(sentRoles), label: z.string() })),
  created_at: z.iso.datetime(),
})
export type UserSummary = z.infer<typeof UserSummary>
