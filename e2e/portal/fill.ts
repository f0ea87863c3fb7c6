import { readConfig } from '../../apps/server/src/config.ts'
import { connect } from '../../apps/server/src/db/client.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { makeDemo } from '../../apps/server/src/demo/index.ts'
import { openDatabase, prepareSchema } from '../../apps/server/src/runtime.ts'
import { removeLastRun } from './last-run.ts'
import { demoCases } from './place.ts'

/** Makes the demo data that every portal begins with, in a data folder that each of them copies (`serve.ts`). Ends by itself. */
process.on('disconnect', () => process.exit(1))
const config = readConfig(process.env)
await removeLastRun(config.dataDir)
// The folder is thrown away: what a failing machine would lose of it does not matter.
const embedded = await startEmbedded(config.dataDir, { durable: false })
const database = { ...(await openDatabase(config)), embedded }
await prepareSchema(config, database)
const connection = connect(database.appUrl, { pool: 4, name: 'archwire-e2e-setup' })
await makeDemo(connection.db, config, demoCases)
await connection.close()
await embedded.stop()
process.exit(0)
