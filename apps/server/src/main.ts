import { readConfig } from './config.ts'
import { runProcess } from './run-process.ts'
import { start } from './runtime.ts'

/** The server process. Notifies the parent that forked it when it is ready. */
await runProcess(
  async () => start(readConfig(process.env)),
  (running) => process.send?.({ ready: running.url }),
)
