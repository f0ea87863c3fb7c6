import { counted } from '@archwire/contract/core/counted.ts'
import { readConfig } from './config.ts'
import { requireSchema } from './db/migrate.ts'
import { listFailed, retryFailed } from './jobs/failed.ts'
import { reportProblem } from './run-process.ts'
import { openDatabase } from './runtime.ts'

const usage = `Jobs that failed for good:
  npm run jobs -- list
  npm run jobs -- retry <id> …
  npm run jobs -- retry all
`

/** For operators: lists the jobs whose tries are used up, and runs them again. */
async function run([verb, ...ids]: string[], appUrl: string): Promise<string> {
  if (verb === 'retry' && ids.length > 0) {
    const all = ids.length === 1 && ids[0] === 'all'
    if (!all && !ids.every((id) => /^[0-9a-f-]{36}$/.test(id))) throw new TypeError(usage)
    const count = await retryFailed(appUrl, all ? 'all' : ids)
    return `${counted(count, 'job runs', 'jobs run')} again.\n`
  }
  if (verb !== 'list' || ids.length > 0) throw new TypeError(usage)
  const jobs = await listFailed(appUrl)
  if (jobs.length === 0) return 'No job has failed.\n'
  const line = ({ id, job, payload, failedAt, tries, problem }: (typeof jobs)[number]) =>
    `${id}  ${failedAt.toISOString()}  ${job} ${JSON.stringify(payload)}, ${tries} tries: ${problem}\n`
  return jobs.map(line).join('')
}

try {
  const { appUrl, embedded } = await openDatabase(readConfig(process.env))
  try {
    await requireSchema(appUrl)
    process.stdout.write(await run(process.argv.slice(2), appUrl))
  } finally {
    if (embedded?.started) await embedded.stop()
  }
} catch (error) {
  reportProblem(error)
  process.exitCode = 1
}
