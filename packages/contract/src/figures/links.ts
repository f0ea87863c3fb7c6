import { cardLink } from '../dashboard/card-links.ts'
import type { DayRange } from '../dashboard/ranges.ts'
import type { PatientSearch } from '../patients/search.ts'

/** What a figure is narrowed to: one row of a table of /reports. */
export interface FigureOf {
  doctor?: { id: number; name: string } | undefined
  practice?: number | undefined
  cause?: string | undefined
  step?: string | undefined
  technician?: number | undefined
}

/** Whose setups a figure is about: the lab's own, or all that were made for a practice. */
export type Makers = 'lab' | 'practice'

/** The figures of cases on /reports, beyond the cards of the dashboard. */
export const figureNames = [
  'submissions',
  'shipped',
  'flawed_trays',
  'approved',
  'setups',
  'first_round',
  'worked',
] as const
export type FigureName = (typeof figureNames)[number]

/**
 * The search of the list that a figure opens (`reports/lists`): the figure is the total of that list, which the server's tests
 * check against this table. `today`, the lab's date, ends open ranges.
 */
export function figureLink(
  figure: FigureName,
  range: DayRange,
  today: string,
  of: FigureOf & { makers?: Makers } = {},
): PatientSearch {
  const days = `${range.from ?? ''},${range.to ?? (range.from === null ? today : '')}`
  const setups: PatientSearch = {
    'filter[active_request_only]': '0',
    requestTypeStatus: 'initial_case_setup.0',
    requestAssignments: of.makers === 'lab' ? '1' : '1,3',
    'filter[approved_between]': days,
  }
  const searches: Record<FigureName, () => PatientSearch> = {
    submissions: () => cardLink('submissions', range, today),
    shipped: () => cardLink('shipped', range, today),
    flawed_trays: () => cardLink('flawed_trays', range, today),
    approved: () => ({ 'filter[active_request_only]': '0', 'filter[approved_between]': days }),
    setups: () => setups,
    first_round: () => ({ ...setups, 'filter[first_round_only]': '1' }),
    worked: () => ({ 'filter[active_request_only]': '0', 'filter[worked_between]': days }),
  }
  return {
    ...searches[figure](),
    ...(of.doctor && { queryUser: String(of.doctor.id), queryName: of.doctor.name }),
    ...(of.practice && { queryOrganization: String(of.practice) }),
    ...(of.cause && { 'filter[flaw_cause]': of.cause }),
    ...(of.step && { 'filter[worked_step]': of.step }),
    ...(of.technician && { 'filter[worked_by]': String(of.technician) }),
  }
}

/** The search of the lab's list behind what is open now: at a step, or of a technician; null: of nobody (`reports/load`). */
export const loadLink = (of: { step: string } | { technician: number | null }): PatientSearch => {
  if ('step' in of) return { 'filter[request_step]': of.step }
  return of.technician === null ? { 'filter[unassigned_only]': '1' } : { 'filter[assigned_to]': String(of.technician) }
}
