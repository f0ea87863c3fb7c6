import { sql } from 'kysely'
import type { Connection } from '../src/db/client.ts'

/**
 * Lets failed tries of these queues (a pattern of LIKE) be tried again at once. A worker waits for seconds before it does,
 * and is told of none of them; when it does is a matter of numbers (jobs/define.ts), which a test need not wait for.
 */
export const retryNow = async ({ db }: Pick<Connection, 'db'>, queues: string): Promise<void> =>
  void (await sql`
    with due as (
      update pgboss.job set start_after = now() where name like ${queues} and state = 'retry' returning name)
    select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name) from due`.execute(db))
