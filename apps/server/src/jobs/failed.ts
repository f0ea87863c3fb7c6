import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { failedJobs } from './queues.ts'

/** A job whose tries are used up. */
export interface FailedJob {
  id: string
  job: string
  /** The ids that it is about. */
  payload: object
  failedAt: Date
  tries: number
  /** The error of the last try. */
  problem: string
}

/** The jobs that wait for an operator, oldest first. */
export async function listFailed(appUrl: string): Promise<FailedJob[]> {
  const client = new pg.Client({ connectionString: appUrl, application_name: 'archwire-jobs-list' })
  await client.connect()
  try {
    const { rows } = await client.query<FailedJob>(
      `select id, source_name as job, data as payload, created_on as "failedAt", coalesce(source_retry_count, 0) + 1 as tries,
        coalesce(source_output ->> 'message', output ->> 'message', 'the worker died with it') as problem
      from pgboss.job where name = $1 and state = 'created' order by created_on, id`,
      [failedJobs],
    )
    return rows
  } finally {
    await client.end()
  }
}

/**
 * Returns failed jobs to their queues with a full number of tries: these, or all. Returns how many. Every job is safe
 * to run twice, so it does not matter whether it did half of its work.
 */
export async function retryFailed(appUrl: string, ids: string[] | 'all'): Promise<number> {
  const boss = new PgBoss({
    connectionString: appUrl,
    application_name: 'archwire-jobs-retry',
    max: 1,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    let moved = 0
    for (;;) {
      const portion = await boss.redrive(failedJobs, ids === 'all' ? {} : { ids })
      moved += portion
      if (portion === 0) return moved
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
