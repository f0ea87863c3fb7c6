import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { goodbyeMs, NamingClient } from './prepared.ts'
import type { DB } from './schema.gen.ts'
import type { TenantTable } from './tenant-tables.ts'

/**
 * The database as modules see it: its type has no tenant tables, so that the only way to name one is `scoped()`
 * (db/scope.ts). The connection behind it is one and the same.
 */
export type PublicTables = Omit<DB, TenantTable>
export type Db = Kysely<PublicTables>
export type Trx = Transaction<PublicTables>

/** Statements of the current request, except `begin` and `commit`; tests hold their count to a limit. */
export interface StatementLog {
  count: number
  texts: string[] | undefined
}
const transactionControl = /^(begin|commit|rollback)\b/i
/** Holds the log of the request that runs, for the statements it sends. */
export const statementLog = new AsyncLocalStorage<StatementLog>()

// Ids and counts stay below 2^53: numbers, not texts. Days have no zone: texts, not Dates.
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === 20) return Number
    if (oid === 1082) return (value: string) => value
    return pg.types.getTypeParser(oid, format as 'text')
  }) as typeof pg.types.getTypeParser,
}

/** The database as one of its roles: `db` for queries, `pool` for what needs a connection of its own. */
export interface Connection {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Opens a pool of connections. Waiting for a connection ends after 5 s (503), a statement after 15 s, waiting for a
 * lock after `lockSeconds`; a connection without a response is closed after 20 s (prepared.ts) (`safety/waits`).
 */
export function connect(
  url: string,
  options: {
    pool: number
    name: string
    /** How long a statement waits for a lock: 5 s for jobs; requests hold a connection that others wait for. */
    lockSeconds?: number
    /**
     * False only for writes that may lose their last second in a crash: a commit does not wait for the disk (decision
     * 004).
     */
    durable?: boolean
  },
): Connection {
  const pool = new pg.Pool({
    Client: NamingClient,
    connectionString: url,
    max: options.pool,
    application_name: options.name,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
    statement_timeout: 15_000,
    lock_timeout: (options.lockSeconds ?? 5) * 1_000,
    idle_in_transaction_session_timeout: 30_000,
    options: [
      // Many requests run at once: a statement that uses a second processor takes it from another one.
      '-c max_parallel_workers_per_gather=0',
      // PostgreSQL would keep the slot of a dropped connection for two hours, and slots are few.
      '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3',
      ...(options.durable === false ? ['-c synchronous_commit=off'] : []),
    ].join(' '),
  })
  // A database that goes away must not end the process; the next request tries again.
  pool.on('error', () => {})
  const clients = new Set<NamingClient>()
  pool.on('connect', (opened) => {
    const client = opened as unknown as NamingClient
    clients.add(client)
    client.on('error', () => {})
    client.once('end', () => clients.delete(client))
  })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      const log = statementLog.getStore()
      if (!log || event.level !== 'query' || transactionControl.test(event.query.sql)) return
      log.count += 1
      log.texts?.push(event.query.sql)
    },
  })
  return {
    db: db as unknown as Db,
    pool,
    async close() {
      // A dropped connection never confirms its end; a stop must not wait for it.
      const patience = setTimeout(() => clients.forEach((client) => client.cut()), goodbyeMs)
      await db.destroy()
      clearTimeout(patience)
    },
  }
}
