// Frozen: the authority on who reads which rows is PostgreSQL's row-level security, which the tests run twice under
// (apps/server/test). This check finds slips early; its grammar of SQL is not extended.
import { isTenantTable, tenants, type TenantTable } from '../apps/server/src/db/tenant-tables.ts'
import { acrossOrganizations } from './across-organizations.ts'
import type { Side } from './sql-cursor.ts'
import { blocksOf, type Block, type Named } from './sql-statements.ts'
import { sqlTexts, tokensOf, type SqlText } from './sql-texts.ts'

/**
 * The rule of raw SQL, for every text of the server's sources that names a tenant table:
 *
 * 1. A tenant table is *reached* when it comes out of `rows(scope, …)`; when `${inScope(scope, …)}` (or `caseCondition`,
 *    `organizationCondition`) restricts its alias; or when its organization_id equals the organization_id of something
 *    that is reached, or of a fact: `${locked.organization_id}`, never of what was sent. A name that the text does not
 *    declare is reached where the text that does declares it.
 * 2. Every tenant table of every SELECT, UPDATE and DELETE is reached; the condition stands in WHERE, or in the ON of the
 *    join, beside no OR. Every INSERT names organization_id.
 * 3. Whoever acts across organizations says `labScope`, and stands in across-organizations.ts with a reason.
 *
 * What it cannot see: whether a fact was read within the scope, names that are put together at run time, and whether the
 * keys besides the organization are the right ones. For that there is the second proof (row-policies.test.ts).
 */
