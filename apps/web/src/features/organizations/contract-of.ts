import { organizations } from '@archwire/contract/client/organizations'
import { isStaff } from '@archwire/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { roleOf, useSession } from '../../lib/session.tsx'

/** The id of the subscription of a practice, for staff; undefined while it is not known, and without one. */
export function useContractOf(organizationId: number): number | undefined {
  const { me } = useSession()
  const { data } = useQuery({
    ...query(organizations.get, { params: { id: organizationId }, query: { include: 'contract' } }),
    enabled: isStaff(roleOf(me)),
  })
  return data?.organization.contract?.id
}
