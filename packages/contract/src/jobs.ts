import { z } from 'zod'

/** Background jobs: a name and a payload of ids, never of patient data (rule 19). */
export const jobs = {
  'files.process': z.strictObject({ patient_file_id: z.int() }),
  'mail.send': z.strictObject({ mail_id: z.int() }),
  'uploads.sweep': z.strictObject({}),
  'case-rows.verify': z.strictObject({}),
} as const
export type JobName = keyof typeof jobs
export type JobPayload<N extends JobName> = z.infer<(typeof jobs)[N]>
