import { isStaff, type UserRole } from '@archwire/contract/roles.ts'

/** Practices submit cases; a partner is a third-party lab that practices name. */
export type OrganizationKind = 'practice' | 'partner'

/** Why a person can be no member of an organization of this kind, as text; null when they can. */
export function whyNoMember(
  person: { role: UserRole | null; archived: boolean },
  organization: { kind: string },
): string | null {
  if (person.archived) return 'This account has been archived.'
  if (isStaff(person.role)) return 'This person works for the lab, and is a member of no organization.'
  const ofPartner = person.role === 'lab_partner'
  if (ofPartner === (organization.kind === 'partner')) return null
  return ofPartner
    ? 'This person works for a partner lab, and is a member of no practice.'
    : 'This person belongs to a practice, and is a member of no partner lab.'
}
