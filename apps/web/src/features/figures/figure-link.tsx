import type { PatientSearch } from '@archwire/contract/patients/search.ts'
import { Link } from '@tanstack/react-router'
import { createContext, use, type ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'

/** Whose list of cases the figures open. */
export type CaseListPath = '/patients-page' | '/patients'
export const CaseListContext = createContext<CaseListPath>('/patients')

/** A practice's list shows inactive cases anyway: the key for it would only add a chip. */
export function keysFor(list: CaseListPath, search: PatientSearch): PatientSearch {
  if (list !== '/patients') return search
  const { 'filter[active_request_only]': _, ...keys } = search
  return keys
}

interface Props {
  value: number
  /** The search of the list that shows these cases; none where no list can. */
  search: PatientSearch | undefined
  /** What is counted, for people who do not see the table; what is inside says it where something is. */
  label?: string
  className?: string | undefined
  children?: ReactNode
}

/** A figure that opens its list (`reports/lists`); nothing opens an empty one. */
export function FigureLink({ value, search, label, className, children }: Props) {
  const list = use(CaseListContext)
  const shown = children ?? formatCount(value)
  if (!search || value === 0) return <span className={className}>{shown}</span>
  return (
    <Link
      to={list}
      search={keysFor(list, search)}
      className={className}
      aria-label={label && `${label}: ${formatCount(value)}`}
    >
      {shown}
    </Link>
  )
}
