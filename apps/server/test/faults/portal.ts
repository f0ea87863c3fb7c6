import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { connect, type Connection } from '../../src/db/client.ts'
import { openDatabase } from '../../src/runtime.ts'
import { startSession } from '../../src/modules/auth/index.ts'
import { openStorage } from '../../src/services/storage/index.ts'
import { givenIn, type Given } from '../given.ts'
import type { TestApp, TestUser } from '../app.ts'

/** The real server as a process of its own, on a data folder of its own, to be killed. */
export interface Portal {
  base: string
  given: Given
  connection: Connection
  /** kill -9 of the server; its database lives on. */
  killServer(): void
  /** SIGTERM; answers the exit code and how long it took. */
  stopServer(): Promise<{ code: number | null; milliseconds: number }>
  /** kill -9 of PostgreSQL's postmaster; answers when the server has brought another one up. */
  killDatabase(): Promise<void>
  /** Starts the server again and waits until it is ready. */
  restart(): Promise<void>
  ready(): Promise<void>
  token(user: TestUser): Promise<string>
  close(): Promise<void>
}

/** The process of the database that is up and ready; waits for one up to a minute. */
async function livingPostmaster(cluster: string): Promise<number> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    const lines = existsSync(join(cluster, 'postmaster.pid'))
      ? readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
      : []
    const pid = Number(lines[0])
    try {
      if (lines[7]?.trim() === 'ready' && process.kill(pid, 0)) return pid
    } catch {
      // Dead: its file stays until the next one starts.
    }
    await sleep(50)
  }
  throw new Error('no database came up within a minute')
}

const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts')

export async function openPortal(): Promise<Portal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'archwire-faults-'))
  const port = 15_000 + Math.floor(Math.random() * 4000)
  const environment = { ...process.env, NODE_ENV: 'test', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const config = readConfig(environment)
  const base = `http://127.0.0.1:${port}`
  let server: ChildProcess | undefined

  const launch = () => {
    server = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'inherit', 'inherit'] })
  }
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
  launch()
  await ready()
  const { appUrl, embedded } = await openDatabase(config)
  const connection = connect(appUrl, { pool: 4, name: 'archwire-faults' })
  const storage = openStorage(config)
  const given = givenIn({ connection, storage, config } as unknown as TestApp)
  return {
    base,
    given,
    connection,
    ready,
    killServer: () => void server?.kill('SIGKILL'),
    async stopServer() {
      const began = Date.now()
      const exit = new Promise<number | null>((resolve) => server?.once('exit', resolve))
      server?.kill('SIGTERM')
      return { code: await exit, milliseconds: Date.now() - began }
    },
    async killDatabase() {
      const pid = await livingPostmaster(join(dataDir, 'postgres', 'cluster'))
      process.kill(pid, 'SIGKILL')
      while ((await livingPostmaster(join(dataDir, 'postgres', 'cluster'))) === pid) await sleep(20)
    },
    async restart() {
      launch()
      await ready()
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
      server?.kill('SIGTERM')
      await new Promise((resolve) => server?.once('exit', resolve))
      await embedded?.stop()
    },
  }
}

/** How often each fault is tried: a few times in `npm test`, twenty times in `npm run test:long`. */
export const rounds = (few: number): number => (process.env.LONG === '1' ? 20 : few)
