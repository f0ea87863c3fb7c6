import { counted } from '@archwire/contract/core/counted.ts'
import { listFailed, retryFailed } from './failed.ts'

const usage = `Jobs that failed for good:
  npm run jobs -- list
  npm run jobs -- retry <id> …
  npm run jobs -- retry all
`

/**
 * What an operator asked for in words: lists the jobs whose tries are used up, or runs them again. Returns the answer,
 * each line with its end.
 * @throws TypeError with the possible words when these are none
 */
export async function failedJobsCommand([verb, ...ids]: string[], appUrl: string): Promise<string> {
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
