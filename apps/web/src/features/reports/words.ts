import { reportFormats, reportKinds, type ReportFormat, type ReportKind } from '@archwire/contract/reports/kinds.ts'

export const kindLabel = (kind: ReportKind): string => reportKinds.find(({ id }) => id === kind)!.label
export const formatLabel = (format: ReportFormat): string => reportFormats.find(({ id }) => id === format)!.label
