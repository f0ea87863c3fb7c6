import { patients } from '@archwire/contract/client/patients'
import type { QueryClient } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { exactCase } from './exact-case.ts'

/** Enough to see that a number belongs to more than one case. */
const most = 5

/**
 * Enter in a list's search field: finds the case whose code or number was typed, whatever the list's filters leave out
 * (`work/search`). `organizationId`: of this practice only.
 */
export async function findExact(
  client: QueryClient,
  typed: string,
  organizationId?: number,
): Promise<number | undefined> {
  const search = { 'filter[search]': typed, perPage: most }
  const { patients: found } = await client.fetchQuery(
    organizationId === undefined
      ? query(patients.list, { query: search })
      : query(patients.listOfOrganization, { params: { id: organizationId }, query: search }),
  )
  return exactCase(found, typed)?.id
}
