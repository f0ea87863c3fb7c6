import pg from 'pg'
import { connect, type Connection } from '../src/db/client.ts'
import { appRole, appUrlOf } from '../src/db/migrate.ts'
import type { Scope } from '../src/db/scope.ts'
import type { NamingClient } from '../src/db/prepared.ts'
import { beyond } from './row-policies.ts'

/** What a call did: its answer and the rows that it left behind, by table. */
export interface Effect<T> {
  answer: T
  rows: Record<string, unknown>
}

export interface Twice {
  /**
   * Runs a call from the state that the database has now, under the policies of a scope, and takes everything back. Rows are
   * looked at where `wrote` says that the answer may have left some.
   */
  undone<T>(scope: Scope | undefined, call: () => Promise<T>, wrote: (answer: T) => boolean): Promise<Effect<T>>
  /** After something was made for good: new rows get the same ids each time. */
  settle(): Promise<void>
  close(): Promise<void>
}

type Query = (text: string, values?: unknown[]) => Promise<unknown>

/**
 * Puts one connection under an application's pool: what the application calls transactions become savepoints within one
 * transaction of ours, which is rolled back. So a call can be done twice from the same state, and its effects be compared.
 */
export async function openTwice({ pool }: Pick<Connection, 'pool'>, ownerUrl: string): Promise<Twice> {
  const single = connect(appUrlOf(ownerUrl), { pool: 1, name: 'archwire-test' })
  const client = (await single.pool.connect()) as unknown as NamingClient & { release(): void }
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const send = client.query.bind(client) as unknown as Query
  /** Under its name: planning a look at every table costs more than the look. */
  const look = client.query.bind(client) as unknown as (query: pg.QueryConfig) => Promise<{ rows: { name: string }[] }>
  let inside = false
  let depth = 0
  let scope: Scope | undefined
  let told = ''

  /** Says to the policies whose statement the next one is. */
  async function tell(scope: Scope | undefined, text: string): Promise<void> {
    const open = scope ? beyond.filter(({ statement }) => statement.test(text)).flatMap(({ tables }) => tables) : []
    const next = JSON.stringify([scope ?? '', open.join(' ')])
    if (next === told) return
    await send(`select set_config('archwire.scope', $1, false), set_config('archwire.beyond', $2, false)`, [
      scope ? JSON.stringify(scope) : '',
      open.join(' '),
    ])
    told = next
  }

  async function run(text: string, values?: unknown[]): Promise<unknown> {
    if (!inside) return send(text, values)
    if (/^(begin|start transaction)/.test(text)) return send(`savepoint s${++depth}`)
    if (text === 'commit') return send(`release savepoint s${depth--}`)
    if (text === 'rollback') return send(`rollback to savepoint s${depth--}`)
    await tell(scope, text)
    if (depth > 0) return send(text, values)
    // A statement by itself that fails takes nothing else with it.
    await send('savepoint alone')
    return send(text, values).catch(async (error: unknown) => {
      await send('rollback to savepoint alone')
      throw error
    })
  }

  // One connection: what asks at once goes one after the other.
  let turn: Promise<unknown> = Promise.resolve()
  const query: Query = (text, values) => {
    const ownTurn = turn.then(() => run(text, values))
    turn = ownTurn.catch(() => {})
    return ownTurn
  }
  Object.assign(pool, { connect: () => Promise.resolve({ query, release: () => {} }), query })

  const { rows: tables } = await owner.query<{ name: string }>(
    `select name from (select table_name::text as name from information_schema.columns
         where table_schema = 'public' and column_name = 'organization_id'
       union select unnest(array['organizations', 'users', 'outbox'])) t
     where has_table_privilege($1, name, 'select') order by 1`,
    [appRole],
  )
  // Of rows that were written the contents, of all others whether they are there and what they were.
  const left = tables
    .map(
      ({ name }) => `select '${name}' as name, coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text)
        filter (where t.xmin::text::bigint >= $1), '[]') as written,
        sum(hashtextextended(t::text, 0)) filter (where t.xmin::text::bigint < $1) as others from ${name} t`,
    )
    .join(' union all ')

  // Logs and sessions are written for good in the meantime, by other connections.
  let sequences: { name: string; value: string | null }[] = []
  const settle = async () => {
    const found = await owner.query<{ name: string; value: string | null }>(
      `select sequencename as name, last_value::text as value from pg_sequences
       where schemaname = 'public' and sequencename not in ('audit_log_id_seq', 'access_log_id_seq', 'sessions_id_seq')`,
    )
    sequences = found.rows
  }
  const rewind = () =>
    owner.query(
      `select setval(('public.' || name)::regclass, coalesce(value, 1), value is not null)
       from jsonb_to_recordset($1::jsonb) as s(name text, value bigint)`,
      [JSON.stringify(sequences)],
    )

  return {
    settle,
    async undone(callScope, call, wrote) {
      await rewind()
      await send('begin')
      const { rows: began } = (await send('select pg_current_xact_id()::text as id')) as { rows: { id: string }[] }
      ;[inside, depth, scope] = [true, 0, callScope]
      try {
        const answer = await call()
        await turn
        await tell(undefined, '')
        const found = wrote(answer) ? (await look({ name: 'left', text: left, values: [began[0]!.id] })).rows : []
        return { answer, rows: Object.fromEntries(found.map(({ name, ...rest }) => [name, rest])) }
      } finally {
        inside = false
        told = ''
        await send('rollback')
      }
    },
    async close() {
      client.release()
      await owner.end()
      await single.close()
    },
  }
}
