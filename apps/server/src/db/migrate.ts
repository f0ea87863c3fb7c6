import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'migrations')
export const appRole = 'archwire_app'

/** The first migration: the whole schema as it was then. Every other one comes after it. */
export const baseline = '202611250000_baseline.sql'

/**
 * Brings a database up to date: forward-only SQL files in name order, each in a transaction (but those marked `-- no
 * transaction`), under a lock so that two servers starting together do it once. Returns the names that were applied.
 * With `appUrl` the application's role gets the password in it; without, one derived from the owner's. `finish` runs
 * last, under the same lock; `from` is the folder of the files.
 * @throws TypeError for a database of a version before the baseline
 */
export async function migrate(
  ownerUrl: string,
  appUrl: string | undefined,
  finish: () => Promise<void>,
  from = folder,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'archwire-migrate' })
  await client.connect()
  try {
    await takeTurn(client)
    await client.query(
      `create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const done = new Set(rows.map((row) => row.name))
    refuseOlder(done)
    await ensureAppRole(client, ownerUrl, appUrl)
    const waiting = migrationNames(from).filter((name) => !done.has(name))
    for (const name of waiting) await apply(client, name, readFileSync(join(from, name), 'utf8'))
    // Servers that have only the application's role check whether the schema is new enough.
    await client.query(`grant select on schema_migrations to ${appRole}`)
    await client.query(`revoke insert, update, delete on schema_migrations from ${appRole}`)
    await finish()
    return waiting
  } finally {
    await client.end()
  }
}

/**
 * One process at a time. Polls: waiting inside PostgreSQL would hold a snapshot, for which an index that the current
 * holder builds `concurrently` would wait in turn.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(hashtext('archwire-migrations')) as mine`,
    )
    if (rows[0]!.mine) return
    await sleep(200)
  }
}

/**
 * Applies one migration and records it. Throws a sentence that names it; its changes are rolled back, or safe to
 * repeat.
 */
export async function apply(client: pg.Client, name: string, text: string): Promise<void> {
  const note = () => client.query('insert into schema_migrations (name) values ($1)', [name])
  try {
    if (/^-- no transaction$/m.test(text)) {
      await applyPiecemeal(client, text)
      await note()
      return
    }
    await client.query('begin')
    // A migration must not queue behind a long transaction and block all others (`safety/migrations`).
    await client.query(`set local lock_timeout = '2s'`)
    await client.query(text)
    await note()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new TypeError(`Migration ${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/**
 * Statement by statement, each its own transaction: indexes that are built `concurrently` block no one, and wait for
 * old transactions for up to a minute. An interrupted build leaves an index that is never used; it is built again.
 */
async function applyPiecemeal(client: pg.Client, text: string): Promise<void> {
  await client.query(`set lock_timeout = '60s'`)
  try {
    const statements = text.replaceAll(/--.*$/gm, '').split(';')
    for (const statement of statements.filter((part) => part.trim() !== '')) {
      const index = /create (?:unique )?index concurrently if not exists (\w+)/i.exec(statement)?.[1]
      const { rowCount } = await client.query(
        'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
        [index],
      )
      if (rowCount !== 0) await client.query(`drop index concurrently ${index}`)
      await client.query(statement)
    }
  } finally {
    await client.query('reset lock_timeout')
  }
}

function refuseOlder(done: ReadonlySet<string>): void {
  if (done.size > 0 && !done.has(baseline))
    throw new TypeError(
      'This data belongs to an older version that cannot be updated. To start anew, stop the portal and delete data/, or set DATA_DIR or DATABASE_URL to another place.',
    )
}

/** Every migration of this release, in order. */
const migrationNames = (from: string): string[] =>
  readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** For a process that may not migrate: throws one sentence unless the schema has every migration of this release. */
export async function requireSchema(appUrl: string, from = folder): Promise<void> {
  const client = new pg.Client({ connectionString: appUrl, application_name: 'archwire-schema' })
  await client.connect().catch((error: unknown) => {
    // The role is created by the first migration, the database by the operator.
    if (['28P01', '28000', '3D000'].includes((error as { code?: string }).code ?? ''))
      throw new TypeError(
        `The database does not let DATABASE_APP_URL in (${(error as Error).message}). Make it and run "npm run migrate" first.`,
        { cause: error },
      )
    throw error
  })
  try {
    const { rows } = await client
      .query<{ name: string }>('select name from schema_migrations')
      .catch(() => ({ rows: [] }))
    const done = new Set(rows.map((row) => row.name))
    const missing = migrationNames(from).find((name) => !done.has(name))
    if (done.size === 0)
      throw new TypeError('The database is empty: no migration was run on it. Run "npm run migrate" first.')
    refuseOlder(done)
    if (missing !== undefined)
      throw new TypeError(
        `The database is older than this release: ${missing} is missing. Run "npm run migrate" first.`,
      )
  } finally {
    await client.end()
  }
}

/**
 * The role the application works with: created once; its password follows the settings. Settings that name the role
 * without a password let it sign in by other means, or not at all.
 */
async function ensureAppRole(client: pg.Client, ownerUrl: string, appUrl: string | undefined): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
  const given = appUrl === undefined ? '' : decodeURIComponent(new URL(appUrl).password)
  const password = given === '' && appUrl === undefined ? appPassword(ownerUrl) : given
  const clause = password === '' ? '' : ` password ${client.escapeLiteral(password)}`
  if (rowCount === 0) await client.query(`create role ${appRole} login${clause}`)
  // An owner that may not create roles has an operator who does, and who sets the password, too (docs/deploy.md).
  else if (given !== '' && (await mayMakeRoles(client))) await client.query(`alter role ${appRole}${clause}`)
}

async function mayMakeRoles(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    'select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user',
  )
  return rows[0]?.may ?? false
}

/**
 * The password of the application's role that is derived from the owner's.
 * @throws TypeError where the owner's URL has none: a password derived from nothing is public
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
