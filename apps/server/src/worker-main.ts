import { readConfig } from './config.ts'
import { runProcess } from './run-process.ts'
import { start } from './runtime.ts'

/**
 * A separate worker: jobs without HTTP. Any number of them may run beside any number of servers. Its health is its
 * process: it logs one line when it takes jobs, waits for an unavailable database, and exits with 1 on anything
 * unexpected.
 */
await runProcess(
  async () => start(readConfig({ ...process.env, WORKER: '1' }), { http: false }),
  () => {
    process.stdout.write('The worker takes jobs.\n')
    process.send?.({ ready: 'worker' })
  },
)
