import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'migrations')
export const appRole = 'archwire_app'

/**
 * Brings a database up to date: forward-only SQL files in name order, each in a transaction, under a lock so that two
 * servers starting together do it once. Answers the names that were applied. With `appUrl` the application's role gets the
 * password that stands in it; without, one that follows from the owner's. `finish` runs last, under the same lock.
 */
export async function migrate(
  ownerUrl: string,
  appUrl: string | undefined,
  finish: () => Promise<void>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'archwire-migrate' })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('archwire-migrations'))`)
    await client.query(
      `create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`,
    )
    await ensureAppRole(client, ownerUrl, appUrl)
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const done = new Set(rows.map((row) => row.name))
    const waiting = migrationNames().filter((name) => !done.has(name))
    for (const name of waiting) await apply(client, name)
    // Servers that hold only the application's role look whether the schema is new enough.
    await client.query(`grant select on schema_migrations to ${appRole}`)
    await client.query(`revoke insert, update, delete on schema_migrations from ${appRole}`)
    await finish()
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

/** Every migration of this release, in order. */
const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** For a process that may not migrate: throws one sentence unless the schema has every migration of this release. */
export async function requireSchema(appUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: appUrl, application_name: 'archwire-schema' })
  await client.connect()
  try {
    const { rows } = await client
      .query<{ name: string }>('select name from schema_migrations')
      .catch(() => ({ rows: [] }))
    const done = new Set(rows.map((row) => row.name))
    const missing = migrationNames().find((name) => !done.has(name))
    if (missing !== undefined)
      throw new TypeError(
        `The database is older than this release: ${missing} is missing. Run "npm run migrate" first.`,
      )
  } finally {
    await client.end()
  }
}

/**
 * The role the application works with: made once; its password follows the settings. Settings that name the role without a
 * password let it sign in by other means, or not at all.
 */
async function ensureAppRole(client: pg.Client, ownerUrl: string, appUrl: string | undefined): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
  const given = appUrl === undefined ? '' : decodeURIComponent(new URL(appUrl).password)
  const password = given === '' && appUrl === undefined ? appPassword(ownerUrl) : given
  const clause = password === '' ? '' : ` password ${client.escapeLiteral(password)}`
  if (rowCount === 0) await client.query(`create role ${appRole} login${clause}`)
  else if (given !== '') await client.query(`alter role ${appRole}${clause}`)
}

/**
 * The password of the application's role that follows from the owner's.
 * @throws TypeError where the owner's URL has none: what follows from nothing is known to everybody
 */
function appPassword(ownerUrl: string): string {
  const { password } = new URL(ownerUrl)
  if (password === '')
    throw new TypeError(
      'DATABASE_URL names no password, so none follows for the application’s role; name it in DATABASE_APP_URL.',
    )
  return createHmac('sha256', password).update('archwire application role').digest('hex')
}

/** The application's connection string for the owner's database. */
export function appUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.password = appPassword(ownerUrl)
  url.username = appRole
  return url.toString()
}
