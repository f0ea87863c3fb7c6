import { readConfig } from '../../apps/server/src/config.ts'
import { start } from '../../apps/server/src/runtime.ts'

/** A worker of its own: jobs without HTTP. Any number of them may run beside any number of servers. */
const running = await start(readConfig({ ...process.env, WORKER: '1' }), { http: false })
console.log('The worker takes jobs.')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void running.stop().then(() => process.exit(0)))
