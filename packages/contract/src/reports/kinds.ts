import type { Statuses } from '../core/statuses.ts'

/** The five reports (`exports/kinds`), in the order in which they are offered. */
export const reportKinds = [
  { id: 'cases', label: 'Cases' },
  { id: 'steps', label: 'Work-step times' },
  { id: 'corrections', label: 'Corrections' },
  { id: 'shipments', label: 'Shipments' },
  { id: 'on_time', label: 'On-time rate' },
] as const
export type ReportKind = (typeof reportKinds)[number]['id']

/** Which day puts a row into a report's range (`exports/days`). */
export const reportDates: Record<ReportKind, string> = {
  cases: 'Cases submitted on these days.',
  steps: 'Steps finished on these days.',
  corrections: 'Trays reported on these days.',
  shipments: 'Prints shipped on these days.',
  on_time: 'Prints shipped on these days, by practice and shipping method.',
}

export const reportFormats = [
  { id: 'csv', label: 'CSV' },
  { id: 'xlsx', label: 'XLSX' },
] as const
export type ReportFormat = (typeof reportFormats)[number]['id']

/** Rows below the head that a sheet of a workbook has room for (`exports/download`). */
const mostRowsOfSheet = 1_048_575

/** A report of so many rows is no workbook that a spreadsheet opens; a CSV file has no such end. */
export const isTooLong = (format: ReportFormat, rows: number | null): boolean =>
  format === 'xlsx' && rows !== null && rows > mostRowsOfSheet

/** The way of a report (`exports/states`); it ends Completed, Failed or Canceled, and stays so. */
export const reportStatuses = {
  waiting: { id: 1, label: 'Waiting', color: 'gray', open: true },
  in_progress: { id: 2, label: 'In Progress', color: 'blue', open: true },
  completed: { id: 3, label: 'Completed', color: 'green' },
  failed: { id: 4, label: 'Failed', color: 'orange' },
  canceled: { id: 5, label: 'Canceled', color: 'red' },
} as const satisfies Statuses
export type ReportStatus = keyof typeof reportStatuses

/** Days for which a report is kept after it ended (`exports/kept`). */
export const daysKept = 7
