import { organizations } from '@archwire/contract/client/organizations'
import type { QueryClient } from '@tanstack/react-query'
import { query } from './query.ts'
import type { Me } from './session.tsx'

/** One organization as the lists show it; for people of the lab. */
export const organizationQuery = (id: number) => query(organizations.list, { query: { ids: String(id) } })

/**
 * For pages with an organization's id in their address: one out of reach is an unknown page, not an empty list.
 * @throws ApiError 404, which the page shows as such
 */
export async function organizationInReach(
  { me, queryClient }: { me: Me; queryClient: QueryClient },
  id: number,
): Promise<void> {
  if (me.organizations.some((own) => own.id === id)) return
  await queryClient.fetchQuery(query(organizations.currentUserPermissions, { params: { id } }))
}
