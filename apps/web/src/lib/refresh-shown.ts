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
 * refetches.
 */
export const refreshShown = (client: QueryClient, changed: Changed): Promise<void> =>
  client.invalidateQueries({ predicate: (query) => showsOne(query, changed) })

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
