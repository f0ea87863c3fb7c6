import type { Day } from '@archwire/contract/core/dates.ts'
import { openStatuses } from '@archwire/contract/core/statuses.ts'
import { reportStatuses } from '@archwire/contract/reports/kinds.ts'

interface ReportState {
  status_id: number
  expires_at: Date | null
}

const open = openStatuses(reportStatuses).map(({ id }) => id)

/** The report is waiting, or being made. */
export const isOpen = ({ status_id }: Pick<ReportState, 'status_id'>): boolean => open.includes(status_id)

/** What is wrong with the last day of a report, `today` being the lab's (`exports/range`); undefined for nothing. */
export const lastDayProblem = (to: Day, today: Day): string | undefined =>
  to > today ? 'The date is in the future' : undefined

/** The report is to be removed: its person no longer sees it (`exports/kept`). */
export const isExpired = ({ expires_at }: Pick<ReportState, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && expires_at <= now

/** Why a report cannot be canceled; null: it can. */
export const whyNotCanceled = (report: ReportState): string | null =>
  isOpen(report) ? null : 'This report is no longer being made.'

/** Why a report cannot be downloaded; null: it can. */
export function whyNotDownloaded(report: ReportState): string | null {
  if (report.status_id === reportStatuses.completed.id) return null
  return isOpen(report) ? 'This report is not completed yet.' : 'This report has no file.'
}
