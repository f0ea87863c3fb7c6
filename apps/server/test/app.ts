import { join } from 'node:path'
import type { Input, Output, Route } from '@archwire/contract/core/route.ts'
import { sql } from 'kysely'
import { createDatabase, dropDatabase } from '../../../tools/test-database.ts'
import { buildApp, type App } from '../src/app.ts'
import { readConfig, type Config } from '../src/config.ts'
import { connect, type Connection } from '../src/db/client.ts'
import { appUrlOf } from '../src/db/migrate.ts'
import { apiBase } from '../src/http/serve.ts'
import { openBoss } from '../src/jobs/runner.ts'
import { startSession } from '../src/modules/auth/index.ts'
import { startMailServer, type EmbeddedMailServer } from '../src/services/mail/embedded.ts'
import { smtpMailer } from '../src/services/mail/smtp.ts'
import { webPusher } from '../src/services/push/web-push.ts'
import type { PaymentProvider } from '../src/services/payments/port.ts'
import type { SearchServer } from '../src/services/search-index/port.ts'
import { openStorage, type Storage } from '../src/services/storage/index.ts'
import { startWorker } from '../src/worker.ts'
import { ownStores } from './database.ts'
import { wrongSums } from './ledger-sums.ts'
import { recordLocks } from './lock-recorder.ts'
import { pino } from 'pino'
import { expect, inject } from 'vitest'

/** Someone to act as; made by `given`. */
export interface TestUser {
  id: number
  role: string | null
}

export interface Answer<T> {
  status: number
  body: T
  /** Statements that the request cost, session included, transaction control not; NaN where the answer does not say. */
  statements: number
  headers: Record<string, unknown>
}

