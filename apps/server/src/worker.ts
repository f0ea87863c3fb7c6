import type { PgBoss } from 'pg-boss'
import { connect } from './db/client.ts'
import { effectsOf } from './effects.ts'
import type { JobDefinition, JobTools } from './jobs/define.ts'
import { continueKilled, effectJobs } from './jobs/effect-jobs.ts'
import { openPublisher } from './jobs/outbox.ts'
import { work } from './jobs/runner.ts'
import { accountJobs } from './modules/accounts/jobs.ts'
import { billingJobs } from './modules/billing/jobs.ts'
import { bracketLibraryJobs } from './modules/bracket-libraries/jobs.ts'
import { caseJobs } from './modules/cases/jobs.ts'
import { contractJobs } from './modules/contracts/jobs.ts'
import { conversationJobs } from './modules/conversations/jobs.ts'
import { fileJobs } from './modules/files/jobs.ts'
import { onboardingJobs } from './modules/onboardings/jobs.ts'
import { organizationJobs } from './modules/organizations/jobs.ts'
import { paymentDifferenceJobs } from './modules/payment-differences/jobs.ts'
import { paymentJobs } from './modules/payments/jobs.ts'
import { pushJobs } from './modules/push/jobs.ts'
import { reportJobs } from './modules/reports/jobs.ts'
import { searchJobs } from './modules/search/jobs.ts'
import { todayJobs } from './modules/today/jobs.ts'
import { upkeepJobs } from './modules/upkeep/jobs.ts'
import { mailJobs } from './jobs/mail-jobs.ts'

/** Everything that happens in the background: each job is defined in `jobs.ts` of the module that owns it. */
export const allJobs: readonly JobDefinition[] = [
  ...accountJobs,
  ...billingJobs,
  ...bracketLibraryJobs,
  ...caseJobs,
  ...contractJobs,
  ...conversationJobs,
  ...effectJobs(effectsOf),
  ...fileJobs,
  ...mailJobs,
  ...onboardingJobs,
  ...organizationJobs,
  ...paymentDifferenceJobs,
  ...paymentJobs,
  ...pushJobs,
  ...reportJobs,
  ...searchJobs,
  ...todayJobs,
  ...upkeepJobs,
]

/** Publishes what commits leave in the outbox and runs every queue, until it is closed. */
export async function startWorker(
  { boss, appUrl }: { boss: PgBoss; appUrl: string },
  tools: JobTools,
): Promise<{ close(): Promise<void> }> {
  // A separate connection: committed messages go out, however many requests wait for the others.
  const outbox = connect(appUrl, { pool: 1, name: 'archwire-outbox' })
  const publisher = openPublisher(outbox.db, boss, tools.log)
  await work(boss, allJobs, tools)
  const killed = continueKilled(tools, effectsOf)
  return {
    async close() {
      await killed.close()
      await publisher.close()
      await outbox.close()
    },
  }
}
