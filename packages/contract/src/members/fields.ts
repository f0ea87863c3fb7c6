import { choice, email, fieldsOf, flag, name } from '../core/record-fields.ts'

/** Roles that an invitation or add_member can give: managers are promoted afterwards. */
export const invitableRoles = ['organization_member', 'organization_owner'] as const

/** The fields of an invitation (`people/who-invites`). */
export const inviteFields = fieldsOf({
  email: email(),
  /** Free text: it becomes the user name where it is a valid one. */
  username: name(255).optional(),
  role: choice(invitableRoles.map((id) => ({ id }))).usually('organization_member'),
  /** Gives an unknown person the user role doctor, else staff_member. */
  is_doctor: flag(true),
})
