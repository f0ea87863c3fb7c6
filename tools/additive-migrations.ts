import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { baseline } from '../apps/server/src/db/migrate.ts'

/**
 * Statements that remove something that the previous release may still use, or require something that it does not
 * write.
 */
const contracting: [what: string, pattern: RegExp][] = [
  ['drops a table', /\bdrop table\b/],
  ['drops a column', /\bdrop column\b/],
  ['renames', /\balter (table|type)\b.*\brename\b/],
  ['changes the type of a column', /\balter column \S+ (set data )?type\b/],
  ['forbids null in a column that exists', /\balter column \S+ set not null\b/],
]
/** Statements that lock a table while all its rows are read. */
const holding: [what: string, pattern: RegExp][] = [
  ['builds an index under a lock: say `create index concurrently`', /^\s*create (unique )?index (?!concurrently\b)/],
  [
    'checks every row under a lock: add the constraint `not valid`, validate it in a migration of its own',
    /\badd constraint \S+ (check|foreign key)\b(?!.*\bnot valid\b)/,
  ],
  [
    'builds an index under a lock: make it `concurrently`, then `add constraint … using index`',
    /\badd (constraint \S+ )?(unique|primary key)\b(?!.* using index\b)/,
  ],
  [
    'checks every row under a lock: add the column bare and its constraint `not valid`',
    /\badd column\b[^,]*\b(references|check|unique)\b/,
  ],
]
/** The only statements allowed in a migration without a transaction: each is safe to repeat after an interruption. */
const repeatable =
  /^\s*(create (unique )?index concurrently if not exists|drop index concurrently if exists|alter table \S+ validate constraint)\b/
const newColumn = /\badd column\b[^,]*/g

/**
 * Why a migration is not additive (`safety/migrations`: expand, then contract in a later release); empty when it is, or
 * when it is marked `-- contract: since <release>`, the release whose servers no longer need what is removed.
 */
export function contractions(text: string): string[] {
  if (/^-- contract: since \S+/m.test(text)) return []
  const created = madeIn(text)
  return statementsOf(text)
    .filter((statement) => !created.has(/\balter table (?:only |if exists )*(\w+)/.exec(statement)?.[1] ?? ''))
    .flatMap((statement) => [
      ...contracting.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what),
      ...(statement.match(newColumn) ?? [])
        .filter((column) => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column))
        .map(() => 'adds a column that must be filled and has no default'),
    ])
}

/** Statements in lower case on one line each, without comments and text in brackets. */
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/--.*$/gm, '')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\([^()]*\)/g, '').replaceAll(/\s+/g, ' '))
    .filter((statement) => statement.trim() !== '')

/** A table that this file creates is unused, and empty. */
const madeIn = (text: string): Set<string | undefined> =>
  new Set([...text.toLowerCase().matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, name]) => name))

/**
 * What in a migration would lock a large table for as long as it is read, and block everyone; empty when nothing does,
 * or when it is marked `-- small table: <why it stays small>`. `concurrently` works only outside a transaction: such a
 * migration starts with `-- no transaction` and contains only repeatable statements.
 */
export function locks(text: string): string[] {
  const statements = statementsOf(text)
  if (/^-- no transaction$/m.test(text))
    return statements
      .filter((statement) => !repeatable.test(statement))
      .map((statement) => `without a transaction this could be left half: ${statement.trim().slice(0, 60)}`)
  const outside = statements
    .filter((statement) => /\bconcurrently\b/.test(statement))
    .map(() => 'uses `concurrently` without `-- no transaction`')
  if (/^-- small table: \S+/m.test(text)) return outside
  const created = madeIn(text)
  const tableOf = (statement: string) =>
    /\b(?:alter table (?:only |if exists )*|index (?:if not exists )?(?:\w+ )?on (?:only )?)(\w+)/.exec(statement)?.[1]
  return [
    ...outside,
    ...statements
      .filter((statement) => !/\bconcurrently\b/.test(statement) && !created.has(tableOf(statement) ?? ''))
      .flatMap((statement) => holding.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what)),
  ]
}

/**
 * Constraints that are added `not valid` and that no later migration validates or drops: they hold for new rows alone, and the
 * restore drill calls a database with such a constraint not whole.
 */
export function neverValidated(migrations: readonly { name: string; text: string }[]): string[] {
  const statements = migrations.flatMap(({ name, text }) =>
    statementsOf(text).map((statement) => ({ name, statement })),
  )
  return statements.flatMap(({ name, statement }, index) => {
    const table = /\balter table (?:only |if exists )*(\w+)/.exec(statement)?.[1]
    return [...statement.matchAll(/\badd constraint (\w+)\b[^,]*\bnot valid\b/g)]
      .map(([, constraint]) => constraint!)
      .filter((constraint) => {
        const later = new RegExp(
          `\\balter table (only |if exists )*${table}\\b.*\\b(validate|drop) constraint (if exists )?${constraint}\\b`,
        )
        return !statements.slice(index + 1).some((next) => later.test(next.statement))
      })
      .map((constraint) => `${name} adds ${constraint} \`not valid\`, and no later migration validates it`)
  })
}

/** Migrations after the baseline that would break or block the servers of the previous release. */
export function brokenMigrations(root: string): string[] {
  const folder = join(root, 'apps', 'server', 'migrations')
  const migrations = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && name > baseline)
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  return [
    ...migrations.flatMap(({ name, text }) => [...contractions(text), ...locks(text)].map((what) => `${name} ${what}`)),
    ...neverValidated(migrations),
  ]
}
