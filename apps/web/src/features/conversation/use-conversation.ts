import { conversations } from '@archwire/contract/client/conversations'
import type { ConversationEntry } from '@archwire/contract/conversations/schema.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../lib/query.ts'

/** Where bell and mail lead to on a case's page. */
export const conversationAnchor = 'conversation'

/** As many as a screen shows; earlier ones are a press away. */
const perPage = 30

/** The conversation of a case, the oldest entry first, as many pages of it as were asked for. */
export function useConversation(patientId: number) {
  const [pages, setPages] = useState(1)
  const asked = useQueries({
    queries: Array.from({ length: pages }, (_, index) =>
      query(conversations.list, { params: { id: patientId }, query: { page: index + 1, perPage } }),
    ),
  })
  const [first] = asked
  return {
    entries: inOrder(asked.flatMap(({ data }) => data?.entries ?? [])),
    /** The newest page, with what may be done; undefined until it is there. */
    newest: first?.data,
    error: first?.data ? null : (first?.error ?? null),
    again: () => void first?.refetch(),
    hasEarlier: (first?.data?.meta.total ?? 0) > pages * perPage,
    isLoadingEarlier: asked.some(({ isPending }) => isPending),
    showEarlier: () => setPages((now) => now + 1),
  }
}

/** While a message arrives, one entry may stand on two pages. */
function inOrder(entries: readonly ConversationEntry[]): ConversationEntry[] {
  const each = new Map(entries.map((entry) => [keyOf(entry), entry]))
  return [...each.values()].toReversed()
}

export const keyOf = ({ kind, id }: Pick<ConversationEntry, 'kind' | 'id'>): string =>
  `${kind === 'message' ? 'message' : 'event'}-${id}`
