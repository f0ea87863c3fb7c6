import { fork, type ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { appUrlOf } from '../../src/db/migrate.ts'
import { startMailServer } from '../../src/services/mail/embedded.ts'
import { s3Environment, startS3Server } from '../s3-server.ts'
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
  /** SIGTERM to one server or the worker, then the next one in its place; answers once it is given requests. */
  restart(which: 0 | 1 | 'worker'): Promise<{ exitCode: number | null; milliseconds: number }>
  close(): Promise<void>
}

export interface FleetOptions {
  /** Owner's connection string of a database that nobody else uses. */
  ownerUrl: string
  /** A folder of this run alone; what an earlier one left there is removed. */
  folder: string
  /** Four free ports: balancer, two servers, storage. */
  ports: [number, number, number, number]
  drainSeconds?: number
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
  const shared = {
    NODE_ENV: 'test',
    DATABASE_APP_URL: appUrlOf(ownerUrl),
    PUBLIC_URL: url,
    TRUST_PROXY: '127.0.0.1',
    // A challenge of one server is solved for another.
    BOT_CHECK_SECRET: 'the same for every server of a fleet, as in production',
    BOT_CHECK_COST: '200',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: String(options.drainSeconds ?? 0),
    ...s3Environment(storage.settings),
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
  const end = (child: ChildProcess): Promise<number | null> =>
    new Promise((resolve) => {
      if (child.exitCode !== null) return resolve(child.exitCode)
      child.once('exit', resolve)
      child.kill('SIGTERM')
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
  const startWorker = () => launch('worker-main', { ...shared, DATA_DIR: placeOf('worker'), SMTP_URL: mail.url })
  let worker = await startWorker()
  const servers = [await startServer(first), await startServer(second)]
  const balancer = await startBalancer(front, [first, second])
  return {
    url,
    environment,
    balancer,
    async restart(which) {
      const began = Date.now()
      const exitCode = await end(which === 'worker' ? worker : servers[which]!)
      if (which === 'worker') worker = await startWorker()
      else servers[which] = await startServer(ports[which + 1]!)
      if (which !== 'worker') while (!balancer.ready.has(ports[which + 1]!)) await sleep(20)
      return { exitCode, milliseconds: Date.now() - began }
    },
    async close() {
      await balancer.close()
      await Promise.all([...servers, worker].map(end))
      await mail.close()
      await storage.close()
    },
  }
}
