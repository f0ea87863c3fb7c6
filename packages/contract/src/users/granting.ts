import { userRoles, type UserRole } from '../roles.ts'

/** The roles that a person of each role may give to others (`people/granting`). */
export const grantableRoles: Record<UserRole, readonly UserRole[]> = {
  super_admin: userRoles,
  admin: userRoles.filter((role) => role !== 'super_admin'),
  supervisor: ['lab_partner', 'doctor', 'staff_member'],
  tech_support: ['doctor', 'staff_member'],
  lab_partner: [],
  doctor: [],
  staff_member: [],
}

/** Whether a person of the role `own` may give the role `role` to others. */
export const mayGrant = (own: UserRole | null, role: UserRole): boolean =>
  own !== null && grantableRoles[own].includes(role)
