import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded, type EmbeddedDatabase } from '../../apps/server/src/db/embedded.ts'
import { createDatabase, dropDatabase } from '../test-database.ts'
import { generate } from './data/generate.ts'

const root = join(import.meta.dirname, '..', '..')

/** The bench's cluster: durable like production, because commits are part of what is measured. */
export const startBenchCluster = (): Promise<EmbeddedDatabase> =>
  startEmbedded(join(root, '.cache', 'bench'), { durable: true })

/** Everything that the generated data follows from. */
function fingerprint(): string {
  const server = join(root, 'apps', 'server')
  const filesIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name))
  const files = [
    ...filesIn(join(import.meta.dirname, 'data')),
    ...filesIn(join(server, 'migrations')),
    // What builds the ready rows.
    ...filesIn(join(server, 'src', 'modules', 'case-core')).filter((file) => file.endsWith('.sql.ts')),
  ]
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 10)
}

/**
 * The database with this many patients for the current generator and migrations, generated the first time and kept;
 * those of older versions, and copies of runs that were killed, are dropped. Returns its name and the seconds it took
 * to generate, null when it existed.
 */
export async function templateFor(
  cluster: EmbeddedDatabase,
  patients: number,
  say: (text: string) => void,
): Promise<{ name: string; seconds: number | null }> {
  const version = fingerprint()
  const name = `bench_${version}_${patients}`
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      String.raw`select datname from pg_database where datname like 'bench\_%' or datname like 'run\_%'`,
    )
    const present = rows.map((row) => row.datname)
    for (const old of present)
      if (!old.startsWith(`bench_${version}_`) && !isRunning(old)) await dropDatabase(cluster.url, old)
    if (present.includes(name)) return { name, seconds: null }
    say(`generating ${patients.toLocaleString('en')} patients with everything that hangs on them …`)
    const began = Date.now()
    const making = `bench_making_${patients}`
    await generate(await createDatabase(cluster.url, making), patients, say)
    await client.query(`alter database ${making} rename to ${name}`)
    return { name, seconds: Math.round((Date.now() - began) / 1000) }
  } finally {
    await client.end()
  }
}

/** Whether a database is the copy of a run that is still in progress. */
function isRunning(name: string): boolean {
  const pid = Number(/^run_(\d+)_/.exec(name)?.[1])
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A copy of a template to write into; file by file, which is faster than through the log for gigabytes. */
export async function copyOf(
  cluster: EmbeddedDatabase,
  template: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `run_${process.pid}_${template}`
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query(`create database ${name} template ${template} strategy file_copy`)
  await client.end()
  const url = new URL(cluster.url)
  url.pathname = `/${name}`
  return { url: url.toString(), drop: () => dropDatabase(cluster.url, name) }
}