export function unscopedSql({ path, text }: { path: string; text: string }): string[] {
  if (!isChecked(path)) return []
  const hides = namesTables.test(path)
  const broken = sqlTexts(text).flatMap((sqlText) => problemsOf(sqlText, hides))
  for (const [, table] of text.matchAll(/\b\w*[jJ]oin\w*\(\s*'(\w+)/g))
    if (isTenantTable(table!)) broken.push(`${table}: a join by the builder; write it in SQL, by organization_id`)
  if (!namesTables.test(path))
    for (const [, table] of text.matchAll(/\bsql\.(?:table|ref|id|raw)\(\s*['"`](\w+)['"`]/g))
      if (isTenantTable(table!)) broken.push(`${table}: named out of sight; only scope.ts and records.ts may`)
  for (const { 1: call, 2: tables, index } of text.matchAll(byBuilder)) {
    const isScoped = call === 'from' && /\bscoped\([^()]*\)\s*$/.test(text.slice(Math.max(0, index - 160), index))
    for (const [, table] of tables!.matchAll(/'(\w+)/g))
      if (isTenantTable(table!) && !isScoped)
        broken.push(`${table}: named by the builder; only scoped() keeps it within reach`)
  }
  if (!makesScopes.test(path) && /\bkind: *'(?:lab|practice|partner)'(?! *\|)/.test(text))
    broken.push('a scope made by hand; it comes from the session, or is labScope')
  return [...broken.map((problem) => `${path}: ${problem}`), ...across(path, text)]
}

/** `.from('patients')`, `.using(['pins as n', …])`, `eb.selectFrom('rx_forms')`. */
const byBuilder = /\.(from|using|selectFrom|updateTable|deleteFrom|insertInto|mergeInto)\(\s*(\[[^\]]*\]|'[^']*')/g

function problemsOf(text: SqlText, mayHide: boolean): string[] {
  const blocks = blocksOf(text)
  const queries = new Set(blocks.flatMap(({ parent }) => [...(parent?.queries.keys() ?? [])]))
  const words = tokensOf(text).map((token) => ('word' in token ? token.word : ''))
  const whole = words.flatMap((word, at) => {
    const next = words[at + 1] === 'only' ? words[at + 2] : words[at + 1]
    return isWhole(word, words[at - 1]) && isTenantTable(next ?? '') ? [next!] : []
  })
  const inserts = blocks.some(({ tables }) =>
    tables.some(({ kind, table }) => kind === 'insert' && isTenantTable(table)),
  )
  return [
    ...(text.tagged && words.length > 1 && words[0] === 'or'
      ? ['a text that begins with OR would void the conditions before it; write them in brackets']
      : []),
    ...(inserts ? text.expressions.filter((expression) => expression.endsWith('_id') && isSent(expression)) : []).map(
      (sentOne) => `${sentOne}: the organization of a new row was sent`,
    ),
    ...blocks.flatMap((block) => block.tables.flatMap((named) => problemOf(named, mayHide))),
    ...[...queries].filter(isTenantTable).map((name) => `${name}: a query of WITH that is named like a table hides it`),
    ...whole.map((name) => `${name}: a command on the whole table`),
  ]
}

/** Whether an expression is an organization that came with the request. */
function isSent(expression: string): boolean {
  const [, alias, column] = organizationOf.exec(expression) ?? []
  const names = (alias ?? '').split(/\??\./)
  return names.some((name) => sent.test(name) || (column === 'organization_id' && maybeSent.test(name)))
}
const organizationOf = /^([\w?.]+?)\??\.(organization_id|organizationId)(?: \?\? null)?$/

/** Commands that take a whole table: `table patients`, `truncate patients`, `copy`, `lock`, `merge into`. */
const isWhole = (word: string, before: string | undefined): boolean =>
  ['truncate', 'copy', 'lock'].includes(word) ||
  (word === 'table' && !['create', 'alter', 'drop'].includes(before ?? '')) ||
  (word === 'into' && before === 'merge')

/** Code that names tables at run time, each within a scope. */
const namesTables = /^apps\/server\/src\/(db\/scope|kernel\/records)\.ts$/
const makesScopes = /^apps\/server\/src\/(db\/.*|modules\/auth\/sessions)\.ts$/

/** Demo data is made by the lab, through the product's own commands; tools of operators read across organizations. */
const isChecked = (path: string): boolean =>
  /^apps\/server\/src\/(modules|kernel|services|jobs|stream|http|db)\/.*\.ts$/.test(path) &&
  !/\.test\.ts$|\.gen\.ts$/.test(path)

function problemOf(named: Named, mayHide: boolean): string[] {
  const { table, alias, kind } = named
  if (kind === 'hidden')
    return mayHide ? [] : [`${table}: hides which table is meant; only scope.ts and records.ts may`]
  if (!isTenantTable(table) || isQuery(table, named.block)) return []
  if (kind === 'insert') {
    if (!namesOrganization(named)) return [`insert into ${table}: names no organization_id`]
    return changesOthers(named)
      ? [
          `insert into ${table}: its conflict changes a row of whoever has it; say where organization_id = excluded.organization_id`,
        ]
      : []
  }
  if (isReached(named, new Set())) return []
  const as = alias === table ? table : `${table} ${alias}`
  return [`${as}: out of scope; use rows() or inScope(), or join it by organization_id`]
}

const namesOrganization = ({ columns }: Named): boolean =>
  columns.some((token) => 'word' in token && token.word === 'organization_id')

/** Whether ON CONFLICT DO UPDATE finds its row by something other than the organization, too. */
function changesOthers({ conflict }: Named): boolean {
  const text = conflict.map((token) => ('word' in token ? token.word : '${}')).join(' ')
  if (!/\bdo update\b/.test(text)) return false
  const [, target] = /^on conflict \( ([^()]*) \)/.exec(text) ?? []
  return (
    !/\borganization_id\b/.test(target ?? '') &&
    !/\bwhere .*\borganization_id = excluded \. organization_id\b(?!.* or )/.test(text)
  )
}

/** The arms of a query of WITH that has this name here. */
function isQuery(table: string, block: Block | undefined): Block[] | undefined {
  return block && (block.queries.get(table) ?? isQuery(table, block.parent))
}

function isReached(named: Named, asked: Set<Named>): boolean {
  if (asked.has(named)) return false
  asked.add(named)
  const { block, alias, kind } = named
  if (kind === 'rows') return true
  if (kind === 'insert') return namesOrganization(named)
  const arms = kind === 'subselect' ? named.arms : isQuery(named.table, block)
  if (arms) return arms.length > 0 && arms.every((arm) => answersReached(arm, asked))
  const counts = ({ only }: { only: string | undefined }) => only === undefined || only === alias
  return (
    block.restrictions.some((restriction) => counts(restriction) && restricts(restriction.expression, named)) ||
    block.links.some(
      (link) =>
        counts(link) &&
        ((isOf(link.sides[0], named) && isSafe(link.sides[1], named, asked)) ||
          (isOf(link.sides[1], named) && isSafe(link.sides[0], named, asked))),
    )
  )
}

/** Whether the organization that a query returns is that of something reached. */
function answersReached({ tables, answers }: Block, asked: Set<Named>): boolean {
  const reached = (some: Named[]) => some.length > 0 && some.every((inner) => isReached(inner, asked))
  if (answers.length === 0) return tables.some((inner) => isReached(inner, asked))
  return answers.every((alias) =>
    alias === null || alias === '*' ? reached(tables) : reached(tables.filter((inner) => inner.alias === alias)),
  )
}

/** Whether an expression is a condition of the scope on this alias that suits the table. */
function restricts(expression: string, { table, alias }: Named): boolean {
  const [, call, first, second] =
    /^(inScope|reach|caseCondition|organizationCondition)\(\s*[\w.]+,\s*'(\w+)'(?:,\s*'(\w+)')?,?\s*\)$/.exec(
      expression,
    ) ?? []
  if (call === undefined) return false
  if (call === 'inScope' || call === 'reach') return first === table && (second ?? first) === alias
  if (first !== alias) return false
  if (table === 'organizations') return call === 'organizationCondition' && second === 'id'
  if (!isTenantTable(table)) return false
  const { reach } = tenants[table as TenantTable]
  return call === 'caseCondition' ? reach === 'patient' : reach === 'organization'
}

const organizationColumn = (table: string): string => (table === 'organizations' ? 'id' : 'organization_id')

/** Whether a side of a comparison is the organization of this table. */
function isOf(side: Side, named: Named): boolean {
  if (!('column' in side) || side.column !== organizationColumn(named.table)) return false
  if (side.alias !== undefined) return side.alias === named.alias
  const { tables } = named.block
  return tables.filter(({ kind }) => kind !== 'insert').length === 1 && tables.includes(named)
}

/** Names that mark data from the request. */
const sent = /^(params|body|query|input|sent|requested|picked|asked|search|edit|change)$/
/** Request data has the API's names; values derived from it have ours (`values.organizationId`). */
const maybeSent = /^(values|form|data|payload|fields)$/

/** Whether a side of a comparison is an organization that is known to be within reach. */
function isSafe(side: Side, { block }: Named, asked: Set<Named>): boolean {
  if ('expression' in side) {
    // `${column('organization_id')}` names a column of the statement that this text goes into.
    if (/^\w+\('organization_id'\)$/.test(side.expression)) return true
    return organizationOf.test(side.expression) && !isSent(side.expression)
  }
  if (side.alias === undefined) return false
  const other = declared(side.alias, block)
  if (!other)
    return side.column === 'organization_id' || (side.column === 'id' && /^(o|org|organizations)$/.test(side.alias))
  return side.column === organizationColumn(other.table) && isReached(other, asked)
}

function declared(alias: string, block: Block | undefined): Named | undefined {
  return block && (block.tables.find((table) => table.alias === alias) ?? declared(alias, block.parent))
}

/** Files that act for the lab, and how often they use it. */
function across(path: string, text: string): string[] {
  if (path === 'apps/server/src/db/scope.ts') return []
  const times = [...text.replaceAll(/^import [^;]*? from .*$/gm, '').matchAll(/\blabScope\b/g)].length
  const allowed = acrossOrganizations[path]?.times ?? 0
  if (times === allowed) return []
  return [`${path}: says labScope ${times} times, tools/across-organizations.ts knows ${allowed}; say why there`]
}
