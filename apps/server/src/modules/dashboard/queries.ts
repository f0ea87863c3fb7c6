import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'
import type { Counts, Gauges } from '@archwire/contract/dashboard/routes.ts'
import type { Db } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { countCases } from './counts.sql.ts'
import { plotCases, type Plots } from './plots.sql.ts'
import { countStatuses, type Statuses } from './status.sql.ts'
import type { FigureScope } from './figure-scope.ts'

export interface Figures {
  counts: Counts
  plots: Plots
  /** All six statuses; null for callers who cannot see them. */
  statuses: Statuses | null
  computed_at: string
}

/** Computes everything that the dashboard shows for these cases and days, several statements at a time. */
export async function computeFigures(
  db: Db,
  actor: Actor,
  whose: FigureScope,
  range: DayRange,
  zone: string,
): Promise<Figures> {
  const [counts, plots, statuses] = await Promise.all([
    countCases(db, whose, range, zone),
    plotCases(db, whose, range, zone, actor.now),
    actor.scope.kind === 'lab' ? countStatuses(db, actor.now) : null,
  ])
  return { counts, plots, statuses, computed_at: actor.now.toISOString() }
}

/**
 * The gauges as this caller may see them (`organizations/gauges`):
 * archived ones only with the permission for archived records.
 */
export function visibleStatuses(
  actor: Actor,
  statuses: Statuses | null,
): { organization: Gauges; user: Gauges } | null {
  if (!statuses || actor.permissions.has('organization.view-archived')) return statuses
  return {
    organization: { ...statuses.organization, archived: null },
    user: { ...statuses.user, archived: null },
  }
}
