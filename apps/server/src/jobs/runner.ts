import type { FastifyBaseLogger } from 'fastify'
import { PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss'
import { wordsOf } from '../kernel/error-line.ts'
import type { JobDefinition, JobTools } from './define.ts'
import { warnGathered } from '../kernel/gathered-warnings.ts'

export async function openBoss(url: string, log: FastifyBaseLogger): Promise<PgBoss> {
  const connection = {
    // A connection that died silently is given up, as in db/client.ts. Passed to the pool as is.
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
    // A killed worker is noticed by its missing heartbeat; these two set how often that is checked.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', (error) => warnGathered(log, { err: error }, 'jobs wait for the database'))
  // Clocks that differ, schedules that could not be sent: nothing fatal, all worth a look.
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'jobs warn'))
  await boss.start()
  // A starting worker checks for dead workers' jobs at once: one that keeps dying young would never reach its first
  // check.
  void boss.supervise().catch((error: unknown) => warnGathered(log, { err: error }, 'jobs wait for the database'))
  return boss
}

/** Takes jobs of every queue from now on, until the boss is stopped. */
export async function work(boss: PgBoss, jobs: readonly JobDefinition[], tools: JobTools): Promise<void> {
  for (const job of jobs) {
    const options = {
      batchSize: job.together?.atMost ?? 2,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 5,
      localConcurrency: job.parallel ?? 1,
      perJobResults: true,
      includeMetadata: true,
    } as const
    await boss.work(job.name, options, async (batch: JobWithMetadata<object>[]) => {
      if (job.together && batch.length > 1 && (await attemptTogether(job, batch, tools)))
        return batch.map(({ id }) => ({ id, status: 'completed' }))
      const results: JobResult[] = []
      for (const queued of batch) results.push(await attempt(job, queued, tools))
      return results
    })
  }
}

/** Returns whether jobs could be run as one. */
async function attemptTogether(
  job: JobDefinition,
  batch: readonly JobWithMetadata<object>[],
  tools: JobTools,
): Promise<boolean> {
  try {
    await job.together!.run(
      tools,
      batch.map(({ data }) => job.payload.parse(data)),
    )
    return true
  } catch (error) {
    warnGathered(
      tools.log,
      { err: error, job: job.name, jobs: batch.length },
      'jobs failed together; each is run alone',
    )
    return false
  }
}

/** A failed job does not fail its batch; it is retried by the rules of its queue. */
async function attempt(job: JobDefinition, queued: JobWithMetadata<object>, tools: JobTools): Promise<JobResult> {
  const last = queued.retryCount >= queued.retryLimit
  try {
    await job.run(tools, job.payload.parse(queued.data), { signal: queued.signal, last })
    return { id: queued.id, status: 'completed' }
  } catch (error) {
    const line = { err: error, job: job.name, id: queued.id, payload: queued.data, attempt: queued.retryCount + 1 }
    if (last) tools.log.error(line, 'job failed for good; it stays in the list of failed jobs until someone retries it')
    else tools.log.warn(line, 'job failed; it will be tried again')
    // Shown to operators.
    return { id: queued.id, status: 'failed', output: { message: wordsOf(error) } }
  }
}
