import { z } from 'zod'
import { actions, id, Instant, secret } from '../core/fields.ts'
import { bodyOf } from '../core/record-schema.ts'
import { organizationRoles, sentRoles } from '../roles.ts'
import { invitableRoles, inviteFields } from './fields.ts'

/** A member of an organization, with what the reader may do there. */
export const Member = z.strictObject({
  id: z.int(),
  full_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  roles: z.array(z.strictObject({ name: z.enum(sentRoles), label: z.string() })),
  is_doctor: z.boolean(),
  pivot: z.strictObject({ role: z.strictObject({ name: z.enum(organizationRoles), label: z.string() }) }),
  can: actions('change_role', 'remove'),
})
export type Member = z.infer<typeof Member>

/** An invitation that was not accepted, revoked or replaced; it may have expired. */
export const Invitation = z.strictObject({
  id: z.int(),
  email: z.string(),
  username: z.string().nullable(),
  is_doctor: z.boolean(),
  pivot: z.strictObject({ role: z.strictObject({ name: z.enum(organizationRoles), label: z.string() }) }),
  invited_by: z.string().nullable(),
  sent_at: Instant,
  expires_at: Instant,
  is_expired: z.boolean(),
  can: actions('resend', 'revoke'),
})
export type Invitation = z.infer<typeof Invitation>

/** An invitation by email (`people/who-invites`). */
export const InviteBody = bodyOf(inviteFields).extend({
  /** The inviter's own password; required to invite an owner. */
  current_password: secret().optional(),
})
export type InviteBody = z.infer<typeof InviteBody>

/** A person who joins at once. */
export const AddMemberBody = z.strictObject({
  user_id: id(),
  role: z.enum(invitableRoles).default('organization_member'),
  /** The editor's own password; required to add an owner. */
  current_password: secret().optional(),
})

/** A member who leaves; `hand_over_to` is a doctor of this organization who takes the open cases. */
export const RemoveMemberBody = z.strictObject({ user_id: id(), hand_over_to: id().nullable().default(null) })

/** A member's new role within the organization. */
export const ChangeRoleBody = z.strictObject({
  user_id: id(),
  role: z.enum(organizationRoles),
  /** The editor's own password. */
  current_password: secret(),
})

/** Every case of one doctor of the organization goes to another one. */
export const HandOverBody = z.strictObject({ from_user_id: id(), to_user_id: id() })
