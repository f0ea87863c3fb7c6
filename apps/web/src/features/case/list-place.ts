import type { HistoryState } from '@tanstack/history'
import { useLocation, useRouter } from '@tanstack/react-router'
import { createContext, useCallback, useEffect, useRef } from 'react'
import { dashboardPath } from '../../lib/session.tsx'

/**
 * The place of a case in the list that it was opened from (`work/next-case`, `screens/way-back`): what the list asked
 * for, and the row's number from 0. Kept in the history entry of the case's page, never in the browser's storage; a
 * shared address is without it.
 */
export interface ListPlace {
  /** The practice whose list it is; absent for the lists of all. */
  organizationId?: number | undefined
  /** Filters, order and page as the call takes them. */
  search: Record<string, string | undefined>
  at: number
  /** The list's own address. */
  page: { to: string; search: object }
}

declare module '@tanstack/history' {
  interface HistoryState {
    list?: ListPlace
    /** Filters and page of the list of requests that a request was opened from. */
    requests?: object
    /** The record that one comes back from: its row is brought into sight. */
    row?: number
  }
}

interface Shown {
  data: { patients: { id: number }[]; meta: { page: number; per_page: number } } | undefined
  /** The rows still answer the question before. */
  isPlaceholderData: boolean
}

type StateOf = (id: number) => { list?: ListPlace }

const stateIn =
  ({ data, isPlaceholderData }: Shown, list: Omit<ListPlace, 'at'>): StateOf =>
  (id) => {
    const index = isPlaceholderData || !data ? -1 : data.patients.findIndex((row) => row.id === id)
    if (!data || index === -1 || list.search.after) return {}
    const { page, per_page } = data.meta
    return { list: { ...list, at: (page - 1) * per_page + index } }
  }

/**
 * The history state of a case that is opened from these rows, always the same function: it reads the rows when it is
 * called, which is when someone opens one.
 */
export function usePlacesIn(search: ListPlace['search'], shown: Shown, organizationId?: number): StateOf {
  const latest = useRef<StateOf>(() => ({}))
  const router = useRouter()
  useEffect(() => {
    const { pathname, search: address } = router.state.location
    latest.current = stateIn(shown, { organizationId, search, page: { to: pathname, search: address } })
  })
  return useCallback((id) => latest.current(id), [])
}

/** The way back to the list that a case was opened from, as it was there; without one, to the whole list. */
export function useWayBack(
  list: string,
  id: number,
): { label: string; to: string; search: object; state: HistoryState } {
  const page = useLocation({ select: ({ state }) => state.list?.page })
  return {
    label: page?.to === dashboardPath ? 'Dashboard' : 'Patients',
    to: page?.to ?? list,
    search: page?.search ?? {},
    state: { row: id },
  }
}

/** The places of the list around; elsewhere a case is opened without one. */
export const PlacesInList = createContext<StateOf>(() => ({}))
