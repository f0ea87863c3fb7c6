import pg from 'pg'
import { PgBoss, type Queue } from 'pg-boss'
import { retries, type JobDefinition } from './define.ts'

/** The queue of jobs whose tries are used up, until an operator runs them again. */
export const failedJobs = 'failed-jobs'

const days = 24 * 3600
/**
 * How each queue behaves. When a worker dies, its heartbeat stops, and its job is picked up again within half a minute.
 */
const queueOf = ({ retry, expireInSeconds = 150 }: JobDefinition): Omit<Queue, 'name'> => ({
  ...retries[retry],
  expireInSeconds,
  heartbeatSeconds: 20,
  notify: true,
  deadLetter: failedJobs,
})

/**
 * Creates the job tables, queues and schedules of these jobs as the owner and grants the application's role access.
 * Removes schedules that no longer have a job. Safe to run again, one process at a time.
 */
export async function prepareQueues(
  ownerUrl: string,
  appRole: string,
  labZone: string,
  jobs: readonly JobDefinition[],
): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 2, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  const present = new Set((await boss.getQueues()).map(({ name }) => name))
  const prepare = async (name: string, queue: Omit<Queue, 'name'>) =>
    present.has(name) ? boss.updateQueue(name, queue) : boss.createQueue(name, queue)
  await prepare(failedJobs, { retryLimit: 0, retentionSeconds: 365 * days, deleteAfterSeconds: 365 * days })
  for (const job of jobs) await prepare(job.name, queueOf(job))
  for (const { name, key } of await boss.getSchedules())
    if (!jobs.some((job) => job.name === name && job.schedule)) await boss.unschedule(name, key)
  for (const { name, schedule } of jobs)
    if (schedule) await boss.schedule(name, schedule.cron, {}, { tz: schedule.clock === 'lab' ? labZone : 'UTC' })
  await boss.stop({ graceful: false })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`grant usage on schema pgboss to ${appRole}`)
  await client.query(`grant select, insert, update, delete on all tables in schema pgboss to ${appRole}`)
  await client.query(`grant usage, select on all sequences in schema pgboss to ${appRole}`)
  await client.query(`grant execute on all functions in schema pgboss to ${appRole}`)
  await client.end()
}
