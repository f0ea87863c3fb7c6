import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/config.ts'
import {
  beginDemo,
  continueDemo,
  demoPassword,
  demoSignIns,
  isEmpty,
  removeHalfDemo,
} from '../../apps/server/src/demo/index.ts'
import { openDatabase, prepareSchema, start } from '../../apps/server/src/runtime.ts'
import { connect } from '../../apps/server/src/db/client.ts'
import { plainLog } from '../plain-log.ts'
import { buildWeb } from '../web-build.ts'

/**
 * `npm start`: everything on this machine. Builds what is stale, starts the embedded database, migrates, creates the
 * people of the demo in an empty one, and prints where to sign in. The demo's cases are made behind that; an interrupted
 * demo is continued. `--no-demo` makes one super_admin only. Warnings are sentences, and whole in `portal.log` of the data
 * folder, unless LOG_LEVEL is set.
 */
if (process.env.NODE_ENV === 'production') {
  console.error(
    'npm start makes people whose password is published, so it is not for production; docs/deploy.md says how to start there.',
  )
  process.exit(1)
}
const isPlain = process.env.LOG_LEVEL === undefined
process.env.LOG_LEVEL ??= 'warn'
const began = Date.now()
if (existsSync(join(import.meta.dirname, '..', '..', 'apps', 'web', 'index.html'))) buildWeb()
const config = readConfig(process.env)

await removeHalfDemo(config)
const database = await openDatabase(config)
await prepareSchema(config, database).catch((error: unknown) => {
  console.error(error instanceof TypeError ? error.message : error)
  process.exit(1)
})
// What a crash may take of it are the last cases of the demo, which the next start makes.
const making = connect(database.appUrl, { pool: 4, name: 'archwire-setup', durable: false })
const bare = process.argv.includes('--no-demo')
if (await isEmpty(making.db)) {
  console.log(bare ? 'Making the first sign-in …' : 'Making demo data: staff, practices, prices …')
  await beginDemo(making.db, config, { cases: bare ? 0 : 200, bare })
}

const logTo = isPlain ? plainLog(join(config.dataDir, 'portal.log'), console.log) : undefined
const running = await start(config, { http: true, ...(logTo && { logTo }) }).catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  if (database.embedded?.started) await database.embedded.stop()
  process.exit(1)
})
console.log(`\nArchwire is ready at ${running.url}  (${((Date.now() - began) / 1000).toFixed(1)} s)`)
for (const { page, title, people } of demoSignIns(bare)) {
  console.log(`\n  ${title}: sign in at ${running.url}${page}`)
  for (const { email, who, shows } of people) console.log(`    ${email.padEnd(30)} ${who}\n${' '.repeat(35)}${shows}`)
}
console.log(
  `\n  Password of everybody: ${demoPassword}\n  Mail that was sent:    ${running.url}/mailbox\n  API reference:         ${running.url}/api/docs\n  Payments stand-in:     ${running.paymentStandIn ?? 'none'}\n`,
)

let ending = false
/** Makes the cases of the demo that are missing, while people already use the portal. */
async function goOn(): Promise<void> {
  const since = Date.now()
  let reported = 0
  const isComplete = await continueDemo(making.db, config, {
    isStopped: () => ending,
    onLeftOut: (reason) => console.error(`demo data: one case was left out: ${reason}`),
    onCase(made, total) {
      if (made < total && Date.now() - reported < 5_000) return
      reported = Date.now()
      console.log(`demo data: ${made} of ${total} cases`)
    },
  })
  if (reported > 0 && isComplete) console.log(`demo data: complete (${((Date.now() - since) / 1000).toFixed(0)} s)`)
}
const demo = goOn()
  .catch((error: unknown) =>
    console.error(`demo data: ${error instanceof Error ? error.message : String(error)}\nThe next start continues it.`),
  )
  .finally(() => making.close())

async function end(): Promise<void> {
  if (ending) return
  ending = true
  setTimeout(() => process.exit(1), 25_000).unref()
  await demo
  await running.stop()
  if (database.embedded?.started) await database.embedded.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
