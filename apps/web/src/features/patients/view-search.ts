import { parseSearch, stringifySearch } from '../../lib/search-text.ts'
import { readListSearch, type ListSearch } from './list-search.ts'

/** What a view leaves out of a list's address: its page and the global filter (`work/views`). */
const left: readonly string[] = ['page', 'after', 'chosen_wi_organization_id']

function ofView({ queryName, ...search }: ListSearch): ListSearch {
  const kept = Object.entries(search).filter(([key]) => !left.includes(key))
  // A doctor's name beside no doctor says nothing.
  return { ...Object.fromEntries(kept), ...(search.queryUser && queryName ? { queryName } : {}) }
}

/** The search that is saved, with its keys in one order: equal texts are the same list. */
export const viewTextOf = (search: ListSearch): string =>
  stringifySearch(
    Object.fromEntries(Object.entries(ofView(search)).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  ).slice(1)

/** A saved search as the list's address takes it; what this version does not know is left out. */
export const searchOfView = (text: string): ListSearch => ofView(readListSearch(parseSearch(text)))
