import { Kysely, type RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Trx } from '../../../apps/server/src/db/client.ts'
import { dryDialect } from '../../../apps/server/src/db/dry-dialect.ts'

/** A placeholder in a statement for a value that each call supplies. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const compiler = new Kysely<object>({
  dialect: dryDialect,
})

/** Runs under a name, so that PostgreSQL parses and plans it once per connection. */
export type Statement = (on: Pick<pg.ClientBase, 'query'>, values: Record<string, unknown>) => Promise<pg.QueryResult>

/** A statement compiled once; `build` gets a slot for every value that it requests by name. */
export function prepare<V extends object>(name: string, build: (slots: V) => RawBuilder<unknown>): Statement {
  const slots = new Proxy({}, { get: (_, key) => new Slot(String(key)) }) as V
  const { sql: text, parameters } = build(slots).compile(compiler)
  return runner(name, text, parameters)
}

/** The one statement that a function of the product sends for `ids`, to send it as it is. */
export async function prepareFrom(name: string, run: (trx: Trx, ids: number[]) => Promise<void>): Promise<Statement> {
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const listening = new Kysely<object>({
    dialect: dryDialect,
    log: ({ query }) => void sent.push(query),
  })
  await run(listening as unknown as Trx, new Slot('ids') as unknown as number[])
  if (sent.length !== 1) throw new TypeError(`${name} is ${sent.length} statements, not one`)
  return runner(name, sent[0]!.sql, sent[0]!.parameters)
}

const runner =
  (name: string, text: string, parameters: readonly unknown[]): Statement =>
  (on, values) =>
    on.query({
      name,
      text,
      values: parameters.map((value) => (value instanceof Slot ? values[value.name] : value)),
    })
