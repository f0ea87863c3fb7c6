import type { ClientRoute } from '@archwire/contract/core/client-route.ts'
import type { Shown } from '@archwire/contract/core/route.ts'
import type { Subject } from '@archwire/contract/subjects.ts'
import type { Query, QueryClient } from '@tanstack/react-query'

/** Records that are not what they were, by kind: these, or any of them. */
export type Changed = Map<Subject, ReadonlySet<number> | 'any'>

/** What a write changes; which record it was, its contract does not say. */
export const changesOf = ({ touches }: Pick<ClientRoute, 'touches'>): Changed =>
  new Map(touches.map((subject) => [subject as Subject, 'any']))

/** Asks again for everything that shows one of these records. The only place that decides what a page asks for again. */
export const refreshShown = (client: QueryClient, changed: Changed): Promise<void> =>
  client.invalidateQueries({ predicate: (query) => showsOne(query, changed) })

type Asked = Pick<Query, 'queryKey' | 'meta'> & { state: { data?: unknown } }

/** Whether a query shows one of these records; one that names its record has to have its answer to be asked for again. */
export function showsOne({ queryKey, meta, state }: Asked, changed: Changed): boolean {
  return ((meta?.shows ?? []) as readonly Shown[]).some((shown) => {
    const [subject, place] = shown.split('@') as [Subject, string | undefined]
    const ids = changed.get(subject)
    if (ids === undefined || ids === 'any' || place === undefined) return ids !== undefined
    return ids.has(Number(valueAt({ ...(queryKey[2] as object), ...(state.data as object) }, place)))
  })
}

const valueAt = (value: unknown, place: string): unknown =>
  place.split('.').reduce((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)
