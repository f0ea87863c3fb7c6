import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/config.ts'
import { connect } from '../../apps/server/src/db/client.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { makeDemo } from '../../apps/server/src/demo/index.ts'
import { openDatabase, prepareSchema, start } from '../../apps/server/src/runtime.ts'
import { demoCases } from './place.ts'

/**
 * A portal that journeys visit: the real server with its worker, on a fresh data folder of its own, as a process of its
 * own. Says `{ ready }` to its parent; ends with it.
 */
const config = readConfig(process.env)

/** A run that was killed may have left its database running. */
async function removeLastRun(): Promise<void> {
  const left = await startEmbedded(config.dataDir).catch(() => undefined)
  await left?.stop()
  for (const part of ['postgres', 'files', 'mailbox', 'payments'])
    rmSync(join(config.dataDir, part), { recursive: true, force: true })
}

await removeLastRun()
// The folder is thrown away: what a failing machine would lose of it does not matter.
const embedded = await startEmbedded(config.dataDir, { durable: false })
const database = { ...(await openDatabase(config)), embedded }
const { appUrl } = database
await prepareSchema(config, database)
const connection = connect(appUrl, { pool: 4, name: 'archwire-e2e-setup' })
await makeDemo(connection.db, config, demoCases)
await connection.close()
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
