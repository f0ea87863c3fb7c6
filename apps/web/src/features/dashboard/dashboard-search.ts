import type { SearchKind } from '@archwire/contract/core/search-keys.ts'
import { patientSearch } from '@archwire/contract/patients/search.ts'
import { searchOf } from '../../lib/search.ts'

/** Whom the gauges are about. */
export const boards = ['organization', 'user'] as const
export type Board = (typeof boards)[number]

/** The query string of the dashboard: tab, range, board, the lab's filter of organizations; order and page of Latest Patients. */
const table = {
  tab: ['statistics'],
  /** Text here and checked by range-in-address.ts: every page loads this table, but not the ranges. */
  preset: 'text',
  /** Picked by hand: `from,to`. */
  days: 'days',
  board: boards,
  page: 'page',
  perPage: 'size',
  order: patientSearch.order,
  orderBy: patientSearch.orderBy,
  chosen_wi_organization_id: 'ids',
} as const satisfies Record<string, SearchKind>

export type DashboardSearch = { [K in keyof typeof table]?: string }

/** Keeps the keys and values of the query string that are valid. */
export const readDashboardSearch: (raw: Record<string, unknown>) => DashboardSearch = searchOf(table)
