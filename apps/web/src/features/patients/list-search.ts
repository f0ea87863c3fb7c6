import { patientCountSearch, patientSearch } from '@archwire/contract/patients/search.ts'
import { searchOf } from '../../lib/search.ts'
import type { ListProps as Props, ListState, SearchTexts } from '../../ui/list/list-state.ts'

/** The filters, order and page of a case list as the address carries them. */
export type ListSearch = SearchTexts<typeof patientSearch>
export type ListProps = Props<typeof patientSearch>
export type CaseListState = ListState<typeof patientSearch>

/** What the counts per state follow: every filter of the list but the state itself. */
export const countFiltersOf = (search: ListSearch): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => key in patientCountSearch))

export const readListSearch: (raw: Record<string, unknown>) => ListSearch = searchOf(patientSearch)

/** The list of one practice: all of its cases, the newest first, until something is searched for (`work/of-practice`). */
export const ofPractice = (search: ListSearch, organizationId: number): ListSearch => ({
  ...(Object.values(search).some(Boolean)
    ? search
    : { 'filter[active_request_only]': '0', orderBy: 'created_at', order: 'desc' }),
  queryOrganization: String(organizationId),
})
