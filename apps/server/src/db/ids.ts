import { sql, type RawBuilder } from 'kysely'

/**
 * Ids of states or kinds, by their names, as literals in a statement: with parameters no partial index on them would be
 * used.
 */
export const ids = (...named: readonly { id: number }[]): RawBuilder<number> =>
  sql.join(named.map(({ id }) => sql.lit(id)))
