import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '../../apps/server/src/prepare-database.ts'
import { createDatabase, dropDatabase, startTestCluster } from '../test-database.ts'

/** The types of the tables, read from a database that the migrations built from nothing. */
export async function schemaTypes(): Promise<string> {
  const cluster = await startTestCluster()
  const name = `schema_${process.pid}`
  const out = join(tmpdir(), `${name}.ts`)
  try {
    const url = await createDatabase(cluster.url, name)
    await prepareDatabase(url)
    execFileSync(
      'kysely-codegen',
      [
        '--dialect',
        'postgres',
        '--url',
        url,
        '--default-schema',
        'public',
        '--exclude-pattern',
        '{pgboss.*,public.schema_migrations,schema_migrations}',
        '--date-parser',
        'string',
        '--type-mapping',
        '{"int8":"number"}',
        '--out-file',
        out,
        '--log-level',
        'error',
      ],
      { stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' },
    )
    return readFileSync(out, 'utf8')
  } finally {
    rmSync(out, { force: true })
    await dropDatabase(cluster.url, name)
    if (cluster.started) await cluster.stop()
  }
}
