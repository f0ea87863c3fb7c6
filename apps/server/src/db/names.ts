import { sql, type RawBuilder } from 'kysely'

interface Names {
  first_name: string
  last_name: string
}

/** What patients' names are compared by, without case, accents, hyphens and spaces (`cases/similar`); also for a lock. */
export const nameKey = ({ first_name, last_name }: Names): RawBuilder<string> =>
  sql<string>`alike(${first_name}) || ' ' || alike(${last_name})`

/** The condition that a patient's name is alike; in the index `patients_alike`. */
export const alikeTo = (table: string, names: Names): RawBuilder<boolean> =>
  sql<boolean>`alike(${sql.ref(`${table}.first_name`)}) || ' ' || alike(${sql.ref(`${table}.last_name`)}) = ${nameKey(names)}`
