import { readConfig } from './config.ts'
import { start, type Running } from './runtime.ts'

/** The server process: start, say where, stop in order on a signal; anything unexpected drains and exits non-zero. */
const running = await begin().catch((error: unknown) => {
  // What is wrong with the settings, the port or the database is a sentence, not a stack.
  process.stderr.write(
    `${error instanceof TypeError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
})
process.send?.({ ready: running.url })

async function begin(): Promise<Running> {
  return start(readConfig(process.env))
}

let ending = false
async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  // What has not finished after 25 seconds is cut; everything is written so that it may be (rules 45, 48).
  setTimeout(() => process.exit(1), 25_000).unref()
  await running.stop().catch((error: unknown) => running.app.fastify.log.error({ err: error }, 'stop'))
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) => {
    running.app.fastify.log.fatal({ err: error }, event)
    void end(1)
  })
