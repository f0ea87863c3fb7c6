import type { UserRole } from '@archwire/contract/roles.ts'

/** Roles that manage the locations of any organization within reach (`organizations/who-locations`). */
export const locationManagers: readonly UserRole[] = ['super_admin', 'admin', 'lab_partner', 'supervisor']
