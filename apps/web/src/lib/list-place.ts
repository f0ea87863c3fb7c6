import { createContext } from 'react'

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

/** The history state of a case that is opened from these rows. */
export const placesIn =
  (search: ListPlace['search'], { data, isPlaceholderData }: Shown, organizationId?: number) =>
  (id: number): { list?: ListPlace } => {
    const index = isPlaceholderData || !data ? -1 : data.patients.findIndex((row) => row.id === id)
    if (!data || index === -1 || search.after) return {}
    const { page, per_page } = data.meta
    return { list: { organizationId, search, at: (page - 1) * per_page + index } }
  }

/** The places of the list around; elsewhere a case is opened without one. */
export const PlacesInList = createContext<ReturnType<typeof placesIn>>(() => ({}))
