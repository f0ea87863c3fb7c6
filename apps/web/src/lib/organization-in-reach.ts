import { organizations } from '@archwire/contract/client/organizations'
import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { query } from './query.ts'
import type { Me } from './session.tsx'

/** Asks for an organization by its id; none comes for one out of reach. */
export const organizationById = (id: number) => query(organizations.list, { query: { ids: String(id) } })

/** For pages that an organization's id stands in: one out of reach is no page, rather than an empty list. */
export async function organizationInReach(
  { me, queryClient }: { me: Me; queryClient: QueryClient },
  id: number,
): Promise<void> {
  if (me.organizations.some((own) => own.id === id)) return
  const { organizations: found } = await queryClient.ensureQueryData(organizationById(id))
  if (found.length === 0) throw notFound()
}
