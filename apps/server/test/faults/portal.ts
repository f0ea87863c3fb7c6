import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { connect, type Connection } from '../../src/db/client.ts'
import { readPostmaster, startEmbedded } from '../../src/db/embedded.ts'
import { openDatabase } from '../../src/runtime.ts'
import { startSession } from '../../src/modules/auth/index.ts'
import { openStorage, type Storage } from '../../src/services/storage/index.ts'
import { givenIn, type Given } from '../given.ts'
import type { TestApp, TestUser } from '../app.ts'

/** What can be killed. */
export const victims = ['server', 'worker', 'database'] as const
export type Victim = (typeof victims)[number]

/** The real server and a worker as processes of their own, on a data folder of their own, to be killed. */
export interface Portal {
  base: string
  given: Given
  connection: Connection
  storage: Storage
  /**
   * kill -9, and up again: a server or worker that is started anew, PostgreSQL by whoever watches it. Returns when the
   * portal is ready; `struck` is called right after the kill.
   */
  strike(victim: Victim, struck?: () => Promise<void>): Promise<void>
  /** SIGTERM; returns the exit code and how long it took. */
  stopServer(): Promise<{ code: number | null; milliseconds: number }>
  startServer(): Promise<void>
  token(user: TestUser): Promise<string>
  close(): Promise<void>
}

/** The process of the database that is up and ready; waits for one up to a minute. */
async function livingPostmaster(cluster: string): Promise<number> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    const pid = readPostmaster(cluster)?.pid
    if (pid) return pid
    await sleep(50)
  }
  throw new Error('no database came up within a minute')
}

const here = import.meta.dirname
const programs = {
  server: join(here, '..', '..', 'src', 'main.ts'),
  worker: join(here, '..', '..', '..', '..', 'tools', 'tasks', 'worker.ts'),
}

export async function openPortal(): Promise<Portal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'archwire-faults-'))
  const port = 15_000 + Math.floor(Math.random() * 4000)
  const environment = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    WORKER: '0',
    // One person submits as many cases here as a clinic does in a month.
    RATE_FACTOR: '1000',
  }
  const config = readConfig(environment)
  const base = `http://127.0.0.1:${port}`
  const running: Partial<Record<keyof typeof programs, ChildProcess>> = {}

  const launch = (program: keyof typeof programs): ChildProcess =>
    (running[program] = spawn(process.execPath, [programs[program]], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    }))
  const ready = async () => {
    for (let waited = 0; waited < 60_000; waited += 50) {
      if (
        await fetch(`${base}/readyz`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        return
      await sleep(50)
    }
    throw new Error('the server did not become ready within a minute')
  }
  /** A worker says so when it takes jobs; one that is killed before never worked. */
  const startWorker = async () => {
    for await (const said of launch('worker').stdout!) if (String(said).includes('takes jobs')) return
  }
  const cluster = join(dataDir, 'postgres', 'cluster')
  launch('server')
  await ready()
  await startWorker()
  const connectNow = async () => {
    const { appUrl } = await openDatabase(config)
    return { appUrl, ...connect(appUrl, { pool: 4, name: 'archwire-faults' }) }
  }
  let connection = await connectNow()
  const storage = openStorage(config)
  const given = givenIn({ connection, storage, config } as unknown as TestApp)
  return {
    base,
    given,
    get connection() {
      return connection
    },
    storage,
    async strike(victim, struck) {
      const postmaster = victim === 'database' ? await livingPostmaster(cluster) : undefined
      if (postmaster) process.kill(postmaster, 'SIGKILL')
      else running[victim as keyof typeof programs]!.kill('SIGKILL')
      await struck?.()
      if (postmaster) while ((await livingPostmaster(cluster)) === postmaster) await sleep(20)
      else if (victim === 'worker') await startWorker()
      else launch('server')
      await ready()
    },
    async stopServer() {
      const began = Date.now()
      const exit = new Promise<number | null>((resolve) => running.server!.once('exit', resolve))
      running.server!.kill('SIGTERM')
      return { code: await exit, milliseconds: Date.now() - began }
    },
    async startServer() {
      launch('server')
      await ready()
      // A server that stops takes a database along which it had started itself; the next one listens elsewhere.
      const former = connection
      connection = await connectNow()
      await former.close()
    },
    token: async (user) =>
      (
        await startSession(
          connection.db,
          { userId: user.id, role: null, rememberMe: false, management: false, address: '', userAgent: '' },
          config,
        )
      ).token,
    async close() {
      await connection.close()
      for (const child of Object.values(running)) {
        const exit = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        if (child.exitCode === null && child.signalCode === null) await exit
      }
      // Whoever of them started the last one has stopped it, unless that was a server that was killed.
      const left = await startEmbedded(dataDir)
      await left.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** How often each fault is tried. `npm run test:long` tries it more often. */
export const rounds = (usual: number, long: number): number[] =>
  Array.from({ length: process.env.LONG === '1' ? long : usual }, (_, round) => round)
