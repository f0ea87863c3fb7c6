import type { FastifyBaseLogger } from 'fastify'
import type { Queue } from 'pg-boss'
import type { z } from 'zod'
import type { Db } from '../db/client.ts'
import type { Mailer } from '../services/mail/port.ts'
import type { Storage } from '../services/storage/port.ts'

/** What every job may use. */
export interface JobTools {
  db: Db
  storage: Storage
  mailer: Mailer
  /** Links in mails begin with it. */
  publicUrl: string
  log: FastifyBaseLogger
}

/** One of the tries of a job. */
export interface Attempt {
  signal: AbortSignal
  /** Nobody tries again by itself after this one: the job goes to the failed ones. */
  last: boolean
}

/**
 * How long a job is tried. `soon`: two minutes, for what comes round again by itself. `persistent`: 25 minutes, for what a
 * person waits for. `patient`: more than a day, for what another company's server must take. Then it waits among the
 * failed jobs until somebody runs it again (`npm run jobs`, docs/deploy.md).
 */
export const retries = {
  soon: { retryLimit: 5, retryDelay: 2, retryBackoff: true },
  persistent: { retryLimit: 30, retryDelay: 2, retryBackoff: true, retryDelayMax: 60 },
  patient: { retryLimit: 72, retryDelay: 5, retryBackoff: true, retryDelayMax: 1800 },
} as const satisfies Record<string, Partial<Queue>>

/**
 * A background job, whole: its name, its payload (ids, never patient data: `safety/jobs`), how long it is tried, when it
 * comes by itself, and what it does. Safe to run twice. Lives in `jobs.ts` of the module that owns it.
 */
export interface JobDefinition<P extends object = object> {
  name: string
  payload: z.ZodType<P>
  retry: keyof typeof retries
  /** Minutes to weekdays as cron writes them; in UTC, or by the lab's clock. A scheduled job has an empty payload. */
  schedule?: { cron: string; clock: 'utc' | 'lab' }
  /** Jobs of this name that one worker does at the same time. */
  parallel?: number
  /** Throwing means "again later". */
  run(tools: JobTools, payload: P, attempt: Attempt): Promise<void>
}

/** Names a job; `worker.ts` lists them all, and queues, schedules and runner follow from the list. */
export const defineJob = <P extends object>(job: JobDefinition<P>): JobDefinition<P> => job
