import type { FastifyBaseLogger } from 'fastify'
import type { Queue } from 'pg-boss'
import type { z } from 'zod'
import type { Db } from '../db/client.ts'
import type { Mailer } from '../services/mail/port.ts'
import type { PaymentProvider } from '../services/payments/port.ts'
import type { Pusher } from '../services/push/port.ts'
import type { SearchServer } from '../services/search-index/port.ts'
import type { Storage } from '../services/storage/port.ts'

/** What every job may use. */
export interface JobTools {
  db: Db
  storage: Storage
  mailer: Mailer
  /** Undefined where the server has no key to push with. */
  pusher: Pusher | undefined
  /** Undefined where the server has no payment provider. */
  payments: PaymentProvider | undefined
  /** Undefined where the portal answers searches itself. */
  search?: SearchServer | undefined
  /** Links in mails start with it. */
  publicUrl: string
  /** The lab's time zone: its days and hours. */
  labZone: string
  log: FastifyBaseLogger
}

/** One try of a job. */
export interface Attempt {
  signal: AbortSignal
  /** There is no automatic retry after this one: the job goes to the failed ones. */
  last: boolean
}

/**
 * How long a job is retried. `soon`: two minutes, for recurring work. `persistent`: 25 minutes, for work that a person
 * waits for. `patient`: more than a day, for work that depends on another company's server. Then it waits among the
 * failed jobs until an operator runs it again (`npm run jobs`, docs/deploy.md).
 */
export const retries = {
  soon: { retryLimit: 5, retryDelay: 2, retryBackoff: true },
  persistent: { retryLimit: 30, retryDelay: 2, retryBackoff: true, retryDelayMax: 60 },
  patient: { retryLimit: 72, retryDelay: 5, retryBackoff: true, retryDelayMax: 1800 },
} as const satisfies Record<string, Partial<Queue>>

/**
 * A background job: its name, its payload (ids, never patient data: `safety/jobs`), how long it is retried, its
 * schedule, and what it does. Safe to run twice. Defined in `jobs.ts` of the module that owns it.
 */
export interface JobDefinition<P extends object = object> {
  name: string
  payload: z.ZodType<P>
  retry: keyof typeof retries
  /** Minutes to weekdays in cron syntax; in UTC, or by the lab's clock. A scheduled job has an empty payload. */
  schedule?: { cron: string; clock: 'utc' | 'lab' }
  /** After how many seconds a run that has not ended is given up and tried again; 150 where nothing is said. */
  expireInSeconds?: number
  /** Jobs of this name that one worker runs at the same time. */
  parallel?: number
  /** Throws to be retried later. */
  run(tools: JobTools, payload: P, attempt: Attempt): Promise<void>
  /** For jobs that cost less in one: those that wait are run together. If that throws, each is run alone. */
  together?: { atMost: number; run(tools: JobTools, payloads: P[]): Promise<void> }
}

/** Names a job; `worker.ts` lists them all, and queues, schedules and runner derive from the list. */
export const defineJob = <P extends object>(job: JobDefinition<P>): JobDefinition<P> => job
