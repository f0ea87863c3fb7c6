import pg from 'pg'
import type { TestApp } from './app.ts'

/** Lines of the audit log, the oldest first; the application itself may not read it. */
export async function audited(
  { ownerUrl }: Pick<TestApp, 'ownerUrl'>,
  where: string,
  values: unknown[],
): Promise<{ data: object | null; user_id: number }[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query(`select data, user_id from audit_log where ${where} order by id`, values)).rows
  } finally {
    await client.end()
  }
}

/** The actions of such lines. */
export async function auditedActions(
  { ownerUrl }: Pick<TestApp, 'ownerUrl'>,
  where: string,
  values: unknown[],
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (
      await client.query<{ action: string }>(`select action from audit_log where ${where} order by id`, values)
    ).rows.map(({ action }) => action)
  } finally {
    await client.end()
  }
}
