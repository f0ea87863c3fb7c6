import { join } from 'node:path'
import { pino } from 'pino'
import pg from 'pg'
import { buildApp, type App } from './app.ts'
import type { Config } from './config.ts'
import { connect, type Connection } from './db/client.ts'
import { keepRunning, startEmbedded, type EmbeddedDatabase } from './db/embedded.ts'
import { appUrlOf, migrate } from './db/migrate.ts'
import { openBoss } from './jobs/runner.ts'
import { startMailServer } from './services/mail/embedded.ts'
import { smtpMailer } from './services/mail/smtp.ts'
import { openStorage } from './services/storage/index.ts'
import { startWorker } from './worker.ts'

/** A portal that runs: address and a way to end it in order. */
export interface Running {
  url: string
  app: App
  connection: Connection
  /** Stops accepting, finishes what is under way, releases jobs, stops the embedded database if this process started it. */
  stop(): Promise<void>
}

/** The embedded database's name for the portal; the maintenance database stays empty. */
const databaseName = 'archwire'

export async function openDatabase(
  config: Config,
): Promise<{ ownerUrl: string; appUrl: string; embedded: EmbeddedDatabase | undefined }> {
  if (config.database.ownerUrl) {
    const ownerUrl = config.database.ownerUrl
    return { ownerUrl, appUrl: config.database.appUrl ?? appUrlOf(ownerUrl), embedded: undefined }
  }
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

/** Starts everything a process needs: database, migrations, HTTP (unless worker only), jobs. */
export async function start(config: Config, options: { http: boolean } = { http: true }): Promise<Running> {
  const { ownerUrl, appUrl, embedded } = await openDatabase(config)
  await migrate(ownerUrl, config.labZone)
  const connection = connect(appUrl, {
    pool: config.database.pool,
    name: options.http ? 'archwire' : 'archwire-worker',
  })
  const storage = openStorage(config)
  const mailServer =
    config.smtpUrl || config.mode === 'production' ? undefined : await startMailServer(join(config.dataDir, 'mailbox'))
  const log = pino({ level: config.logLevel })
  const watch = embedded && keepRunning(config.dataDir, embedded, (text) => log.warn(text))
  const boss = config.worker ? await openBoss(appUrl, log) : undefined
  const app = await buildApp({ config, connection, appUrl, storage, mailServer, boss })
  let url = ''
  if (options.http) url = await listen(app, config)
  const publicUrl = config.publicUrl ?? url
  const mailer = smtpMailer(config.smtpUrl ?? mailServer?.url ?? '', config.mailFrom, {
    ignoreTls: mailServer !== undefined,
  })
  const worker = boss && (await startWorker({ config, db: connection.db, boss, storage, mailer, publicUrl, log }))
  return {
    url: publicUrl,
    app,
    connection,
    async stop() {
      await app.fastify.close()
      await worker?.close()
      await boss?.stop({ graceful: true, timeout: 20_000 })
      await mailer.close()
      await mailServer?.close()
      await connection.close()
      await watch?.stop()
    },
  }
}

/** Listens; a taken port is said in words. */
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
