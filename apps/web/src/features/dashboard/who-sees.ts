import { allowed, type Me, type Organization } from '../../lib/session.tsx'

/** Who is shown statistics: holders of one of these permissions (1 §2.6). The server decides; this only hides. */
export const seesStatistics = (me: Me, organization: Organization | undefined): boolean =>
  allowed(me, organization, 'users.view-dashboard', 'users.manage', 'users.manage-limited')
