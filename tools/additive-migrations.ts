import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The schema that the first release began with. What came later runs under servers of the release before it. */
const firstRelease = '202611210007_cases_requests.sql'

/** What takes something away that the previous release may still use, or asks for what it does not write. */
const contracting: [what: string, pattern: RegExp][] = [
  ['drops a table', /\bdrop table\b/],
  ['drops a column', /\bdrop column\b/],
  ['renames', /\balter (table|type)\b.*\brename\b/],
  ['changes the type of a column', /\balter column \S+ (set data )?type\b/],
  ['forbids null in a column that exists', /\balter column \S+ set not null\b/],
]
const newColumn = /\badd column\b[^,]*/g

/**
 * Why a migration is not additive (rule 46: expand, then contract in a later release); empty when it is, or when it says
 * `-- contract: since <release>`, the release whose servers no longer need what goes.
 */
export function contractions(text: string): string[] {
  if (/^-- contract: since \S+/m.test(text)) return []
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\([^()]*\)/g, '').replaceAll(/\s+/g, ' '))
  // A table that this file makes is nobody's yet.
  const made = new Set(
    [...text.toLowerCase().matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, name]) => name),
  )
  return statements
    .filter((statement) => !made.has(/\balter table (?:only |if exists )*(\w+)/.exec(statement)?.[1] ?? ''))
    .flatMap((statement) => [
      ...contracting.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what),
      ...(statement.match(newColumn) ?? [])
        .filter((column) => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column))
        .map(() => 'adds a column that must be filled and has no default'),
    ])
}

/** Migrations since the first release that would break the servers of the release before. */
export function brokenMigrations(root: string): string[] {
  const folder = join(root, 'apps', 'server', 'migrations')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && name > firstRelease)
    .flatMap((name) => contractions(readFileSync(join(folder, name), 'utf8')).map((what) => `${name} ${what}`))
}
