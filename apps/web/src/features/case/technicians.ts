import { users } from '@archwire/contract/client/users'
import { staffRoles, type UserRole } from '@archwire/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { roleOf, useSession } from '../../lib/session.tsx'

/** Someone who does work, by name. */
export interface Person {
  id: number
  full_name: string
}

/** Whether a person may give work to others; tech_support and partners only take it themselves (`people/own-work`). */
export const choosesOthers = (role: UserRole | null): boolean => role !== 'tech_support' && role !== 'lab_partner'

/** The lab's people; who may choose only themselves gets no list of others. */
export function useTechnicians(): Person[] {
  const { me } = useSession()
  const chooses = choosesOthers(roleOf(me))
  const { data } = useQuery({
    ...query(users.list, { query: { roles: staffRoles.join(','), perPage: 100 } }),
    enabled: chooses,
    staleTime: 5 * 60_000,
  })
  return chooses ? (data?.users ?? []) : [me]
}
