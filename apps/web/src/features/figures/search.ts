import type { SearchKind } from '@archwire/contract/core/search-keys.ts'
import { searchOf } from '../../lib/search.ts'

/** The query string of the reports: the range, as on the dashboard. */
const table = { preset: 'text', days: 'days' } as const satisfies Record<string, SearchKind>

export type FigureSearch = { [K in keyof typeof table]?: string }

/** Keeps the keys and values of the query string that are valid. */
export const readFigureSearch: (raw: Record<string, unknown>) => FigureSearch = searchOf(table)
