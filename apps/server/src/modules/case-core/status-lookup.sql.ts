import { presentStatus, statusNames, type Statuses } from '@archwire/contract/core/statuses.ts'
import { sql, type RawBuilder } from 'kysely'

/** `{ "1": { id, key, label, color }, … }` of a table of states, to look a state up by id inside SQL. */
export const statusLookup = (table: Statuses): RawBuilder<unknown> => {
  const byId = Object.fromEntries(statusNames(table).map((name) => [table[name]!.id, presentStatus(table, name)]))
  return sql`${JSON.stringify(byId)}::jsonb`
}
