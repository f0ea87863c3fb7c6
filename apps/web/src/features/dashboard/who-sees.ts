import type { Permission } from '@archwire/contract/permissions.ts'
import { allowed, type Me, type Organization } from '../../lib/session.tsx'

/** One of these is needed to be shown statistics (`organizations/who-statistics`). */
export const seeingStatistics: readonly Permission[] = ['users.view-dashboard', 'users.manage', 'users.manage-limited']

/** Whether somebody is shown statistics. The server decides; this only hides. */
export const seesStatistics = (me: Me, organization: Organization | undefined): boolean =>
  allowed(me, organization, ...seeingStatistics)
