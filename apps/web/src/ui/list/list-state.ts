import { firstPageOf, isSort, type SearchTable } from '@archwire/contract/core/search-keys.ts'
import type { ComponentType } from 'react'
import type { Sorting } from './data-table.tsx'

/** The filters, order and page of a list as its address carries them: texts. */
export type SearchTexts<T extends SearchTable> = { [K in keyof T]?: string }

export interface ListProps<T extends SearchTable> {
  search: SearchTexts<T>
  /** `replace`: a step of typing, which gets no history entry. */
  onSearch: (search: SearchTexts<T>, replace?: boolean) => void
}

/** The same of a list that follows the organizations that the lab's people have chosen. */
export interface ChosenListProps<T extends SearchTable> extends ListProps<T> {
  /** Says which they are, where they have. */
  Chosen: ComponentType<{ search: SearchTexts<T>; onClear: () => void }>
}

/** A list's place in the address: what its parts show, and how they change it. */
export interface ListState<T extends SearchTable> {
  /** The input of the call. */
  query: SearchTexts<T>
  sorting: Sorting
  /** How many filters are set, without those that have a place of their own. */
  active: number
  /** Whether any filter is set: an empty list then reports that nothing matches. */
  filtered: boolean
  valueOf: (key: keyof T) => string
  /** Sets filters; an empty text removes one. The list returns to its first page. */
  set: (values: SearchTexts<T>, replace?: boolean) => void
  /** The props of one filter's picker. */
  field: (key: keyof T) => { value: string; onChange: (value: string) => void }
  clear: () => void
  onSort: (sorting: Sorting) => void
  /** The number of the first page in calls and the address; people read 1. */
  firstPage: 0 | 1
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

interface Options<T extends SearchTable> {
  /** The default order; a table with `sort` defines it itself. */
  initial?: Sorting
  /** Filters with a place of their own on the screen: they are not counted, and stay when the others are cleared. */
  kept?: readonly (keyof T)[]
}

const placeKeys: readonly PropertyKey[] = ['page', 'perPage', 'after', 'order', 'orderBy', 'sort']

/** Reads a list's state from its address, by the table of search keys that the call declares. */
export function useListState<const T extends SearchTable>(
  table: T,
  { search: address, onSearch }: ListProps<T>,
  { initial, kept = [] }: Options<T> = {},
): ListState<T> {
  // The router leaves what it does not know in the search: a mark that a mail program added is no filter.
  const search = Object.fromEntries(Object.entries(address).filter(([key]) => key in table)) as SearchTexts<T>
  const texts = search as Record<string, string | undefined>
  const to = (values: Record<string, string | undefined>, replace?: boolean) =>
    onSearch(
      Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as SearchTexts<T>,
      ...(replace ? [true] : []),
    )
  const set: ListState<T>['set'] = (values, replace) => {
    const { page: _, after: __, ...rest } = texts
    to({ ...rest, ...values }, replace)
  }
  const firstPage = firstPageOf(table)
  const { sort } = table
  const sorting = sort !== undefined && isSort(sort) ? readSort(texts.sort ?? sort.initial) : sortingOf(texts, initial)
  const filters = Object.keys(search).filter((key) => texts[key] && !placeKeys.includes(key))
  return {
    query: (initial ? { ...search, ...sorting } : search) as SearchTexts<T>,
    sorting,
    active: filters.filter((key) => !kept.includes(key)).length,
    filtered: filters.length > 0,
    valueOf: (key) => search[key] ?? '',
    set,
    field: (key) => ({ value: search[key] ?? '', onChange: (value) => set({ [key]: value } as SearchTexts<T>) }),
    clear: () => to(Object.fromEntries(kept.map((key) => [key, search[key]]))),
    onSort: ({ orderBy, order }) =>
      set((sort ? { sort: `${order === 'desc' ? '-' : ''}${orderBy}` } : { orderBy, order }) as SearchTexts<T>),
    firstPage,
    onPage: (page) => to({ ...texts, page: page === firstPage ? undefined : String(page) }),
    onPageSize: (size) => set({ perPage: String(size) } as unknown as SearchTexts<T>),
  }
}

const readSort = (text: string): Sorting => ({
  orderBy: text.replace(/^[-+ ]/, ''),
  order: text.startsWith('-') ? 'desc' : 'asc',
})

const sortingOf = ({ orderBy, order }: Record<string, string | undefined>, initial?: Sorting): Sorting => ({
  orderBy: orderBy ?? initial?.orderBy ?? '',
  order: order === 'asc' || order === 'desc' ? order : (initial?.order ?? 'asc'),
})
