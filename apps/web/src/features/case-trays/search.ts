import { caseTraySearch } from '@archwire/contract/case-trays/search.ts'
import type { PatientSearch } from '@archwire/contract/patients/search.ts'
import { searchOf } from '../../lib/search.ts'
import type { SearchTexts } from '../../ui/list/list-state.ts'

const { 'filter[tray_number]': _, ...filters } = caseTraySearch
/** Both tabs have the same filters; `idx` says which is shown: 0 the cases in no tray, 1 the trays. */
export const traysSearch = { ...filters, idx: ['0', '1'] } as const
export type TraysSearch = SearchTexts<typeof traysSearch>

export const readTraysSearch = searchOf(traysSearch)

/** What the list of trays is asked. */
export function traysQuery(search: TraysSearch) {
  const { idx: _, ...query } = search
  return query
}

/** What the list of cases is asked: those in no tray, closed ones too unless only active ones are wanted. */
export function casesQuery(search: TraysSearch): PatientSearch {
  const { sort, 'filter[active_only]': active, ...query } = traysQuery(search)
  return {
    ...query,
    perPage: query.perPage ?? '50',
    'filter[without_tray]': '1',
    // Neither completed nor canceled; canceled ones are in no list that does not ask for them.
    ...(active === '1' ? { 'filter[patient_status_id]': '1,2,3,4' } : {}),
    'filter[active_request_only]': '0',
    orderBy: 'created_at',
    order: sort === 'created_at' ? 'asc' : 'desc',
  }
}
