import { statusById, presentStatus } from '@archwire/contract/core/statuses.ts'
import { reportKinds, reportStatuses, type ReportFormat, type ReportKind } from '@archwire/contract/reports/kinds.ts'
import type { Report } from '@archwire/contract/reports/schema.ts'
import { whyNotCanceled, whyNotDownloaded } from './rules.ts'

/** A row of the table, as `queries.ts` reads it. */
export interface ReportRow {
  id: number
  kind: ReportKind
  format: ReportFormat
  from_day: string
  to_day: string
  status_id: number
  rows_done: number
  rows_total: number | null
  size: number | null
  created_at: Date
  ended_at: Date | null
  expires_at: Date | null
}

export const presentReport = ({ from_day, to_day, status_id, ...row }: ReportRow): Report => ({
  id: row.id,
  kind: row.kind,
  format: row.format,
  from: from_day,
  to: to_day,
  status: presentStatus(reportStatuses, statusById(reportStatuses, status_id)),
  rows_done: row.rows_done,
  rows_total: row.rows_total,
  size: row.size,
  created_at: row.created_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
  can: {
    cancel: whyNotCanceled({ status_id, ...row }) === null,
    download: whyNotDownloaded({ status_id, ...row }) === null,
  },
})

/** The name of a report, which is also that of its sheet. */
export const titleOf = (kind: ReportKind): string => reportKinds.find(({ id }) => id === kind)!.label

/** "on-time-rate-2026-10-01-to-2026-10-31.csv" */
export const fileNameOf = ({ kind, format, from_day, to_day }: ReportRow): string =>
  `${titleOf(kind).toLowerCase().replaceAll(' ', '-')}-${from_day}-to-${to_day}.${format}`

export const mediaTypes: Record<ReportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Where the bytes of a report are. */
export const storageKeyOf = ({ id, format }: Pick<ReportRow, 'id' | 'format'>): string => `reports/${id}.${format}`
