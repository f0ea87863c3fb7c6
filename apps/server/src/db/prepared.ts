import type { Socket } from 'node:net'
import { CompiledQuery, Kysely, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { Db } from './client.ts'
import { dryDialect } from './dry-dialect.ts'
import type { Scope } from './scope.ts'

/**
 * Statements that are built, parsed and planned once (docs/decisions/018). The most frequent statements are long:
 * building their text and planning them costs more than running them.
 */
const names = new Map<string, string>()

/** Longer than any statement may take (db/client.ts): without a response by then, the connection is dead. */
const patienceMs = 20_000

/** How long a stop waits for the other end of a connection. */
export const goodbyeMs = 3_000

/**
 * A connection that sends statements of `prepared` under their names: PostgreSQL keeps their plans as long as it lives.
 * One without a response (a failover, a dropped flow) is closed: in the pool it would stall the next request.
 */
export class NamingClient extends pg.Client {
  #waits = false
  readonly #patience = setTimeout(() => this.#waits && this.cut(), patienceMs).unref()

  constructor(config?: pg.ClientConfig) {
    super(config)
    this.on('drain', () => (this.#waits = false))
    this.once('end', () => clearTimeout(this.#patience))
  }

  /** Ends the connection from this side; pending calls get an ETIMEDOUT. */
  cut(): void {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    stream.destroy(Object.assign(new Error('The database did not answer.'), { code: 'ETIMEDOUT' }))
  }

  /** Ends the connection, if need be without the other end. */
  async leave(): Promise<void> {
    const patience = setTimeout(() => this.cut(), goodbyeMs)
    await this.end()
    clearTimeout(patience)
  }

  /** One statement without values. */
  ask(text: string): Promise<unknown> {
    return this.query(text)
  }

  override query(...sent: unknown[]): never {
    this.#waits = true
    this.#patience.refresh()
    const [text, values] = sent
    const name = typeof text === 'string' && Array.isArray(values) ? names.get(text) : undefined
    const query = super.query.bind(this) as (...all: unknown[]) => never
    return name === undefined ? query(...sent) : query({ name, text, values })
  }
}

/** A placeholder for a value that each call supplies. */
class Slot {
  readonly read: (values: Record<string, unknown>) => unknown
  constructor(read: Slot['read']) {
    this.read = read
  }
}

interface Statement {
  text: string
  parameters: readonly unknown[]
}

const compiler = new Kysely<object>({
  dialect: dryDialect,
})

/**
 * A statement under a name. `build` writes it with the values as parameters, runs once for each kind of scope, and must
 * not look at a value: it gets placeholders. Only `scope` has a form of its own, because its condition has.
 */
export function prepared<V extends object, R>(
  name: string,
  build: (values: V) => RawBuilder<unknown>,
): (db: Pick<Db, 'executeQuery'>, values: V) => Promise<R[]> {
  const statements = new Map<string, Statement>()
  const compile = (form: string, scope: Scope | undefined): Statement => {
    const places = new Proxy({} as V, {
      get: (_, key) => (key === 'scope' && scope ? scopePlaces(scope) : new Slot((values) => values[key as string])),
      // Which values there will be is not known: a spread would silently leave all of them out.
      ownKeys: () => {
        throw new TypeError(`${name} spreads its values; it must name each.`)
      },
    })
    const { sql: text, parameters } = build(places).compile(compiler)
    names.set(text, form === '' ? name : `${name} ${form}`)
    const statement = { text, parameters }
    statements.set(form, statement)
    return statement
  }
  return async (db, values) => {
    const scope = (values as { scope?: Scope }).scope
    const form = scope ? formOf(scope) : ''
    const { text, parameters } = statements.get(form) ?? compile(form, scope)
    const query = CompiledQuery.raw(
      text,
      parameters.map((value) => (value instanceof Slot ? value.read(values as Record<string, unknown>) : value)),
    )
    return (await db.executeQuery<R>(query)).rows
  }
}

const mostTexts = 40

/**
 * The same for a statement that is built for every call, with few possible texts. Only where the best plan does not
 * depend on the values: after some calls PostgreSQL keeps one plan for all of them.
 */
export function named<R>(name: string, query: RawBuilder<R>): { execute(db: Db): Promise<{ rows: R[] }> } {
  return {
    execute(db) {
      const compiled = query.compile(db)
      const texts = (textsNamed.get(name) ?? 0) + 1
      if (!names.has(compiled.sql) && texts <= mostTexts) {
        names.set(compiled.sql, `${name} ${texts}`)
        textsNamed.set(name, texts)
      }
      return db.executeQuery(compiled)
    },
  }
}
const textsNamed = new Map<string, number>()

/** Conditions of a scope are written in these forms (scope.ts). */
const formOf = (scope: Scope): string =>
  scope.kind === 'practice' && scope.own.length > 0 ? 'practice, own' : scope.kind

/** The scope with placeholders for its lists. */
function scopePlaces(scope: Scope): Scope {
  if (scope.kind === 'lab') return scope
  const place = (key: string) =>
    new Slot(({ scope: sent }) => (sent as Record<string, unknown>)[key]) as unknown as number[]
  if (scope.kind === 'partner') return { kind: 'partner', organizations: place('organizations') }
  return {
    kind: 'practice',
    user: place('user') as unknown as number,
    all: place('all'),
    own: scope.own.length > 0 ? place('own') : [],
  }
}
