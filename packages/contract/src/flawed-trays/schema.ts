import { z } from 'zod'
import { Instant } from '../core/fields.ts'
import { FlawedTray } from '../requests/flawed-tray.ts'

/** A flawed tray in a list: with its case. */
export const FlawedTraySummary = z.strictObject({
  ...FlawedTray.shape,
  patient: z.strictObject({
    id: z.int(),
    /** "Last, First (n)" for lists. */
    formatted_name: z.string(),
    case_number_text: z.string(),
    case_code: z.string(),
    doctor_name: z.string().nullable(),
    is_on_hold: z.boolean(),
    deleted_at: Instant.nullable(),
  }),
  organization: z.strictObject({ id: z.int(), name: z.string(), account_number: z.string() }),
})
export type FlawedTraySummary = z.infer<typeof FlawedTraySummary>
