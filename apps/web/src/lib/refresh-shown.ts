import type { ClientRoute } from '@archwire/contract/core/client-route.ts'
import type { Shown } from '@archwire/contract/core/route.ts'
import type { Subject } from '@archwire/contract/subjects.ts'
import type { Query, QueryClient } from '@tanstack/react-query'

/** Records that have changed, by kind: these ids, or any of them. */
export type Changed = Map<Subject, ReadonlySet<number> | 'any'>

/** Returns what a write changes: kinds of records, because its contract does not state which ones. */
export const changesOf = ({ touches }: Pick<ClientRoute, 'touches'>): Changed =>
  new Map(touches.map((subject) => [subject as Subject, 'any']))

/**
 * Refetches every query that shows one of these records (`work/fresh`). The only place that decides what a page
 * refetches. Waits until no record is being deleted from this page.
 */
export const refreshShown = async (client: QueryClient, changed: Changed | 'all'): Promise<void> => {
  while (deletions.size > 0) await Promise.all(deletions)
  await client.invalidateQueries(changed === 'all' ? {} : { predicate: (query: Query) => showsOne(query, changed) })
}

const deletions = new Set<Promise<void>>()

/**
 * Stops the page from asking for records that it is deleting: what is on its way is canceled, and what other tabs and
 * the server report is refreshed later. The page of the record would otherwise ask for what no longer exists.
 * @returns a function that ends it; the caller then refreshes what shows `changed`
 */
export function holdForDeletion(client: QueryClient, changed: Changed): () => void {
  let end = () => {}
  const deletion = new Promise<void>((resolve) => (end = resolve))
  deletions.add(deletion)
  // A page that waits for its first response keeps waiting: it has nothing to show yet.
  const refetches = (query: Query) => query.state.data !== undefined && showsOne(query, changed)
  void client.cancelQueries({ predicate: refetches })
  return () => {
    deletions.delete(deletion)
    end()
  }
}

type Asked = Pick<Query, 'queryKey' | 'meta'> & { state: { data?: unknown } }

/**
 * Whether a query shows one of these records. Where its record's id is in the response
 * (`case@customer_request.patient_id`), a query without a response shows none.
 */
export function showsOne({ queryKey, meta, state }: Asked, changed: Changed): boolean {
  return ((meta?.shows ?? []) as readonly Shown[]).some((shown) => {
    const [subject, place] = shown.split('@') as [Subject, string | undefined]
    const ids = changed.get(subject)
    if (ids === undefined || ids === 'any' || place === undefined) return ids !== undefined
    return ids.has(Number(valueAt({ ...(queryKey[2] as object), ...(state.data as object) }, place)))
  })
}

/** The value at a path such as `params.id`. */
const valueAt = (value: unknown, place: string): unknown =>
  place.split('.').reduce((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)
