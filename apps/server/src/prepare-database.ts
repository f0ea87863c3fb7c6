import { appRole, migrate } from './db/migrate.ts'
import { prepareQueues } from './jobs/queues.ts'
import { allJobs } from './worker.ts'

/**
 * Brings a database up to date as its owner: migrations, then the queues and schedules of all jobs. Returns the names of
 * the migrations that were applied. Safe to run again, by several processes at once, and while older servers work.
 */
export const prepareDatabase = (ownerUrl: string, labZone = 'America/Denver', appUrl?: string): Promise<string[]> =>
  migrate(ownerUrl, appUrl, () => prepareQueues(ownerUrl, appRole, labZone, allJobs))
