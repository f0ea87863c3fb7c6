import type { PatientSearchKey } from '@archwire/contract/patients/search.ts'
import { labelOf, products } from '@archwire/contract/rx-forms/options.ts'
import { formatDay } from '../../lib/format.ts'
import { SetChip } from '../../ui/filter-chips.tsx'
import type { ListSearch } from './list-search.ts'

const days = (value: string): string =>
  value
    .split(',')
    .map((day) => formatDay(day))
    .join(' – ')

/** Filters that come with a link from elsewhere and have no picker of their own; each says its value and can go. */
const linked: Partial<Record<PatientSearchKey, (value: string, search: ListSearch) => string>> = {
  queryUser: (id, { queryName }) => `Doctor: ${queryName ?? `no. ${id}`}`,
  queryOrganization: (id) => `Practice: no. ${id}`,
  'filter[completed_case_between]': (value) => `Completed: ${days(value)}`,
  'filter[products_list]': (id) => `Product: ${labelOf(products, Number(id)) || id}`,
  'filter[cancelled]': (value) => (value === '1' ? 'Canceled only' : 'Not canceled'),
  'filter[locations]': (value) => `Locations: ${value.split(',').length}`,
}

export const LinkedFilters = ({ search, onClear }: { search: ListSearch; onClear: (key: PatientSearchKey) => void }) =>
  Object.entries(linked).map(([key, says]) => {
    const value = search[key as PatientSearchKey]
    return value && <SetChip key={key} label={says(value, search)} onClear={() => onClear(key as PatientSearchKey)} />
  })
