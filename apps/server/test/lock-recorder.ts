import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** The order of row locks that ARCHITECTURE.md states: the number of each table's row. */
export function statedOrder(): Map<string, number> {
  const text = readFileSync(join(import.meta.dirname, '..', '..', '..', 'ARCHITECTURE.md'), 'utf8')
  const rows = text.matchAll(/^\| (\d+) \| ([^|]+) \|/gm)
  return new Map([...rows].flatMap(([, number, names]) => tablesOf(names!).map((name) => [name, Number(number)])))
}
const tablesOf = (cell: string): string[] => [...cell.matchAll(/`(\w+)`|(patient names)/g)].map(([, a, b]) => a ?? b!)

/** A lock of a patient's name; it is taken after the rows that the same statement locks. */
const nameLock = /pg_advisory_xact_lock\(hashtextextended\(alike\(/
const lockClause = /\bfor (?:no key update|update|key share|share)\b(?: of "?(\w+)"?)?/g

const known = new Map<string, readonly string[]>()

/** The tables whose rows a statement locks, in the order of its text, which is read once however often it is sent. */
export function locksOf(statement: string): readonly string[] {
  const locks = known.get(statement) ?? readLocks(statement)
  known.set(statement, locks)
  return locks
}

function readLocks(statement: string): string[] {
  const text = statement.replaceAll(/'[^']*'/g, "''")
  const found = [...text.matchAll(lockClause)].flatMap(
    ({ index, 1: alias }) => tableAt(text.slice(0, index), alias) ?? [],
  )
  return [...found, ...(nameLock.test(text) ? ['patient names'] : [])]
}

/** The table that a lock clause after this text is about: the one with the alias, else that of the query that it ends. */
function tableAt(before: string, alias: string | undefined): string | undefined {
  let depth = 0
  let query = ''
  for (let at = before.length - 1; at >= 0; at--) {
    const sign = before.charAt(at)
    if (sign === ')') depth += 1
    else if (sign === '(') depth -= 1
    if (depth < 0) break
    if (depth === 0) query = sign + query
  }
  const named = [...query.matchAll(/\b(?:from|join)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi)]
  const found = alias === undefined ? named[0] : named.find(([, name, as]) => as === alias || name === alias)
  return found?.[1]
}

/**
 * Records the row locks of every transaction of a pool, and compares their order with the stated one. `problems` returns
 * each once.
 */
export function recordLocks(pool: pg.Pool, order = statedOrder()): { problems(): string[] } {
  const problems = new Set<string>()
  pool.on('connect', (client) => {
    let open = false
    let held: string[] = []
    const add = (table: string) => {
      if (!order.has(table)) problems.add(`ARCHITECTURE.md does not say when ${table} is locked`)
      for (const before of held)
        if (before !== table && order.get(before)! >= order.get(table)!) problems.add(`${before} before ${table}`)
      held.push(table)
    }
    const query = client.query.bind(client) as (...sent: unknown[]) => unknown
    client.query = ((...sent: unknown[]) => {
      const text = typeof sent[0] === 'string' ? sent[0] : ((sent[0] as { text?: string } | null)?.text ?? '')
      if (/^\s*(?:begin|start transaction)\b/i.test(text)) [open, held] = [true, []]
      else if (/^\s*(?:commit|rollback)\s*$/i.test(text)) open = false
      // Outside of a transaction, a lock ends with its statement.
      if (!open) held = []
      for (const table of locksOf(text)) add(table)
      return query(...sent)
    }) as never
  })
  return {
    problems() {
      const found = [...problems].sort()
      problems.clear()
      return found
    },
  }
}
