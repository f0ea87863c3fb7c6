import type { Permission } from '@archwire/contract/permissions.ts'
import type { UserRole } from '@archwire/contract/roles.ts'

/** Roles that manage the locations of any organization within reach (`organizations/who-locations`). */
export const locationManagers: readonly UserRole[] = ['super_admin', 'admin', 'lab_partner', 'supervisor']

/** Who adds locations: of one's own organization, or as the lab of any. */
export const addsLocations: readonly Permission[] = [
  'locations.manage',
  'locations.create',
  'organization.locations.create',
]
