import { createContext, useCallback, useEffect, useRef } from 'react'

/**
 * Where a case stands in the list that it was opened from (`work/next-case`): what the list asked for, and the row's
 * number from 0. Kept in the history entry of the case's page, never in the browser's storage; a shared address is
 * without it.
 */
export interface ListPlace {
  /** The practice whose list it is; absent for the lists of all. */
  organizationId?: number | undefined
  /** Filters, order and page as the call takes them. */
  search: Record<string, string | undefined>
  at: number
}

declare module '@tanstack/history' {
  interface HistoryState {
    list?: ListPlace
  }
}

interface Shown {
  data: { patients: { id: number }[]; meta: { page: number; per_page: number } } | undefined
  /** The rows still answer the question before. */
  isPlaceholderData: boolean
}

type StateOf = (id: number) => { list?: ListPlace }

const stateIn =
  (search: ListPlace['search'], { data, isPlaceholderData }: Shown, organizationId?: number): StateOf =>
  (id) => {
    const index = isPlaceholderData || !data ? -1 : data.patients.findIndex((row) => row.id === id)
    if (!data || index === -1 || search.after) return {}
    const { page, per_page } = data.meta
    return { list: { organizationId, search, at: (page - 1) * per_page + index } }
  }

/**
 * The history state of a case that is opened from these rows, always the same function: it reads the rows when it is
 * called, which is when somebody opens one.
 */
export function usePlacesIn(search: ListPlace['search'], shown: Shown, organizationId?: number): StateOf {
  const latest = useRef<StateOf>(() => ({}))
  useEffect(() => {
    latest.current = stateIn(search, shown, organizationId)
  })
  return useCallback((id) => latest.current(id), [])
}

/** The places of the list around; elsewhere a case is opened without one. */
export const PlacesInList = createContext<StateOf>(() => ({}))
