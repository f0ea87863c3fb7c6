import type { FastifyBaseLogger } from 'fastify'

/** Equal warnings within this time are one line more, with their number. */
const gatherMs = 10_000

const waiting = new Map<string, { times: number }>()

/**
 * Logs a warning at once, and what equals it in the next ten seconds as one line with its number (`safety/equal-lines`): a
 * database that is away would otherwise fill a disk with one sentence.
 * @param equal what makes two warnings the same; without it the text alone
 */
export function warnGathered(log: FastifyBaseLogger, line: object, text: string, equal = text): void {
  const present = waiting.get(equal)
  if (present) return void (present.times += 1)
  log.warn(line, text)
  const gathered = { times: 0 }
  waiting.set(equal, gathered)
  setTimeout(() => {
    waiting.delete(equal)
    if (gathered.times > 0) log.warn({ ...line, times: gathered.times, seconds: gatherMs / 1000 }, text)
  }, gatherMs).unref()
}
