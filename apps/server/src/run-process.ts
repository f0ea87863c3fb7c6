import { flushCompileCache } from 'node:module'
import type { Running } from './runtime.ts'

/** Work that has not finished by then is cut off; everything is written to tolerate that (`safety/stop`). */
const patienceMs = 25_000

/** Reports why a process cannot run: a problem of its settings, a TypeError, as a sentence; all else with its stack. */
export function reportProblem(error: unknown): void {
  process.stderr.write(
    `${error instanceof TypeError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
}

/**
 * The life of a process: starts, reports `ready`, stops in order on a signal (exit code 0); anything unexpected is
 * logged, drains and exits with 1. Problems of the settings, the port or the database are reported as a sentence, not a
 * stack.
 */
export async function runProcess(begin: () => Promise<Running>, ready: (running: Running) => void): Promise<void> {
  let running: Running | undefined
  let ending = false
  async function end(code: number): Promise<void> {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    await running?.stop().catch((error: unknown) => running?.log.error({ err: error }, 'stop'))
    process.exit(code)
  }
  try {
    running = await begin()
  } catch (error) {
    reportProblem(error)
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
  // Only a forked process has a parent to lose.
  process.on('disconnect', () => void end(0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      running?.log.fatal({ err: error }, event)
      void end(1)
    })
  ready(running)
  // Kept now, where there is a place for it: a process that is killed would leave none to anyone who starts next.
  flushCompileCache()
}
