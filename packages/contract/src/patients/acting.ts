import type { UserRole } from '../roles.ts'
import { assignment } from '../rx-forms/options.ts'

/** Whose work a person reads as late (`work/late`), as `acting` names it: the lab's; a partner its own. */
export const lateIf = (role: UserRole | null): number =>
  role === 'lab_partner' ? assignment.thirdParty : assignment.ownLab
