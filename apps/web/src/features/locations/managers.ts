import type { UserRole } from '@archwire/contract/roles.ts'

/** Who looks after the locations of any organization within reach (3 §2). */
export const locationManagers: readonly UserRole[] = ['super_admin', 'admin', 'lab_partner', 'supervisor']
