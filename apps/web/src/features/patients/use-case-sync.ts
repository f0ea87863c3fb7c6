import { patients } from '@archwire/contract/client/patients'
import { sync } from '@archwire/contract/client/sync'
import type { OutputOf } from '@archwire/contract/core/client-route.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { applyChanges } from './apply-changes.ts'
import type { ListSearch } from './list-search.ts'

/** The server reports ten minutes without a moment; a list older than this is fetched as a whole. */
const knownMs = 9 * 60_000

/**
 * Brings an open list of cases up to date by what changed since the last time (`work/sync`), else fetches it.
 * @param search the list's call
 * @param plain the list has no filters and its usual order
 */
export function useCaseSync(search: ListSearch, plain: boolean): () => Promise<void> {
  const client = useQueryClient()
  const since = useRef<string>(undefined)
  return async () => {
    const { queryKey } = query(patients.list, { query: search })
    const refetch = () => client.refetchQueries({ queryKey, exact: true })
    const state = client.getQueryState<OutputOf<typeof patients.list>>(queryKey)
    if (!state?.data || Date.now() - state.dataUpdatedAt > knownMs) return refetch()
    try {
      const answer = await call(sync.workflowData, { query: since.current ? { since: since.current } : {} })
      since.current = answer.until
      const now = client.getQueryData<OutputOf<typeof patients.list>>(queryKey)
      const next = now && answer.complete ? applyChanges(now, answer.workflow_data, plain) : undefined
      if (!next) return await refetch()
      // It stays as old as it is: cases that were deleted or lost are not reported, and leave with the next whole list.
      if (next !== now) client.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt })
    } catch {
      // What is wrong, the list itself says.
      await refetch()
    }
  }
}
