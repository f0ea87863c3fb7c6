import { patientSearch, type PatientSearchKey } from '@archwire/contract/patients/search.ts'
import { searchOf } from '../../lib/search.ts'
import type { Sorting } from '../../ui/data-table.tsx'

/** The filters, order and page of a case list as the address carries them. */
export type ListSearch = Partial<Record<PatientSearchKey, string>>

export const readListSearch: (raw: Record<string, unknown>) => ListSearch = searchOf(patientSearch)

const notFilters = new Set<string>(['page', 'perPage', 'after', 'order', 'orderBy'])

/** How many filters are set; `except` are those that have a place of their own on the screen. */
export const activeFilters = (search: ListSearch, except: PatientSearchKey[] = []): number =>
  Object.keys(search).filter((key) => !notFilters.has(key) && !(except as string[]).includes(key)).length

/** A filter changes the list, so it starts at its first page again; empty values leave the address. */
export function withFilter(search: ListSearch, key: PatientSearchKey, value: string): ListSearch {
  const { page: _, after: __, [key]: ___, ...rest } = search
  return value === '' ? rest : { ...rest, [key]: value }
}

export const withSorting = (search: ListSearch, { orderBy, order }: Sorting): ListSearch => ({
  ...withFilter(search, 'orderBy', orderBy),
  order,
})

export const withPage = (search: ListSearch, page: number): ListSearch => ({
  ...search,
  page: page === 1 ? undefined : String(page),
})

export interface ListProps {
  search: ListSearch
  /** `replace`: a step of typing, not a step to come back to. */
  onSearch: (search: ListSearch, replace?: boolean) => void
}
