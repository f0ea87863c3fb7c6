import { z } from 'zod'
import { actions, Instant, reasons, trimmedText } from '../core/fields.ts'
import { PatientSummary } from '../patients/schema.ts'
import { mostOfTray, trayNumberLength, trayNumberPattern, trayNumberWords } from './types.ts'

/** What a tray says of a case in it: a part of the case's line in the lists. */
export const CaseInTray = PatientSummary.pick({
  id: true,
  formatted_name: true,
  case_number_text: true,
  case_code: true,
  patient_status: true,
  organization: true,
  user: true,
  is_on_hold: true,
  rush_case: true,
  duplicated: true,
  changes_asked_at: true,
  ship_date: true,
  cancelled_at: true,
  deleted_at: true,
  created_at: true,
  updated_at: true,
  setup_completed_at: true,
})
export type CaseInTray = z.infer<typeof CaseInTray>

export const caseTrayActions = ['archive', 'generate_shipping_id'] as const
export type CaseTrayAction = (typeof caseTrayActions)[number]

const tray = {
  id: z.int(),
  /** Unique among trays that are not archived. */
  tray_number: z.string(),
  /** The Tray ID under which it ships, `TRAY-2026-12`; null until it is generated. */
  shipping_id_text: z.string().nullable(),
  /** Those within the caller's reach, in the order of the tray. */
  patients: z.array(CaseInTray),
  created_at: Instant,
  updated_at: Instant,
  /** When it was archived. */
  deleted_at: Instant.nullable(),
  version: z.int(),
  can: actions(...caseTrayActions),
}

/** A tray of 8 in a list. */
export const CaseTraySummary = z.strictObject(tray)
export type CaseTraySummary = z.infer<typeof CaseTraySummary>

/** A tray of 8 with the reasons why something cannot be done with it now. */
export const CaseTray = z.strictObject({ ...tray, why_not: reasons(...caseTrayActions) })
export type CaseTray = z.infer<typeof CaseTray>

/** A new tray: its number and its cases, in the order in which they lie in it. */
export const CaseTrayBody = z.strictObject({
  tray_number: trimmedText()
    .toUpperCase()
    .min(1, 'Required')
    .max(trayNumberLength, trayNumberWords.long)
    .regex(trayNumberPattern, trayNumberWords.signs),
  case_ids: z
    .array(z.int().positive())
    .min(1, 'Select at least one case.')
    .max(mostOfTray, 'A tray holds at most 8 cases.')
    .refine((ids) => new Set(ids).size === ids.length, 'Each case can be listed only once.'),
})
export type CaseTrayBody = z.infer<typeof CaseTrayBody>
