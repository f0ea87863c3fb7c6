import pg from 'pg'
import type { TestApp } from './app.ts'

/** Runs a statement that locks in a session of its own, and holds the lock for as long as `work` takes. */
export async function whileLocked(
  { ownerUrl }: Pick<TestApp, 'ownerUrl'>,
  statement: string,
  work: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    await work()
  } finally {
    await client.query('rollback')
    await client.end()
  }
}