/** The application on the run's database, called as people would call it, without a socket in between. */
export interface TestApp {
  app: App
  config: Config
  connection: Connection
  /** The role that owns the schema, for what the application may not do. */
  ownerUrl: string
  storage: Storage
  mail: EmbeddedMailServer | undefined
  as(user: TestUser | null): {
    call<R extends Route>(route: R, input?: Input<R>, headers?: Record<string, string>): Promise<Answer<Output<R>>>
  }
  /** Sends anything at all: wrong shapes, wrong ids. */
  raw(
    user: TestUser | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Record<string, unknown>>>
  /** A bearer token of this person. */
  token(user: TestUser): Promise<string>
  close(): Promise<void>
}

/** Applications that are open on the worker's own database. */
let openApps = 0

interface Recorded {
  connection: Connection
  locks: ReturnType<typeof recordLocks>
}

/**
 * The pool that the worker's files share one after the other: a connection keeps its plans, which cost more than running
 * them. An application beside another one has a pool of its own.
 */
let shared: Recorded | undefined
let isSharedTaken = false

function openPool(appUrl: string, lockSeconds: number): Recorded {
  const connection = connect(appUrl, { pool: 12, name: 'archwire-test', lockSeconds })
  return { connection, locks: recordLocks(connection.pool) }
}

/**
 * Neither this file's worker nor the next one's continues with the scans and mails that no test of this file waits for, nor
 * with payments that it left open on purpose.
 */
async function forgetJobs({ db }: Connection): Promise<void> {
  await sql`delete from outbox`.execute(db)
  await sql`delete from effects where settled_at is null`.execute(db)
  await sql`delete from pgboss.job where state < 'active'`.execute(db)
}

/** Opens the application; with `worker` it also works the jobs. */
export async function openTestApp(
  options: {
    worker?: boolean
    /** Another database than the run's. */
    ownerUrl?: string
    /** A database of this application alone, dropped when it closes: for what counts or changes the whole lab. */
    ownDatabase?: boolean
    storage?: Storage
    /** Environment of this application alone. */
    environment?: Record<string, string>
    logTo?: { write(line: string): void }
    /** The push service that browsers of this application name; without it none is reached. */
    push?: typeof fetch
    /** How long a call waits for a lock before it is refused. */
    lockSeconds?: number
    /** The payment provider; without it no practice can pay. */
    payments?: PaymentProvider
    /** A search server that answers in place of the portal. */
    search?: SearchServer
  } = {},
): Promise<TestApp> {
  const ownerUrl = options.ownDatabase
    ? await createDatabase(inject('clusterUrl'), undefined, inject('template'))
    : (options.ownerUrl ?? ownStores().databaseUrl)
  const isShared = !options.ownDatabase && !options.ownerUrl
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: ownStores().dataDir,
    LOG_LEVEL: 'error',
    PORT: '0',
    BOT_CHECK_COST: '5',
    RATE_FACTOR: '100',
    ...options.environment,
  })
  const appUrl = appUrlOf(ownerUrl)
  // Longer than in production: on a busy machine twenty calls at once may wait for one lock, and none is to be refused.
  const usesSharedPool = isShared && options.lockSeconds === undefined && !isSharedTaken
  if (usesSharedPool) isSharedTaken = true
  const { connection, locks } = usesSharedPool
    ? (shared ??= openPool(appUrl, 14))
    : openPool(appUrl, options.lockSeconds ?? 14)
  const storage = options.storage ?? openStorage(config)
  const log = pino({ level: 'error' })
  const boss = options.worker ? await openBoss(appUrl, log) : undefined
  // Mails are numbered by their database: two databases in one mailbox would read each other's.
  const mail = boss ? await startMailServer(join(config.dataDir, 'mailbox', new URL(ownerUrl).pathname)) : undefined
  const mailer = mail && smtpMailer(mail.url, config.mailFrom, { ignoreTls: true })
  const pusher =
    config.push && webPusher(config.push, { call: options.push ?? (() => Promise.reject(new TypeError('no line'))) })
  const app = await buildApp({
    pusher,
    payments: options.payments,
    search: options.search,
    config,
    connection,
    appUrl,
    storage,
    mailServer: mail,
    boss,
    ...(options.logTo ? { logTo: options.logTo } : {}),
  })
  const worker =
    boss &&
    (await startWorker(
      { boss, appUrl },
      {
        db: connection.db,
        storage,
        mailer: mailer!,
        pusher,
        payments: options.payments,
        search: options.search,
        publicUrl: 'http://archwire.test',
        labZone: config.labZone,
        log,
      },
    ))
  await app.fastify.ready()

  if (isShared) openApps += 1

  const tokens = new Map<number, Promise<string>>()
  const token = (user: TestUser): Promise<string> => {
    const known =
      tokens.get(user.id) ??
      startSession(
        connection.db,
        {
          userId: user.id,
          role: null,
          rememberMe: false,
          management: false,
          address: '127.0.0.1',
          userAgent: 'test',
        },
        config,
      ).then((session) => session.token)
    tokens.set(user.id, known)
    return known
  }

  async function raw(
    user: TestUser | null,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const response = await app.fastify.inject({
      method: method as 'GET',
      url: apiBase + path,
      headers: {
        ...(user ? { authorization: `Bearer ${await token(user)}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const said = /desc="(\d+)"/.exec(String(response.headers['server-timing']))?.[1]
    return {
      status: response.statusCode,
      // A file is no JSON: its text is given.
      body: (isFile(response.headers)
        ? { text: response.body }
        : response.body === ''
          ? {}
          : JSON.parse(response.body)) as Record<string, unknown>,
      // An answer that does not say what it cost must not pass for one that cost nothing.
      statements: said === undefined ? Number.NaN : Number(said),
      headers: response.headers as Record<string, unknown>,
    }
  }

  return {
    app,
    config,
    connection,
    ownerUrl,
    storage,
    mail,
    raw,
    token,
    as: (user) => ({
      async call(route, input, headers) {
        const {
          params = {},
          query = {},
          body,
        } = (input ?? {}) as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
        return (await raw(user, route.method, pathOf(route, params, query), body, headers)) as never
      },
    }),
    async close() {
      await app.fastify.close()
      await worker?.close()
      if (isShared && (openApps -= 1) === 0) await forgetJobs(connection)
      await boss?.stop({ graceful: true, timeout: 5_000 })
      await mailer?.close()
      await mail?.close()
      const wrong = await wrongSums(connection.db)
      if (usesSharedPool) isSharedTaken = false
      else await connection.close()
      if (options.ownDatabase) await dropDatabase(inject('clusterUrl'), new URL(ownerUrl).pathname.slice(1))
      expect(wrong, 'invoices and the ledger (docs/billing.md)').toEqual([])
      // A database of its own is for demo data, of which one transaction runs many commands.
      if (isShared) expect(locks.problems(), 'the order of locks (ARCHITECTURE.md)').toEqual([])
    },
  }
}

/** The headers of a call that a page makes with its browser's cookie; for `raw` without a person. */
export const pageHeaders = async (
  { token }: Pick<TestApp, 'token'>,
  user: TestUser,
): Promise<Record<string, string>> => ({
  cookie: `archwire_session=${await token(user)}`,
  host: 'portal.test',
  origin: 'http://portal.test',
  'content-type': 'application/json',
})

const isFile = ({ 'content-disposition': said }: Record<string, unknown>): boolean =>
  typeof said === 'string' && said.startsWith('attachment')

/** The route's path with its parameters and query written into it. */
export function pathOf(
  route: Route,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): [string, string] => [key, String(value)]),
  )
  return search.size > 0 ? `${path}?${search}` : path
}
