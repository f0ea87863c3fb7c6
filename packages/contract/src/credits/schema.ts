import { z } from 'zod'
import { Day, day, Instant } from '../core/fields.ts'
import { creditProblem, datesProblem } from './rules.ts'

/** An invoice that used credit. */
export const CreditUse = z.strictObject({
  order_id: z.int(),
  invoice_id: z.int(),
  closing_day: Day,
  /** Dollars. */
  value: z.number(),
  /** Of which credit it was: that of this version. */
  version: z.int(),
})

/** The credit of a practice: one balance (`credits/balance`). Money in dollars. */
export const Credits = z.strictObject({
  /** 0: it was never given one. */
  version: z.int(),
  /** What is left. */
  value: z.number(),
  /** What was given. */
  given: z.number(),
  /** Its first and last day, both included; null: from the beginning, without end. */
  valid_from: Day.nullable(),
  valid_to: Day.nullable(),
  /** Whether its days include today, on the lab's calendar. */
  state: z.enum(['none', 'not_yet', 'in_force', 'expired']),
  created_at: Instant.nullable(),
  /** Who gave it; null for readers of a practice. */
  created_by: z.strictObject({ id: z.int(), full_name: z.string() }).nullable(),
  /** Of this credit and earlier ones, the newest first, 100 at most. */
  uses: z.array(CreditUse),
  can: z.strictObject({ set: z.boolean() }),
})
export type Credits = z.infer<typeof Credits>

/**
 * The credit that replaces what is left; `version` is that of the credit that the page showed, 0 for none. It may be left out
 * only for a practice that was never given one.
 */
export const CreditsBody = z
  .strictObject({
    value: z.number({ error: 'Enter a number.' }).superRefine((value, context) => {
      const message = creditProblem(value)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    }),
    valid_from: day().nullable().default(null),
    valid_to: day().nullable().default(null),
    version: z.int().min(0).max(2_147_483_647).optional(),
  })
  .superRefine(({ valid_from, valid_to }, context) => {
    const message = datesProblem(valid_from, valid_to)
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['valid_to'], message })
  })
export type CreditsBody = z.infer<typeof CreditsBody>
