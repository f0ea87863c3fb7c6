import pg from 'pg'
import { ownStores } from './database.ts'

/** A statement of the role that owns the schema: what the application may not do, done for a test. */
export async function asOwner<Row extends object>(
  text: string,
  values: unknown[] = [],
  url = ownStores().databaseUrl,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  // Amounts and counts are numbers, as in db/client.ts.
  client.setTypeParser(20, Number)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
