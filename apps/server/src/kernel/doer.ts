import { isManagement, isStaff, type UserRole } from '@archwire/contract/roles.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import type { Actor } from './actor.ts'

/**
 * The name of the person who did something to a case, as a given reader sees it: the lab's people appear as the lab to
 * all but its staff, a partner's people as the partner to all but staff and partner.
 */
export const nameOfDoer = (
  actor: Pick<Actor, 'role'>,
  { name, role }: { name: string; role: UserRole | null },
): string =>
  isStaff(actor.role) || !isManagement(role) || (actor.role === 'lab_partner' && role === 'lab_partner')
    ? name
    : labName

/**
 * The same in the record of a case: a partner lab sees the practice's doctors and nobody else of it (`people/partner`), so
 * that assistants appear as the practice.
 */
export const nameInRecord = (actor: Pick<Actor, 'role'>, doer: { name: string; role: UserRole | null }): string =>
  actor.role === 'lab_partner' && doer.role === 'staff_member' ? 'The practice' : nameOfDoer(actor, doer)
