import { z } from 'zod'

/** Background jobs: a name and a payload of ids, never of patient data (rule 19). Every job is safe to run twice. */
export const jobs = {
  /** Tell the people concerned about one entry of a case's history: bell and mail. */
  'case.announce': z.strictObject({ history_id: z.int() }),
  /** Check a scan or photo and make what is shown of it. */
  'files.process': z.strictObject({ patient_file_id: z.int() }),
  /** Mondays: one mail a doctor with all cases that wait for approval. */
  'approvals.remind': z.looseObject({}),
  /** A mail of the public pages: verification or reset, if the address belongs to somebody it concerns. */
  'access.write-mail': z.strictObject({ wish_id: z.int() }),
  /** Tell a person that the account was used from a browser it was never used from. */
  'access.new-browser': z.strictObject({ session_id: z.int() }),
  /** Write a doctor's new name into the ready rows of the cases. */
  'cases.refresh-doctor': z.strictObject({ user_id: z.int() }),
  'mail.send': z.strictObject({ mail_id: z.int() }),
  /** Remove uploads that nobody registered, ended sessions, old idempotency keys. */
  'upkeep.sweep': z.looseObject({}),
  /** Compare the kept rows of the lists with rebuilt ones. */
  'upkeep.verify-case-rows': z.looseObject({}),
} as const
export type JobName = keyof typeof jobs
export type JobPayload<N extends JobName> = z.infer<(typeof jobs)[N]>
