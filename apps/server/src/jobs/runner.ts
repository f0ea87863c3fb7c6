import { jobs, type JobName, type JobPayload } from '@archwire/contract/jobs.ts'
import type { FastifyBaseLogger } from 'fastify'
import { PgBoss, type Job, type JobResult } from 'pg-boss'

/** What a queue does with one job; throwing means "again later". Every handler is safe to run twice. */
export type JobHandlers = {
  [N in JobName]: (payload: JobPayload<N>, attempt: { signal: AbortSignal }) => Promise<void>
}

export async function openBoss(url: string, log: FastifyBaseLogger): Promise<PgBoss> {
  const connection = {
    // A connection that went without a word is given up, as in db/client.ts. Goes to the pool as it is.
    query_timeout: 20_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const boss = new PgBoss({
    ...connection,
    connectionString: url,
    application_name: 'archwire-jobs',
    max: 6,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    // A killed worker is noticed by its missing heartbeat; these two say how often somebody looks.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'jobs wait for the database'))
  await boss.start()
  // Whoever starts looks for dead workers' jobs at once: one that keeps dying young would never come to its first turn.
  void boss.supervise().catch((error: unknown) => log.warn({ err: error }, 'jobs wait for the database'))
  return boss
}

/** Queues that may keep a processor busy run one at a time and worker. */
const concurrency: Partial<Record<JobName, number>> = { 'files.process': 2, 'case.announce': 2, 'mail.send': 2 }

export async function work(boss: PgBoss, handlers: JobHandlers, log: FastifyBaseLogger): Promise<void> {
  for (const name of Object.keys(handlers) as JobName[]) {
    const options = {
      batchSize: 2,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 5,
      localConcurrency: concurrency[name] ?? 1,
      perJobResults: true,
    } as const
    await boss.work(name, options, async (batch: Job<object>[]) => {
      const results: JobResult[] = []
      for (const job of batch) results.push(await attempt(name, job, handlers, log))
      return results
    })
  }
}

/** One failed job does not fail its batch; it is tried again by the rules of its queue. */
async function attempt(
  name: JobName,
  job: Job<object>,
  handlers: JobHandlers,
  log: FastifyBaseLogger,
): Promise<JobResult> {
  try {
    const payload = jobs[name].parse(job.data)
    await (handlers[name] as (payload: object, attempt: { signal: AbortSignal }) => Promise<void>)(payload, {
      signal: job.signal,
    })
    return { id: job.id, status: 'completed' }
  } catch (error) {
    log.warn({ err: error, job: name, payload: job.data }, 'job failed; it will be tried again')
    return { id: job.id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
  }
}
