import { fork, type ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { appUrlOf } from '../../src/db/migrate.ts'
import type { S3Settings } from '../../src/config.ts'
import { startMailServer } from '../../src/services/mail/embedded.ts'
import { s3Environment, startS3Server } from '../s3-server.ts'
import { openWire, type Wire } from './wire.ts'
import { startBalancer, type Balancer } from './balancer.ts'

/**
 * The portal as it runs on several machines: two server processes and a worker that share nothing but one PostgreSQL,
 * one bucket and one mail server, behind a load balancer. Servers and worker hold the application's role alone; the
 * schema is brought up to date by a process of its own, which alone is given the owner.
 */
export interface Fleet {
  /** Where people reach it: the load balancer. */
  url: string
  /** What a process finds in its environment, for tests that open the same database and bucket. */
  environment: Record<string, string>
  balancer: Balancer
  /** Between the processes and what they need; there when the fleet was asked for them. */
  wires: Wires
  /** The bucket past its wire, for tests that look into it. */
  bucket: S3Settings
  /** The addresses of the two servers, past the load balancer. */
  servers: [string, string]
  /** A signal to one process; returns how it ends. Where the fleet is supervised, the next one stands up in its place. */
  strike(
    which: 0 | 1 | 'worker',
    signal: NodeJS.Signals,
  ): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Everything that the processes said. */
  said(): string
  /** SIGTERM to one server or the worker, then the next one in its place; answers once it is given requests. */
  restart(which: 0 | 1 | 'worker'): Promise<{ exitCode: number | null; milliseconds: number }>
  close(): Promise<void>
}

interface Wires {
  database: Wire
  bucket: Wire
  mail: Wire
}

export interface FleetOptions {
  /** Owner's connection string of a database that no one else uses. */
  ownerUrl: string
  /** A folder of this run alone; what an earlier one left there is removed. */
  folder: string
  /** Four free ports: balancer, two servers, storage. */
  ports: [number, number, number, number]
  drainSeconds?: number
  /** More of the environment of every process. */
  environment?: Record<string, string>
  /** Starts a process anew that ends without being told to, as units and containers do. */
  supervised?: boolean
  /** Runs between migration and start, with the environment of a server. */
  prepare?: (environment: Record<string, string>) => Promise<void>
}

const entry = (name: string) => join(import.meta.dirname, '..', '..', 'src', `${name}.ts`)

export async function startFleet({ ownerUrl, folder, ports, ...options }: FleetOptions): Promise<Fleet> {
  const [front, first, second, storagePort] = ports
  const url = `http://127.0.0.1:${front}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const log = join(folder, 'fleet.log')
  const storage = await startS3Server(join(folder, 'bucket'), { port: storagePort, webOrigin: url })
  const mail = await startMailServer(join(folder, 'mailbox'))
  const appUrl = new URL(appUrlOf(ownerUrl))
  const wires = {
    database: await openWire(Number(appUrl.port)),
    bucket: await openWire(storagePort),
    mail: await openWire(Number(new URL(mail.url).port)),
  }
  appUrl.port = String(wires.database.port)
  const shared = {
    NODE_ENV: 'test',
    RATE_FACTOR: '1000',
    DATABASE_APP_URL: appUrl.toString(),
    PUBLIC_URL: url,
    TRUST_PROXY: '127.0.0.1',
    // A challenge of one server is solved for another.
    BOT_CHECK_SECRET: 'the same for every server of a fleet, as in production',
    BOT_CHECK_COST: '200',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: String(options.drainSeconds ?? 0),
    ...s3Environment({ ...storage.settings, endpoint: `http://127.0.0.1:${wires.bucket.port}` }),
    ...options.environment,
  }

  /** A data folder of its own for every process; they have no file in common. */
  const placeOf = (name: string) => {
    const place = join(folder, name)
    mkdirSync(place, { recursive: true })
    return place
  }
  const launch = async (name: string, environment: Record<string, string>): Promise<ChildProcess> => {
    const output = openSync(log, 'a')
    const child = fork(entry(name), {
      env: { ...process.env, ...environment },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', output, output, 'ipc'],
    })
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => {
        if (code === 0 && name === 'migrate-main') resolve()
        else reject(new Error(`${name} ended with ${code}:\n${readFileSync(log, 'utf8').slice(-2000)}`))
      })
    })
    return child
  }
  const told = new WeakSet<ChildProcess>()
  const end = (child: ChildProcess): Promise<number | null> =>
    new Promise((resolve) => {
      told.add(child)
      if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
      child.once('exit', resolve)
      child.kill('SIGTERM')
      // One that hears nothing any more must not hold up the test that shows it.
      setTimeout(() => child.kill('SIGKILL'), 30_000).unref()
    })
  const startServer = (port: number) => {
    const place = placeOf(`server-${port}`)
    // The mailbox page is a stand-in for a real mailbox; both servers read what the one mail server got.
    rmSync(join(place, 'mailbox'), { force: true })
    symlinkSync(join(folder, 'mailbox'), join(place, 'mailbox'))
    return launch('main', { ...shared, DATA_DIR: place, PORT: String(port), WORKER: '0' })
  }

  await launch('migrate-main', { ...shared, DATABASE_URL: ownerUrl, DATA_DIR: placeOf('migrate') })
  const environment = { ...shared, DATA_DIR: placeOf('tests') }
  await options.prepare?.(environment)
  const startWorker = () =>
    launch('worker-main', { ...shared, DATA_DIR: placeOf('worker'), SMTP_URL: `smtp://127.0.0.1:${wires.mail.port}` })
  const running = new Map<0 | 1 | 'worker', ChildProcess>()
  const standing = new Set<Promise<void>>()
  let closing = false
  const standUp = async (which: 0 | 1 | 'worker'): Promise<void> => {
    const child = await (which === 'worker' ? startWorker() : startServer(ports[which + 1]!))
    running.set(which, child)
    if (options.supervised) child.once('exit', () => !told.has(child) && !closing && keepTrying(which))
  }
  /** As a unit with `Restart=on-failure`: also when what it needs is away for a while. */
  const keepTrying = (which: 0 | 1 | 'worker') => {
    const attempt = standUp(which)
      .catch(async () => {
        await sleep(500)
        if (!closing) keepTrying(which)
      })
      .finally(() => standing.delete(attempt))
    standing.add(attempt)
  }
  for (const which of ['worker', 0, 1] as const) await standUp(which)
  const balancer = await startBalancer(front, [first, second])
  return {
    url,
    environment,
    balancer,
    wires,
    bucket: storage.settings,
    servers: [`http://127.0.0.1:${first}`, `http://127.0.0.1:${second}`],
    said: () => readFileSync(log, 'utf8'),
    strike(which, signal) {
      const child = running.get(which)!
      // One that ended already, and whose successor is not up yet, will not end again.
      if (child.exitCode !== null || child.signalCode !== null)
        return Promise.resolve({ code: child.exitCode, signal: child.signalCode })
      child.kill(signal)
      return new Promise((resolve) => child.once('exit', (code, by) => resolve({ code, signal: by })))
    },
    async restart(which) {
      const began = Date.now()
      const exitCode = await end(running.get(which)!)
      await standUp(which)
      if (which !== 'worker') while (!balancer.ready.has(ports[which + 1]!)) await sleep(20)
      return { exitCode, milliseconds: Date.now() - began }
    },
    async close() {
      await balancer.close()
      closing = true
      await Promise.all(standing)
      await Promise.all([...running.values()].map(end))
      await Promise.all(Object.values(wires).map((wire) => wire.close()))
      await mail.close()
      await storage.close()
    },
  }
}
