import { sql } from 'kysely'

/** What a stored mail says, with its link, one below the other: of a row of `mails`; empty once its words no longer exist. */
export const mailText = sql<string>`concat_ws(E'\n\n', words ->> 'greeting', words ->> 'lead', words ->> 'note', link, words ->> 'why')`
