/** Who people are. A user has one role or none; a membership in an organization has one of its own (`people/roles`). */
export const staffRoles = ['super_admin', 'admin', 'tech_support', 'supervisor'] as const
export const managementRoles = [...staffRoles, 'lab_partner'] as const
export const userRoles = [...managementRoles, 'doctor', 'staff_member'] as const
export const organizationRoles = ['organization_owner', 'organization_manager', 'organization_member'] as const

export type UserRole = (typeof userRoles)[number]
export type OrganizationRole = (typeof organizationRoles)[number]

export const roleLabels: Record<UserRole | OrganizationRole, string> = {
  super_admin: 'Super Admin',
  admin: 'Admin',
  tech_support: 'Tech Support',
  supervisor: 'Supervisor',
  lab_partner: 'Lab Partner',
  doctor: 'Doctor',
  staff_member: 'Staff Member',
  organization_owner: 'Owner',
  organization_manager: 'Manager',
  organization_member: 'Member',
}

export const isManagement = (role: UserRole | null): boolean =>
  role !== null && (managementRoles as readonly string[]).includes(role)

export const isStaff = (role: UserRole | null): boolean =>
  role !== null && (staffRoles as readonly string[]).includes(role)

/** How a person without a role is sent, `roles[0].name` (`people/roles`). */
export const noRole = 'no_role'
export const sentRoles = [...userRoles, noRole] as const

/** The roles of a person as they are sent: the one there is, else that there is none. */
export const rolesOf = (role: UserRole | null): { name: UserRole | typeof noRole; label: string }[] => [
  role === null ? { name: noRole, label: 'No role' } : { name: role, label: roleLabels[role] },
]
