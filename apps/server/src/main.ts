import { readConfig } from './config.ts'
import { start } from './runtime.ts'

/** The server process: start, say where, stop in order on a signal; anything unexpected drains and exits non-zero. */
const config = readConfig(process.env)
const running = await start(config)
process.send?.({ ready: running.url })

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
