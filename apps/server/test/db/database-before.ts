import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase, dropDatabase } from '../../../../tools/test-database.ts'
import { migrate } from '../../src/db/migrate.ts'

const migrations = join(import.meta.dirname, '..', '..', 'migrations')
const nothing = () => Promise.resolve()

/** A database as it was before a migration, for tests of what the migrations from there on make of its rows. */
export interface DatabaseBefore {
  client: pg.Client
  /** Runs the migrations that are left. */
  migrate: () => Promise<unknown>
  close: () => Promise<void>
}

/** @param first the file name of the first migration that has not run */
export async function databaseBefore(first: string): Promise<DatabaseBefore> {
  const ownerUrl = await createDatabase(inject('clusterUrl'))
  const folder = mkdtempSync(join(tmpdir(), 'archwire-migrations-'))
  for (const name of readdirSync(migrations)) if (name < first) cpSync(join(migrations, name), join(folder, name))
  await migrate(ownerUrl, undefined, nothing, folder)
  const client = new pg.Client({ connectionString: ownerUrl })
  // Amounts and counts are numbers, as in db/client.ts.
  client.setTypeParser(20, Number)
  await client.connect()
  return {
    client,
    migrate: () => migrate(ownerUrl, undefined, nothing),
    async close() {
      await client.end()
      rmSync(folder, { recursive: true })
      await dropDatabase(inject('clusterUrl'), new URL(ownerUrl).pathname.slice(1))
    },
  }
}
