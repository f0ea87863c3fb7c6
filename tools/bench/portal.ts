import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '../../apps/server/src/config.ts'
import { connect } from '../../apps/server/src/db/client.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { startSession } from '../../apps/server/src/modules/auth/index.ts'
import { openDatabase } from '../../apps/server/src/runtime.ts'
import { startMailServer } from '../../apps/server/src/services/mail/embedded.ts'
import { openStorage } from '../../apps/server/src/services/storage/index.ts'
import type { TestApp, TestUser } from '../../apps/server/test/app.ts'
import { givenIn } from '../../apps/server/test/given.ts'
import type { LoopDelay } from './watched-portal.ts'

const cache = join(import.meta.dirname, '..', '..', '.cache', 'bench')

/** A portal of its own as in production, server and worker in one process, with one practice and some cases in it. */
export interface BenchPortal {
  url: string
  /** A session of the practice's owner, as a bearer token or the cookie's value. */
  token: string
  /** A session of a supervisor of the lab. */
  labToken: string
  /** Ids of a few cases to look at. */
  cases: number[]
  /** Brings a scan to the storage, as a browser has before it submits. Returns what the submit names it by. */
  upload(bytes: Uint8Array): Promise<string>
  /** Submits a case with an uploaded scan; returns its scene once it is processed. */
  submitScan(file_path: string): Promise<string>
  watchLoop<T>(work: () => Promise<T>): Promise<{ delay: LoopDelay; result: T }>
  close(): Promise<void>
}

interface Options {
  /** Names its data folder and its log. */
  name: string
  port: number
  /** How many cases the practice has. */
  cases: number
}

export async function openBenchPortal({ name, port, cases: count }: Options): Promise<BenchPortal> {
  const dataDir = join(cache, name)
  const left = await startEmbedded(dataDir).catch(() => undefined)
  await left?.stop()
  rmSync(dataDir, { recursive: true, force: true })
  const config = readConfig({ NODE_ENV: 'test', PORT: String(port), DATA_DIR: dataDir })
  const { ownerUrl, appUrl, embedded } = await openDatabase(config)
  const mailServer = await startMailServer(join(dataDir, 'mailbox'))
  const environment = {
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: ownerUrl,
    STORAGE_SECRET: config.storageSecret,
    BOT_CHECK_SECRET: config.botCheck.secret,
    SMTP_URL: mailServer.url,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'warn',
  }
  const log = openSync(join(cache, `${name}.log`), 'w')
  const server = fork(join(import.meta.dirname, 'watched-portal.ts'), {
    env: { ...process.env, ...environment },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', log, log, 'ipc'],
  })
  const [{ ready: url }] = (await once(server, 'message')) as [{ ready: string }]
  const connection = connect(appUrl, { pool: 4, name: 'archwire-bench' })
  const given = givenIn({ connection, storage: openStorage(config), config } as unknown as TestApp)
  const practice = await given.practice()
  const cases: number[] = []
  while (cases.length < count) cases.push((await given.case({ practice })).id)
  const sessionOf = async ({ id }: TestUser, management: boolean): Promise<string> => {
    const session = { userId: id, role: null, rememberMe: false, management }
    return (await startSession(connection.db, { ...session, address: '', userAgent: 'bench' }, config)).token
  }
  const token = await sessionOf(practice.owner, false)
  const labToken = await sessionOf(await given.user('supervisor'), true)

  /** The scene of a case once its scan is processed. */
  const sceneOf = async (patientId: number): Promise<string> => {
    for (;;) {
      const { rows } = await sql<{ processing: string; viewer_id: string | null; problem: string | null }>`
        select processing, viewer_id, problem from patient_files where patient_id = ${patientId}`.execute(connection.db)
      const { processing, viewer_id, problem } = rows[0]!
      if (processing === 'ready' && viewer_id) return viewer_id
      if (processing !== 'waiting') throw new TypeError(`The scan was not accepted: ${problem}`)
      await sleep(20)
    }
  }

  return {
    url,
    token,
    labToken,
    cases,
    upload: (bytes) => given.upload(practice.owner, practice.id, bytes),
    async submitScan(file_path) {
      const form = given.form(practice, {
        impression_type: 4,
        scan_submission_type: 1,
        scanner_type: 1,
        products_list: 16,
        stl_files: [{ file_path, name: 'upper.stl', jaws_id: 1 }],
      })
      const answer = await fetch(`${url}/api/v1/organizations/${practice.id}/rx_forms`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(form),
      })
      const { rx_form: submitted } = (await answer.json()) as { rx_form: { patient_id: number } }
      return sceneOf(submitted.patient_id)
    },
    async watchLoop(work) {
      server.send('begin')
      const result = await work()
      const said = once(server, 'message')
      server.send('end')
      const [delay] = (await said) as [LoopDelay]
      return { delay, result }
    },
    async close() {
      await connection.close()
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      await gone
      await mailServer.close()
      await embedded?.stop()
    },
  }
}
