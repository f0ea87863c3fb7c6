import { isManagement, isStaff, type UserRole } from '@archwire/contract/roles.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import type { Actor } from './actor.ts'
import { systemName } from './record.ts'

type Reader = Pick<Actor, 'role'>

/** A person by name and user role, who did something. */
export interface Doer {
  name: string
  role: UserRole | null
}

/** What a partner lab reads instead of the people of a practice who are no doctors. */
export const practiceName = 'The practice'

/**
 * The name of the person who did something, as a given reader sees it: the lab's people appear as the lab to all but its
 * staff (`people/doer`), a partner's people as the lab to all but staff and partner, and those of a practice who are no
 * doctors as the practice to a partner (`people/partner`). A person without a role counts as an assistant (`people/assistants`).
 */
export function nameOfDoer(reader: Reader, { name, role }: Doer): string {
  if (isStaff(reader.role)) return name
  if (reader.role !== 'lab_partner') return isManagement(role) ? labName : name
  // No one, or the portal itself, is no one of the practice.
  if (role === 'doctor' || role === 'lab_partner' || name === '' || name === systemName) return name
  return isManagement(role) ? labName : practiceName
}

/** A name that every reader may read: of the people of practice, lab and partner that of a doctor alone. */
export const nameForAll = (doer: Doer): string =>
  doer.role === 'doctor' ? doer.name : isManagement(doer.role) ? labName : practiceName

/** Whether several people appear under this name. */
export const isOfSeveral = (name: string): boolean => name === labName || name === practiceName
