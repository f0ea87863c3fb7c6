import { sql, type RawBuilder } from 'kysely'

interface StatusTable {
  [key: string]: { id: number; label: string; color: string }
}

/** `{ "1": { id, key, label, color }, … }` of a status table, to look a status up by id inside SQL. */
export const statusLookup = (table: StatusTable): RawBuilder<unknown> =>
  sql`${JSON.stringify(Object.fromEntries(Object.entries(table).map(([key, one]) => [one.id, { id: one.id, key, label: one.label, color: one.color }])))}::jsonb`
