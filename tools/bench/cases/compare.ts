import type pg from 'pg'
import type { Call } from '../load.ts'
import type { Scenario } from './scenarios.ts'

/**
 * Sends the same calls to the product and the floor (floor.ts), up to 60 per scenario, and throws on the first
 * difference: a floor that returns less would not be a floor.
 */
export async function compareAnswers(product: string, floor: string, scenarios: readonly Scenario[]): Promise<void> {
  for (const { name, calls } of scenarios) {
    if (typeof calls === 'function') continue
    for (const call of calls.slice(0, 60)) {
      const [ours, theirs] = [await ask(product, call), await ask(floor, call)]
      const difference = differ(ours, theirs, '')
      if (difference) throw new TypeError(`${name}: product and floor answer ${call.path} differently at ${difference}`)
    }
  }
}

/**
 * Submits one case to each and throws unless responses and written rows are the same but for ids, times and the name.
 */
export async function compareSubmits(
  product: string,
  floor: string,
  scenario: Scenario,
  database: pg.Client,
): Promise<void> {
  if (typeof scenario.calls !== 'function') return
  // Both into the practice of one call, so that location and owner are the same.
  const first = scenario.calls()
  const [ours, theirs] = await Promise.all([product, floor].map((url, index) => submitOnce(url, first, 'AB'[index]!)))
  const written = await rowsOf(database, [ours!.patient, theirs!.patient])
  const difference = differ(ours!.answer, theirs!.answer, '') ?? differ(written[0], written[1], 'rows written')
  if (difference) throw new TypeError(`submit: product and floor differ at ${difference}`)
}

async function submitOnce(url: string, call: Call, letter: string): Promise<{ answer: unknown; patient: number }> {
  const answer = (await ask(url, {
    ...call,
    headers: { ...call.headers, 'idempotency-key': `compare-${letter}-${process.pid}` },
    body: call.body!.replace(/"last_name":"[^"]*"/, `"last_name":"Compare ${letter}"`),
  })) as { rx_form: { patient_id: number } }
  return { answer: plain(answer), patient: answer.rx_form.patient_id }
}

/** All rows of each of these new cases, by table, without ids and times, in the order they were written. */
async function rowsOf(database: pg.Client, patients: number[]): Promise<unknown[]> {
  const { rows: tables } = await database.query<{ name: string; column: string }>(`
    select table_name as name, min(column_name) as column from information_schema.columns
    where table_schema = 'public' and (column_name = 'patient_id' or (table_name, column_name) = ('patients', 'id')) group by 1`)
  const own = tables.map(({ name, column }): [name: string, condition: string] => [name, `t."${column}" = $1`])
  const others: [name: string, condition: string][] = [
    ['tech_workflow_processes', 't.tech_workflow_id in (select id from tech_workflows where patient_id = $1)'],
    [
      'outbox',
      `(t.payload ->> 'id')::int = $1 or (t.payload ->> 'history_id')::int in (select id from case_history where patient_id = $1)`,
    ],
  ]
  const found: Record<string, unknown>[] = patients.map(() => ({}))
  for (const [name, condition] of [...own, ...others])
    for (const [index, patient] of patients.entries()) {
      const { rows } = await database.query<{ row: object }>(
        `select to_jsonb(t) as row from ${name} t where ${condition} order by t.ctid`,
        [patient],
      )
      if (rows.length > 0) found[index]![name] = rows.map(({ row }) => plain(row))
    }
  return found
}

/** Removes what must differ between two cases: ids, times, keys, and the letter of the name. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/"(\w*_id|id)":\s?\d+/g, '"$1":0')
      .replaceAll(/"(key|body_hash)":\s?"[^"]*"/g, '"$1":""')
      .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"a moment"')
      .replaceAll(/\b(compare) ?[ab]\b/gi, '$1')
      .replaceAll(/\bc-\d+/gi, 'C-'),
  )

async function ask(url: string, { method, path, headers, body }: Call): Promise<unknown> {
  const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const said = await answer.text()
  if (!answer.ok) throw new TypeError(`${method} ${path} answers ${answer.status}: ${said}`)
  return JSON.parse(said)
}

/** Where two responses differ; undefined when they are equivalent. Signatures of links are not compared. */
function differ(a: unknown, b: unknown, path: string): string | undefined {
  if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = differ((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${path}.${key}`)
      if (found) return found
    }
    return undefined
  }
  return means(a, path) === means(b, path) ? undefined : `${path}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`
}

/** What is compared of a value. */
function means(value: unknown, path: string): unknown {
  if (typeof value !== 'string') return value
  if (value.startsWith('/storage/object?')) return new URLSearchParams(value.slice(value.indexOf('?'))).get('k')
  // A cursor is JSON; PostgreSQL writes it with blanks.
  if (path.endsWith('.meta.next')) return JSON.stringify(JSON.parse(Buffer.from(value, 'base64url').toString()))
  return value
}
