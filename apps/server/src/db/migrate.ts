import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { prepareQueues } from '../jobs/queues.ts'

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'migrations')
export const appRole = 'archwire_app'

/**
 * Brings a database up to date: forward-only SQL files in name order, each in a transaction, under a lock so that two
 * servers starting together do it once. Answers the names that were applied.
 */
export async function migrate(ownerUrl: string, labZone = 'America/Denver'): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'archwire-migrate' })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('archwire-migrations'))`)
    await client.query(
      `create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`,
    )
    await ensureAppRole(client, ownerUrl)
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const done = new Set(rows.map((row) => row.name))
    const waiting = readdirSync(folder)
      .filter((name) => name.endsWith('.sql') && !done.has(name))
      .sort()
    for (const name of waiting) await apply(client, name)
    await prepareQueues(ownerUrl, appRole, labZone)
    return waiting
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  await client.query('begin')
  try {
    // A migration must not queue behind a long transaction and stop everybody else (rule 46).
    await client.query(`set local lock_timeout = '2s'`)
    await client.query(readFileSync(join(folder, name), 'utf8'))
    await client.query('insert into schema_migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new TypeError(`Migration ${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** The role the application works with; its password follows from the owner's, so that no second secret is kept. */
async function ensureAppRole(client: pg.Client, ownerUrl: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
  const password = appPassword(ownerUrl)
  if (rowCount === 0) await client.query(`create role ${appRole} login password '${password}'`)
}

const appPassword = (ownerUrl: string): string =>
  createHmac('sha256', new URL(ownerUrl).password || 'trust')
    .update('archwire application role')
    .digest('hex')

/** The application's connection string for the owner's database. */
export function appUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.password = appPassword(ownerUrl)
  url.username = appRole
  return url.toString()
}
