import { jobs, type JobName } from '@archwire/contract/jobs.ts'
import pg from 'pg'
import { PgBoss, type Queue } from 'pg-boss'

/** How each queue behaves. A worker that dies loses its heartbeat; its job is picked up again within half a minute. */
const base = {
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 150,
  heartbeatSeconds: 20,
  notify: true,
}
// What a person waits to hear of outlives a worker that dies again and again.
const stubborn = { ...base, retryLimit: 30, retryDelayMax: 60 }
const queues: Record<JobName, Omit<Queue, 'name'>> = {
  'access.write-mail': stubborn,
  'access.new-browser': stubborn,
  'approvals.remind': base,
  'case.announce': stubborn,
  'cases.refresh-doctor': stubborn,
  'files.process': base,
  // A mail server that is down for an evening must not lose a mail.
  'mail.send': { ...base, retryLimit: 12, retryDelay: 5, retryDelayMax: 3600 },
  'upkeep.sweep': base,
  'upkeep.verify-case-rows': base,
}

export const jobNames = Object.keys(jobs) as JobName[]

/** Creates the job tables and queues as the owner and opens them to the application's role. Safe to run again. */
export async function prepareQueues(ownerUrl: string, appRole: string, labZone: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 2, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  for (const name of jobNames) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, queues[name])
    else await boss.createQueue(name, queues[name])
  }
  await boss.schedule('approvals.remind', '0 8 * * 1', {}, { tz: labZone })
  await boss.schedule('upkeep.sweep', '17 * * * *')
  await boss.schedule('upkeep.verify-case-rows', '41 9 * * *')
  await boss.stop({ graceful: false })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`grant usage on schema pgboss to ${appRole}`)
  await client.query(`grant select, insert, update, delete on all tables in schema pgboss to ${appRole}`)
  await client.query(`grant usage, select on all sequences in schema pgboss to ${appRole}`)
  await client.query(`grant execute on all functions in schema pgboss to ${appRole}`)
  await client.end()
}
