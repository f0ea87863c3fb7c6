import type { Permission } from '@archwire/contract/permissions.ts'
import { allowed, type Me, type Organization } from '../../lib/session.tsx'

/** Statistics require one of these permissions (`organizations/who-statistics`). */
export const seeingStatistics: readonly Permission[] = ['users.view-dashboard', 'users.manage', 'users.manage-limited']

/** Whether a person sees statistics. The server decides; this only hides. */
export const seesStatistics = (me: Me, organization: Organization | undefined): boolean =>
  allowed(me, organization, ...seeingStatistics)
