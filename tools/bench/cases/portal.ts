import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildApp } from '../../../apps/server/src/app.ts'
import { readConfig } from '../../../apps/server/src/config.ts'
import { connect } from '../../../apps/server/src/db/client.ts'
import { appUrlOf } from '../../../apps/server/src/db/migrate.ts'
import { startSession } from '../../../apps/server/src/modules/auth/index.ts'
import { openStorage } from '../../../apps/server/src/services/storage/index.ts'
import { copyOf, startBenchCluster, templateFor } from '../templates.ts'
import { ownerOf, sizesFor, type Sizes } from '../data/sizes.ts'
import { startServer, type ServerProcess } from '../server-process.ts'
import type { Call } from '../load.ts'
import { listPath, type Known } from './scenarios.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const cache = join(root, '.cache', 'bench')
/** Three connections per core, for both: more of them only wait inside PostgreSQL instead of before it. */
const pool = String(3 * availableParallelism())

/** Product and floor on one generated database, each in its own process. */
export interface Portals {
  product: ServerProcess
  floor: ServerProcess
  /** The owner's connection, to look at figures. */
  database: pg.Client
  /** The database as the product's own role. */
  appUrl: string
  known: Known
  sizes: Sizes
  /** Seconds that generating the data took; null when it existed. */
  generated: number | null
  /** Statements that the product needs for a call, including the session's look-up. */
  statementsOf(call: Call): Promise<number>
  close(): Promise<void>
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A supervisor: may do everything with cases, and the floor's rules are written for one. */
const supervisor = 21
const owners = 32
/** Concurrent people of the lab: the session of each of them is read once in two seconds. */
const people = 100

/** Opens both on a fresh copy of the data; `environment` changes settings of the product. */
export async function openPortals(
  patients: number,
  say: (text: string) => void,
  profile?: string,
  environment: Record<string, string> = {},
): Promise<Portals> {
  const cluster = await startBenchCluster()
  const { name, seconds } = await templateFor(cluster, patients, say)
  const copy = await copyOf(cluster, name)
  const appUrl = appUrlOf(copy.url)
  const database = new pg.Client({ connectionString: copy.url })
  await database.connect()
  // Writes left over from copying must not happen during a measurement.
  await database.query('checkpoint')
  const product = await startServer(
    join(root, 'apps', 'server', 'src', 'main.ts'),
    {
      NODE_ENV: 'production',
      DATABASE_URL: copy.url,
      DATABASE_POOL: pool,
      DATA_DIR: join(cache, 'data'),
      STORAGE_SECRET: 'a secret of the bench, which keeps no files at all',
      BOT_CHECK_SECRET: 'a secret of the bench, which checks no bots at all',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URL: 'http://127.0.0.1',
      WORKER: '0',
      // A hundred sessions of one person exceed one person's limit of concurrent calls.
      RATE_FACTOR: '100000',
      ...environment,
    },
    join(cache, 'product.log'),
    profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
  )
  const floor = await startServer(
    join(import.meta.dirname, 'floor.ts'),
    { DATABASE_URL: appUrl, DATABASE_POOL: pool },
    join(cache, 'floor.log'),
  )
  const sizes = sizesFor(patients)
  const inside = await openInside(appUrl)
  const lab: string[] = []
  for (let person = 0; person < people; person += 1) lab.push(await inside.token(supervisor, true))
  const tokens: string[] = []
  for (let practice = 0; practice < Math.min(owners, sizes.practices); practice += 1)
    tokens.push(await inside.token(ownerOf(sizes, practice), false))
  const { meta } = (await (
    await fetch(product.url + listPath, { headers: { authorization: `Bearer ${lab[0]}` } })
  ).json()) as { meta: { last_page: number; next: string | null } }
  let closing: Promise<void> | undefined
  const close = async () => {
    for (const signal of signals) process.off(signal, interrupted)
    await Promise.all([product.stop(), floor.stop(), inside.close()])
    await database.end()
    await copy.drop()
    if (cluster.started) await cluster.stop()
  }
  const end = () => (closing ??= close())
  const interrupted = () => void end().finally(() => process.exit(1))
  for (const signal of signals) process.once(signal, interrupted)
  return {
    product,
    floor,
    database,
    appUrl,
    known: { sizes, lab, owners: tokens, lastPage: meta.last_page, next: meta.next },
    sizes,
    generated: seconds,
    statementsOf: inside.statementsOf,
    close: end,
  }
}

/** The product in this process, in test mode: it starts sessions, checks answers by the contract and counts statements. */
async function openInside(appUrl: string) {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: join(cache, 'data'), LOG_LEVEL: 'error' })
  const connection = connect(appUrl, { pool: 2, name: 'archwire-bench' })
  const app = await buildApp({
    config,
    connection,
    appUrl,
    storage: openStorage(config),
    mailServer: undefined,
    boss: undefined,
    pusher: undefined,
    payments: undefined,
  })
  return {
    async token(userId: number, management: boolean): Promise<string> {
      const session = await startSession(
        connection.db,
        { userId, role: null, rememberMe: false, management, address: '127.0.0.1', userAgent: 'bench' },
        config,
      )
      return session.token
    },
    async statementsOf({ method, path, headers, body }: Call): Promise<number> {
      const answer = await app.fastify.inject({ method, url: path, headers, ...(body ? { payload: body } : {}) })
      if (answer.statusCode !== 200)
        throw new TypeError(`${method} ${path} answers ${answer.statusCode}: ${answer.body}`)
      return Number(/desc="(\d+)"/.exec(String(answer.headers['server-timing']))?.[1])
    },
    async close() {
      await app.fastify.close()
      await connection.close()
    },
  }
}
