import { sql, type RawBuilder } from 'kysely'

/**
 * Ids of states or kinds, by their names, in the text of a statement: as a parameter no partial index of them would be used.
 */
export const ids = (...named: readonly { id: number }[]): RawBuilder<number> =>
  sql.join(named.map(({ id }) => sql.lit(id)))
