import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { readConfig } from './config.ts'
import { openStorage, type Storage } from './services/storage/index.ts'

interface Row {
  id: number
  storage_key: string
  sha256: string
  derived: string[]
}

/** Returns what is wrong with the bytes of one file: the uploaded ones, and those derived from them. */
async function problemOf(storage: Storage, { storage_key, sha256, derived }: Row): Promise<string | undefined> {
  try {
    const hash = createHash('sha256')
    await pipeline(await storage.read(storage_key), hash)
    if (hash.digest('hex') !== sha256) return `${storage_key} has other bytes than were uploaded`
    for (const key of derived) await storage.head(key, 1)
    return undefined
  } catch (error) {
    return `${storage_key}: ${error instanceof Error ? error.message : String(error)}`
  }
}

/**
 * For the restore drill: compares a random sample of a database's files with the storage. Exits with 1 when bytes are
 * missing or differ from those that were uploaded.
 */
const wanted = Number(process.argv[2] ?? 50)
const config = readConfig({ ...process.env, STORAGE_SECRET: 'only reads, so it signs nothing at all' })
const storage = openStorage(config)
const client = new pg.Client({ connectionString: config.database.appUrl })
await client.connect()
const { rows } = await client.query<Row>(
  `select id, storage_key, sha256, array_remove(array[mesh_key, coarse_mesh_key, thumbnail_key, display_key], null) as derived
  from patient_files where processing <> 'waiting' and bytes_removed_at is null order by random() limit $1`,
  [wanted],
)
await client.end()
let wrong = 0
for (const row of rows) {
  const problem = await problemOf(storage, row)
  if (problem === undefined) continue
  wrong += 1
  process.stdout.write(`file ${row.id}: ${problem}\n`)
}
process.stdout.write(`files whose bytes are not those that were uploaded: ${wrong} of ${rows.length}\n`)
process.exitCode = wrong > 0 ? 1 : 0
