import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino, type Logger } from 'pino'
import pg from 'pg'
import { buildApp, type App } from './app.ts'
import type { Config } from './config.ts'
import { connect, type Connection, type Db } from './db/client.ts'
import { keepRunning, startEmbedded, type EmbeddedDatabase } from './db/embedded.ts'
import { appUrlOf, requireSchema } from './db/migrate.ts'
import { refuseUnknownZone } from './db/time-zones.ts'
import { refuseDemoPeople } from './demo/published.ts'
import { errorLine } from './kernel/error-line.ts'
import { openBoss } from './jobs/runner.ts'
import { prepareDatabase } from './prepare-database.ts'
import { apiBase } from './http/serve.ts'
import { startMailServer } from './services/mail/embedded.ts'
import { smtpMailer } from './services/mail/smtp.ts'
import { meilisearchServer } from './services/search-index/meilisearch.ts'
import { openPayments } from './services/payments/open.ts'
import { webPusher } from './services/push/web-push.ts'
import { openStorage } from './services/storage/index.ts'
import { mailTls } from './unsafe-settings.ts'
import { startWatchdog } from './watchdog/index.ts'
import { startWorker } from './worker.ts'

/** A running portal: its address and a way to end it in order. */
export interface Running {
  url: string
  /** The address of the embedded stand-in of the payment provider; undefined without one. */
  paymentStandIn: string | undefined
  log: Logger
  connection: Connection
  /**
   * Reports at /readyz that it is stopping, waits the drain time, stops accepting, finishes requests in progress,
   * releases jobs, stops the embedded database if this process started it. At most 25 seconds.
   */
  stop(): Promise<void>
}

/** How long a request waits for a lock, holding a connection that others may need; then it is a 409. */
export const requestLockSeconds = 1

/** The embedded database's name for the portal; the maintenance database stays empty. */
const databaseName = 'archwire'

/** Where the database is. Without `ownerUrl` this process may not change its schema. */
export interface Database {
  ownerUrl: string | undefined
  appUrl: string
  embedded: EmbeddedDatabase | undefined
}

export async function openDatabase(config: Config): Promise<Database> {
  const { ownerUrl, appUrl } = config.database
  if (ownerUrl) return { ownerUrl, appUrl: appUrl ?? appUrlOf(ownerUrl), embedded: undefined }
  if (appUrl) return { ownerUrl: undefined, appUrl, embedded: undefined }
  const embedded = await startEmbedded(config.dataDir)
  const client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
  if (rowCount === 0) await client.query(`create database ${databaseName}`)
  await client.end()
  const url = new URL(embedded.url)
  url.pathname = `/${databaseName}`
  return { ownerUrl: url.toString(), appUrl: appUrlOf(url.toString()), embedded }
}

/**
 * Brings the schema up to date, or refuses with a sentence when this process may not and it is too old. When that fails
 * the embedded database stops, if this process started it: its folder may be deleted next.
 */
export async function prepareSchema(config: Config, { ownerUrl, appUrl, embedded }: Database): Promise<void> {
  try {
    if (ownerUrl === undefined) await requireSchema(appUrl)
    else await prepareDatabase(ownerUrl, config.labZone, config.database.appUrl)
  } catch (error) {
    if (embedded?.started) await embedded.stop()
    throw error
  }
}

/** Refuses what only the database shows: a lab zone that it does not know, demo people in production. */
async function refuseUnfit({ mode, labZone }: Config, db: Db): Promise<void> {
  await refuseUnknownZone(db, labZone)
  if (mode === 'production') await refuseDemoPeople(db)
}

interface StartOptions {
  http: boolean
  /** Where log lines go instead of standard output. */
  logTo?: { write(line: string): void }
}

/** Starts everything a process needs: database, migrations, HTTP (unless worker only), jobs. */
export async function start(config: Config, options: StartOptions = { http: true }): Promise<Running> {
  const database = await openDatabase(config)
  const { appUrl, embedded } = database
  await prepareSchema(config, database)
  const connection = connect(appUrl, { pool: config.database.pool, name: 'archwire', lockSeconds: requestLockSeconds })
  await refuseUnfit(config, connection.db).catch(async (error: unknown) => {
    await connection.close()
    throw error
  })
  // Jobs wait longer for locks than people do, so they do it on separate connections.
  const jobs = !config.worker ? undefined : connect(appUrl, { pool: config.database.pool, name: 'archwire-worker' })
  const storage = openStorage(config)
  const mailServer =
    config.smtpUrl || config.mode === 'production' ? undefined : await startMailServer(join(config.dataDir, 'mailbox'))
  const { logTo } = options
  const log = pino({ level: config.logLevel, serializers: { err: errorLine } }, logTo ?? pino.destination(1))
  const watch = embedded && keepRunning(config.dataDir, embedded, (text) => log.warn(text))
  const boss = config.worker ? await openBoss(appUrl, log) : undefined
  const pusher = config.push && webPusher(config.push)
  const payments = await openPayments(config, { starts: options.http, say: (text) => log.warn(text) })
  const { provider } = payments
  const search = config.search && meilisearchServer(config.search)
  const parts = { config, connection, appUrl, storage, mailServer, boss, pusher, payments: provider, search }
  const app = options.http ? await buildApp({ ...parts, ...(logTo && { logTo }) }) : undefined
  const url = app ? await listen(app, config) : ''
  if (app) payments.portalIs(url, `${url}${apiBase}/f_m_webhooks`)
  const publicUrl = config.publicUrl ?? url
  const mailer = smtpMailer(config.smtpUrl ?? mailServer?.url ?? '', config.mailFrom, {
    ignoreTls: mailServer !== undefined,
    requireTls: config.mode === 'production' && mailTls(config.smtpUrl!) === 'required',
  })
  const worker =
    boss &&
    jobs &&
    (await startWorker(
      { boss, appUrl },
      { db: jobs.db, storage, mailer, pusher, payments: provider, search, publicUrl, labZone: config.labZone, log },
    ))
  const watchdog = startWatchdog(config.watchdogSeconds)
  return {
    url: publicUrl,
    paymentStandIn: payments.standIn,
    log,
    connection,
    async stop() {
      app?.drain()
      const drained = app ? config.drainSeconds * 1000 : 0
      await sleep(drained)
      await app?.fastify.close()
      await worker?.close()
      await boss?.stop({ graceful: true, timeout: 20_000 - drained })
      await mailer.close()
      await mailServer?.close()
      await payments.close()
      await jobs?.close()
      await connection.close()
      await watch?.stop()
      await watchdog.stop()
    },
  }
}

/** Listens; a taken port is reported as a sentence. */
async function listen(app: App, config: Config): Promise<string> {
  try {
    return await app.fastify.listen({ port: config.port, host: config.host })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new TypeError(`Port ${config.port} is taken. Set PORT to another one: PORT=4200 npm start`, {
        cause: error,
      })
    throw error
  }
}
