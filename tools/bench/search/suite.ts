import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../../../apps/server/src/db/client.ts'
import { refreshAll } from '../../../apps/server/src/modules/search/index.ts'
import { openPortals, type Portals } from '../cases/portal.ts'
import { firstNames, lastNames } from '../data/names.ts'
import { organizations, practicesSql } from '../organizations/data.sql.ts'
import type { BenchOptions } from '../suite.ts'

/** Most milliseconds of a page in 99 of 100 cases, by how many people search at once. */
const targets = { 1: 150, 4: 300 } as const
const documentsInAll = 320_000

/** Members of practices, until organizations, locations and people are so many documents. */
const peopleSql = (first: number) => [
  `insert into users (id, first_name, last_name, email, account_number, role, email_verified_at, created_at, updated_at)
   overriding system value select (select max(id) from users) + n, (array[${firstNames.map((name) => `'${name.replaceAll("'", "''")}'`).join(',')}])[1 + n % ${firstNames.length}],
     (array[${lastNames.map((name) => `'${name.replaceAll("'", "''")}'`).join(',')}])[1 + (n / 7) % ${lastNames.length}],
     'searched' || n || '@bench.example', 'UB-' || lpad(n::text, 7, '0'), 'staff_member', now(), now() - n * interval '20 minutes', now()
   from generate_series(1, greatest(0, ${documentsInAll} - (select count(*)::int from users) - (select count(*)::int from organizations)
     - (select count(*)::int from locations where deleted_at is null))) n`,
  `insert into memberships (id, organization_id, user_id, role, created_at)
   overriding system value select (select max(id) from memberships) + u.id, ${first} + u.id % ${organizations - 100}, u.id, 'organization_member', now() from users u
   where u.email like 'searched%' and exists (select 1 from organizations o where o.id = ${first} + u.id % ${organizations - 100})`,
  'vacuum analyze users',
]

/** Queries as people make them; each is asked with other names in turn. */
const queries: Record<string, (n: number) => object> = {
  'first page': () => ({ sort: ['full_name_sort:asc'] }),
  'last name': (n) => ({ q: lastNames[(n * 37 + 11) % lastNames.length] }),
  'two words, one with a typo': (n) => {
    const name = lastNames[(n * 53 + 5) % lastNames.length]!
    return { q: `${firstNames[n % firstNames.length]} ${name.slice(0, 2)}${name.slice(3)}` }
  },
  'beginning of a word': (n) => ({ q: lastNames[(n * 29 + 3) % lastNames.length]!.slice(0, 2) }),
  'filters and facets': (n) => ({
    filter: [['filter = organization', 'filter = doctor'], `status = ${1 + (n % 5)}`],
    facets: ['filter', 'status', 'payments', 'fees', 'organization_types', 'invoice_versions'],
    sort: ['joined_timestamp:desc'],
  }),
  'sorted by cases': () => ({ sort: ['number_of_cases:desc'] }),
  'page 500': () => ({ page: 500, sort: ['full_name_sort:asc'] }),
}

/** The global search over organizations, locations and people of a big lab (docs/bench.md). */
export async function searchSuite(options: BenchOptions): Promise<void> {
  const say = (text: string) => process.stderr.write(`${text}\n`)
  const portals = await openPortals(options.patients, say, options.profile)
  try {
    say(`making ${organizations} organizations and people for ${documentsInAll} documents`)
    const { partners } = portals.sizes
    for (const statement of [...practicesSql(portals.sizes), ...peopleSql(partners + 1)])
      await portals.database.query(statement)
    await fill(portals, say)
    const lines = []
    for (const [name, queryOf] of Object.entries(queries)) {
      if (!name.includes(options.only)) continue
      for (const clients of [1, 4] as const)
        lines.push(await measure(portals, { name, queryOf, clients, seconds: options.seconds }))
    }
    report(lines, options)
  } finally {
    await portals.close()
  }
}

async function fill({ database }: Portals, say: (text: string) => void): Promise<void> {
  const connection = connect(urlOf(database), { pool: 1, name: 'archwire-bench', durable: false })
  const began = performance.now()
  try {
    const documents = await refreshAll({ db: connection.db })
    say(`${documents} documents in ${Math.round((performance.now() - began) / 1000)} s`)
  } finally {
    await connection.close()
  }
  await database.query('vacuum analyze search_documents')
  await database.query('vacuum analyze search_hits')
  await database.query('vacuum analyze search_words')
}

const urlOf = ({ user, password, host, port, database }: Portals['database']): string =>
  `postgres://${user}:${encodeURIComponent(password ?? '')}@${host}:${port}/${database}`

interface Asked {
  name: string
  queryOf: (n: number) => object
  clients: 1 | 4
  seconds: number
}

async function measure({ product, known }: Portals, { name, queryOf, clients, seconds }: Asked) {
  const keys = await Promise.all(
    known.lab.slice(0, clients).map(async (token) => {
      const answer = await fetch(`${product.url}/api/v1/meilisearch/config`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return ((await answer.json()) as { config: { key: string } }).config.key
    }),
  )
  const ask = async (key: string, n: number): Promise<number> => {
    const since = performance.now()
    const answer = await fetch(`${product.url}/meilisearch/indexes/organizations_users/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ page: 1, hitsPerPage: 25, matchingStrategy: 'all', ...queryOf(n) }),
    })
    const body = (await answer.json()) as { totalHits?: number }
    if (answer.status !== 200) throw new TypeError(`${name} answers ${answer.status}: ${JSON.stringify(body)}`)
    return performance.now() - since
  }
  for (let n = 0; n < 10; n += 1) await ask(keys[0]!, n)
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  await Promise.all(
    keys.map(async (key, client) => {
      for (let n = client; performance.now() < until; n += clients) times.push(await ask(key, n))
    }),
  )
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  return { name, clients, p50: at(0.5), p99: at(0.99), met: at(0.99) <= targets[clients] }
}

function report(lines: Awaited<ReturnType<typeof measure>>[], options: BenchOptions): void {
  for (const { name, clients, p50, p99, met } of lines)
    console.log(
      `${name}, ${clients} at once: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; target p99 ≤ ${targets[clients]} ms: ${met ? 'met' : 'missed'}`,
    )
  const folder = join(import.meta.dirname, '..', '..', '..', '.cache', 'bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'search.json'), JSON.stringify({ at: new Date(), options, lines }, null, 1))
}
