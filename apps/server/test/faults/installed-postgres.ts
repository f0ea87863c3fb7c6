import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A cluster of the PostgreSQL that this machine has installed, with the programs that dump and restore it. */
export interface InstalledCluster {
  /** Connection string of its superuser, for the database `postgres`. */
  url: string
  /** The folder of its programs, pg_dump among them: those of the embedded database have none. */
  programs: string
  close(): Promise<void>
}

/** Where initdb and pg_dump of one release lie. @throws Error where PostgreSQL is not installed */
function findPrograms(): string {
  const listed = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
  const ofDebian = listed('/usr/lib/postgresql').map((release) => `/usr/lib/postgresql/${release}/bin`)
  // A program in the path may be a link to the folder of its release.
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => existsSync(join(folder, 'initdb')))
    .map((folder) => join(realpathSync(join(folder, 'initdb')), '..'))
  const found = [...inPath, ...ofDebian].find((folder) => existsSync(join(folder, 'pg_dump')))
  if (!found) throw new Error('This test needs an installed PostgreSQL 15 or newer with pg_dump.')
  return found
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** PostgreSQL refuses root. */
const runAs = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString())
  return { uid: number('-u'), gid: number('-g') }
}

/** Starts an empty cluster in a folder of its own. */
export async function startInstalledCluster(): Promise<InstalledCluster> {
  const programs = findPrograms()
  const user = runAs()
  const folder = mkdtempSync(join(tmpdir(), 'archwire-cluster-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder }
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'admin', '-A', 'trust', '--encoding=UTF8', '--locale=C'], {
    ...options,
    stdio: 'ignore',
  })
  const port = await freePort()
  mkdirSync(join(folder, 'sockets'), { mode: 0o777 })
  if (user.uid !== undefined) chownSync(join(folder, 'sockets'), user.uid, user.gid!)
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: join(folder, 'sockets'),
    fsync: 'off',
  }
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    { ...options, stdio: 'ignore' },
  )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `postgres://admin@127.0.0.1:${port}/postgres`
  for (let waited = 0; !(await answers(url)); waited += 100) {
    if (child.exitCode !== null || waited > 60_000) throw new Error('the cluster did not start')
    await sleep(100)
  }
  return {
    url,
    programs,
    async close() {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
