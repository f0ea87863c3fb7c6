import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { readConfig } from '../../apps/server/src/config.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { start } from '../../apps/server/src/runtime.ts'
import { removeLastRun } from './last-run.ts'
import { filled } from './place.ts'

/**
 * A portal that journeys visit: the real server with its worker, on a copy of the demo data, as a process of its own. Says
 * `{ ready }` to its parent; ends with it.
 */
const config = readConfig(process.env)
await removeLastRun(config.dataDir)
// With its owners: as root, PostgreSQL's folder is another user's.
if (process.platform === 'win32') cpSync(filled, config.dataDir, { recursive: true })
else spawnSync('cp', ['-a', filled, config.dataDir], { stdio: 'inherit' })
const embedded = await startEmbedded(config.dataDir, { durable: false })
const running = await start(config)

let ending = false
async function end(): Promise<void> {
  if (ending) return
  ending = true
  setTimeout(() => process.exit(1), 25_000).unref()
  await running.stop()
  await embedded.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
process.on('disconnect', () => void end())
process.send?.({ ready: running.url, payments: running.paymentStandIn })
