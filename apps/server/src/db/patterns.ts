import { sql, type RawBuilder } from 'kysely'

/**
 * A typed text for a pattern over normalized texts. `%`, `_` and `\` are literal, also those that normalizing makes of
 * others, of wide ones say: they are escaped after it.
 */
const literally = (typed: string): RawBuilder<string> =>
  sql<string>`regexp_replace(plain(${typed}), '[\\\\%_]', '\\\\\\&', 'g')`

/**
 * Condition that a typed text occurs in a normalized one, ignoring case and accents, between `before` and `after`. What
 * normalizing makes nothing of, or the sign between the parts of a ready row, occurs nowhere: it would be everywhere.
 */
export const occursIn = (text: RawBuilder<unknown>, typed: string, before = '', after = ''): RawBuilder<boolean> =>
  sql<boolean>`(plain(${typed}) !~ '^[|[:space:]]*$'
    and ${text} like ${sql.lit(`%${before}`)} || ${literally(typed)} || ${sql.lit(`${after}%`)})`
