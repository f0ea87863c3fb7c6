import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { connect, type Connection } from '../../src/db/client.ts'
import { appUrlOf } from '../../src/db/migrate.ts'
import { prepareDatabase } from '../../src/prepare-database.ts'
import { openStorage } from '../../src/services/storage/index.ts'
import type { TestApp } from '../app.ts'
import { givenIn } from '../given.ts'
import { startInstalledCluster, type InstalledCluster } from './installed-postgres.ts'

/**
 * Backup and drill as they are shipped (docs/deploy.md), with real programs: a portal's database on one cluster, restored
 * into another that knows nothing of the portal.
 */
const root = join(import.meta.dirname, '..', '..', '..', '..')
let production: InstalledCluster
let scratch: InstalledCluster
let folder: string
let ownerUrl: string
let connection: Connection
let storageKey: string

const inDatabase = async <T extends object>(url: string, statement: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archwire-drill-'))
  ;[production, scratch] = [await startInstalledCluster(), await startInstalledCluster()]
  await inDatabase(production.url, `create role archwire_owner login createrole password 'the owner of the schema'`)
  await inDatabase(production.url, 'create database archwire owner archwire_owner')
  ownerUrl = Object.assign(new URL(production.url), {
    username: 'archwire_owner',
    password: 'the owner of the schema',
    pathname: '/archwire',
  }).toString()
  await prepareDatabase(ownerUrl)
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder })
  connection = connect(appUrlOf(ownerUrl), { pool: 4, name: 'archwire-drill' })
  const given = givenIn({ connection, storage: openStorage(config), config } as unknown as TestApp)
  await given.case({ stage: 'awaiting_approval' })
  // As its check leaves a scan that it took.
  await inDatabase(ownerUrl, `update patient_files set processing = 'ready'`)
  const [file] = await inDatabase<{ storage_key: string }>(ownerUrl, 'select storage_key from patient_files limit 1')
  storageKey = file!.storage_key
  const key = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem'), '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-subj', '/CN=archwire-backups', ...key], {
    stdio: 'ignore',
  })
})
afterAll(async () => {
  await connection?.close()
  await production?.close()
  await scratch?.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (script: string, args: string[], environment: Record<string, string>) => {
  const { status, stdout, stderr } = spawnSync('/bin/bash', ['--norc', join('deploy', script), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: [production.programs, process.env.PATH].join(delimiter), ...environment },
  })
  return { status, said: stdout + stderr }
}

/** Makes a backup as it is now and tries to restore it. */
function drill() {
  const backups = mkdtempSync(join(folder, 'backups-'))
  const made = run('backup.sh', [backups, join(folder, 'cert.pem')], { DATABASE_URL: ownerUrl })
  expect(made.status, made.said).toBe(0)
  const [name] = readdirSync(backups)
  return run('restore-drill.sh', [join(backups, name!)], {
    SCRATCH_URL: scratch.url,
    BACKUP_KEY: join(folder, 'key.pem'),
    DATA_DIR: folder,
  })
}

it('calls a backup of this release whole, and leaves nothing behind', async () => {
  const { status, said } = drill()
  expect(said).toContain('The backup is whole.')
  expect(said).toContain('unvalidated constraints: 0')
  expect(said).toMatch(/files whose bytes are not those that were uploaded: 0 of [1-9]/)
  expect(status).toBe(0)
  expect(await inDatabase(scratch.url, `select datname from pg_database where datname like 'archwire%'`)).toEqual([])
})

it('finds what is wrong in a database and among its files', async () => {
  await inDatabase(ownerUrl, 'alter table organizations add constraint later check (id > 0) not valid')
  writeFileSync(join(folder, 'files', storageKey), 'other bytes')
  const { status, said } = drill()
  expect(said).toContain('unvalidated constraints: 1')
  expect(said).toContain(`${storageKey} has other bytes than were uploaded`)
  expect(said).toContain('THE BACKUP IS NOT WHOLE.')
  expect(status).toBe(1)
})
