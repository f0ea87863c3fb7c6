import type { ReportKind } from '@archwire/contract/reports/kinds.ts'
import { casesSource } from './cases.sql.ts'
import { correctionsSource } from './corrections.sql.ts'
import { onTimeSource } from './on-time.sql.ts'
import { shipmentsSource } from './shipments.sql.ts'
import type { Source } from './source.ts'
import { stepsSource } from './steps.sql.ts'

/** Where each of the five reports comes from (`exports/kinds`). */
export const sources: Record<ReportKind, Source> = {
  cases: casesSource,
  steps: stepsSource,
  corrections: correctionsSource,
  shipments: shipmentsSource,
  on_time: onTimeSource,
}
