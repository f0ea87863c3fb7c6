import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { useCallback, useMemo, useState } from 'react'
import { useRowSelection, type RowSelection } from '../../ui/list/row-selection.tsx'
import type { ListSearch } from './list-search.ts'

const none: ReadonlyMap<number, PatientSummary> = new Map()
const places = new Set(['page', 'perPage', 'after', 'order', 'orderBy'])

export interface SelectedCases {
  selection: RowSelection<PatientSummary>
  /** As they were when they were selected: they may be on another page. */
  cases: ReadonlyMap<number, PatientSummary>
  select: (rows: PatientSummary[], selected: boolean) => void
  clear: () => void
}

/** Cases that are selected in a list, across its pages; another filter clears them (`work/bulk`). */
export function useSelected(search: ListSearch): SelectedCases {
  const filters = Object.entries(search)
    .flatMap(([key, value]) => (value && !places.has(key) ? [`${key}=${value}`] : []))
    .toSorted()
    .join('&')
  const [state, setState] = useState({ filters, cases: none })
  if (state.filters !== filters) setState({ filters, cases: none })
  const cases = state.filters === filters ? state.cases : none
  const select = useCallback((rows: PatientSummary[], selected: boolean) => {
    setState((now) => {
      const cases = new Map(now.cases)
      for (const row of rows)
        if (selected) cases.set(row.id, row)
        else cases.delete(row.id)
      return { ...now, cases }
    })
  }, [])
  const clear = useCallback(() => setState((now) => ({ ...now, cases: none })), [])
  const ids = useMemo(() => new Set(cases.keys()), [cases])
  return { cases, select, clear, selection: useRowSelection({ ids, select, nameOf }) }
}

const nameOf = (row: PatientSummary) => row.formatted_name
