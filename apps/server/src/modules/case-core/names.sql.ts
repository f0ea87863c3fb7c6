import { sql, type RawBuilder } from 'kysely'

/** SQL of "First Last (n)", the name of the patient `p`; `fullNameOf` makes the same of facts. */
export const fullNameSql = sql<string>`p.first_name || ' ' || p.last_name || coalesce(' (' || p.numeric_suffix || ')', '')`

/** SQL of what a case of the patient `p` is called in notices: the practice's own case number, read from `alias`, or its code. */
export const caseLabelSql = (alias: 'p' | 'c'): RawBuilder<string> =>
  sql`coalesce(nullif(${sql.ref(`${alias}.case_number_text`)}, ''), 'C-' || p.id)`
