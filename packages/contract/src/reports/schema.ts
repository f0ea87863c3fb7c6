import { z } from 'zod'
import { isDay } from '../core/dates.ts'
import { actions, Day, Instant, Status } from '../core/fields.ts'
import { bodyOf } from '../core/record-schema.ts'
import { reportFields } from './fields.ts'
import { reportFormats, reportKinds } from './kinds.ts'
import { rangeProblem } from './ranges.ts'

const idsOf = <const Id extends string>(options: readonly { id: Id }[]) => options.map(({ id }) => id) as [Id, ...Id[]]

/** A report as the person reads it who asked for it (`exports/own`). */
export const Report = z.strictObject({
  id: z.int(),
  kind: z.enum(idsOf(reportKinds)),
  format: z.enum(idsOf(reportFormats)),
  /** First and last day, in the lab’s zone. */
  from: Day,
  to: Day,
  status: Status,
  /** Rows that are written. */
  rows_done: z.int(),
  /** Rows that there are; null until they are counted. */
  rows_total: z.int().nullable(),
  /** Bytes of the file; null while there is none. */
  size: z.int().nullable(),
  created_at: Instant,
  /** When it was completed, failed or canceled. */
  ended_at: Instant.nullable(),
  /** From then on it is gone; null while it is made. */
  expires_at: Instant.nullable(),
  can: actions('cancel', 'download'),
})
export type Report = z.infer<typeof Report>

/** A report to make, of at most 12 months. */
export const ReportBody = bodyOf(reportFields).superRefine((range, context) => {
  // What is no day was refused, and is nothing to count months from.
  const problem = isDay(range.from) && isDay(range.to) ? rangeProblem(range) : undefined
  if (problem !== undefined) context.addIssue({ code: 'custom', path: ['to'], message: problem })
})
export type ReportBody = z.infer<typeof ReportBody>
