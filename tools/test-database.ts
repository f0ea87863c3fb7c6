import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded, type EmbeddedDatabase } from '../apps/server/src/db/embedded.ts'

/** The throw-away cluster of tests and generators, beside the checkout; it may lose data, so it may be fast. */
export const startTestCluster = (): Promise<EmbeddedDatabase> =>
  startEmbedded(join(import.meta.dirname, '..', '.cache', 'test'), { durable: false })

const withDatabase = (clusterUrl: string, name: string): string => {
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.toString()
}

async function administer(clusterUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Makes a database (a clone of `template` when one is named) and returns its owner's connection string. */
export async function createDatabase(
  clusterUrl: string,
  name = `t_${randomBytes(6).toString('hex')}`,
  template = 'template1',
): Promise<string> {
  await administer(clusterUrl, `create database ${name} template ${template}`)
  const url = withDatabase(clusterUrl, name)
  const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0)
  if (ahead !== 0) await administer(url, movedClock(ahead))
  return url
}

/**
 * The clock of a test database, moved like that of the processes (moved-clock.ts): what a column's default, a trigger, the
 * product's SQL or the job queue reads is the same time that the application reads.
 */
const movedClock = (ahead: number): string => `
  create or replace function pg_catalog.now() returns timestamptz language sql stable parallel safe
    as $$ select transaction_timestamp() + interval '${ahead} milliseconds' $$;
  create or replace function pg_catalog.clock_timestamp() returns timestamptz language sql volatile parallel safe
    as $$ select timeofday()::timestamptz + interval '${ahead} milliseconds' $$`

export const dropDatabase = (clusterUrl: string, name: string): Promise<void> =>
  administer(clusterUrl, `drop database if exists ${name} with (force)`)
