import { z } from 'zod'
import { actions, Instant, OrganizationName, reasons } from '../core/fields.ts'
import { organizationRoles, sentRoles, userRoles } from '../roles.ts'
import { Author } from './author.ts'

/** A person in the list of people. */
export const UserSummary = z.strictObject({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  account_number: z.string(),
  roles: z.array(z.strictObject({ name: z.enum(sentRoles), label: z.string() })),
  /** The organizations of the person, the oldest membership first. */
  organizations: z.array(OrganizationName),
  is_archived: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: Instant,
})
export type UserSummary = z.infer<typeof UserSummary>

/** What a person of the lab may be able to do with another person now. */
export const userActions = [
  'update',
  'update_identity',
  'change_email',
  'change_role',
  'archive',
  'restore',
  'delete',
  'change_permissions',
  'send_link',
] as const
export type UserAction = (typeof userActions)[number]

/** A new address that staff asked for, and that waits (`people/new-email`). */
export const EmailChange = z.strictObject({
  email: z.string(),
  asked_at: z.iso.datetime(),
  /** The address does not change earlier. */
  not_before: z.iso.datetime(),
  /** Whether the link in the mail to the new address was used. */
  is_confirmed: z.boolean(),
})
export type EmailChange = z.infer<typeof EmailChange>

/** An additional address that gets a management person's notifications. */
export const AdditionalEmail = z.strictObject({ id: z.int(), email: z.string() })
export type AdditionalEmail = z.infer<typeof AdditionalEmail>

/** A permission that may be added to one person, whether it is, and who changed that last. */
export const CustomPermission = z.strictObject({
  permission: z.string(),
  label: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  /** Already held by the person's role: adding it changes nothing. */
  held_by_role: z.boolean(),
  changed_by: Author.nullable(),
  changed_at: Instant.nullable(),
})
export type CustomPermission = z.infer<typeof CustomPermission>

/** A person in full, as the lab sees them. */
export const User = UserSummary.extend({
  username: z.string().nullable(),
  additional_emails: z.array(AdditionalEmail),
  /** Of the first of the organizations below; null without one. */
  organization_id: z.int().nullable(),
  organization_name: z.string().nullable(),
  organizations: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      account_number: z.string(),
      pivot: z.strictObject({ role: z.strictObject({ name: z.enum(organizationRoles), label: z.string() }) }),
      /** Open cases of the person as their doctor there. */
      open_cases: z.int(),
    }),
  ),
  /** Null for readers who are not staff of the lab. */
  email_change: EmailChange.nullable(),
  /** False until the address is verified or the first password is set. */
  is_verified: z.boolean(),
  is_archived: z.boolean(),
  deleted_at: Instant.nullable(),
  /** Cases of the person as their doctor, within the reader's reach. */
  number_of_cases: z.int(),
  /** Roles that the reader may give this person. */
  grantable_roles: z.array(z.enum(userRoles)),
  /** Empty for readers who may not change permissions. */
  custom_permissions: z.array(CustomPermission),
  version: z.int(),
  can: actions(...userActions),
  why_not: reasons(...userActions),
})
export type User = z.infer<typeof User>
