import { z } from 'zod'
import { actions, Instant, reasons, Status } from '../core/fields.ts'
import { flawCauseNames } from '../flaw-causes.ts'

/** What a person may be able to do with a flawed tray now. */
export const flawedTrayActions = ['correct', 'upload', 'remove_corrected', 'edit', 'remove'] as const
export type FlawedTrayAction = (typeof flawedTrayActions)[number]

/** A file of a tray: what its link is made from. */
const TrayFile = z.strictObject({ id: z.int(), name: z.string() })

/** One flawed tray of a request: which arch, what is wrong, the files before and after. */
export const FlawedTray = z.strictObject({
  id: z.int(),
  organization_id: z.int(),
  patient_id: z.int(),
  customer_request_id: z.int(),
  version: z.int(),
  status_id: z.int(),
  status: Status,
  /** 1 Maxillary, 2 Mandibular. */
  arch: z.int(),
  /** Who prints the corrected tray: 1 own lab, 2 in-office, 3 third party. */
  print: z.int(),
  insert_brackets: z.boolean(),
  expedited_shipping: z.boolean(),
  cause: z.enum(flawCauseNames).nullable(),
  /** What is wrong, in the words of who asked. */
  remark: z.string(),
  /** The IOS file that the tray was made from ("Original IOS"). */
  file_id: z.int().nullable(),
  file: TrayFile.nullable(),
  /** The setup of the arch that was flawed, if it had one. */
  stl_file_id: z.int().nullable(),
  stl_file: TrayFile.nullable(),
  corrected_file_id: z.int().nullable(),
  corrected_file: TrayFile.nullable(),
  corrected_at: Instant.nullable(),
  /** While it waits: corrected files of its arch that were uploaded since and that no tray has, the newest first. */
  uploaded_files: z.array(TrayFile),
  /** The scene that shows setup and correction together; null while the corrected file is not shown in 3D. */
  compare_viewer_id: z.string().nullable(),
  created_by: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
  can: actions(...flawedTrayActions),
  why_not: reasons(...flawedTrayActions),
})
export type FlawedTray = z.infer<typeof FlawedTray>
