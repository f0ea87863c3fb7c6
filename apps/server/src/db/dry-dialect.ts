import { DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type Dialect } from 'kysely'

/** PostgreSQL's SQL without a database: statements are compiled, and never run. */
export const dryDialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
