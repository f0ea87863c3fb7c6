import { seesStatistics } from '@archwire/contract/required-permissions.ts'
import { allowed, type Me, type Organization } from '../../lib/session.tsx'

/** Whether a person sees statistics. The server decides; this only hides. */
export const maySeeStatistics = (me: Me, organization: Organization | undefined): boolean =>
  allowed(me, organization, ...seesStatistics)
