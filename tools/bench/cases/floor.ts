import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setupSteps } from '@archwire/contract/tech-workflows/steps.ts'
import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import { priceCase } from '@archwire/contract/rx-forms/price-case.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import pg from 'pg'
import { readConfig } from '../../../apps/server/src/config.ts'
import { approveBy, nextBusinessDate } from '../../../apps/server/src/modules/calendar/rules.ts'
import { refreshCaseRows } from '../../../apps/server/src/modules/case-core/case-row.sql.ts'
import { listByNumber, listSearch } from './floor-lists.sql.ts'
import { onePatient } from './floor-one.sql.ts'
import { answerSubmitted, insertSubmitted, type SubmitValues } from './floor-submit.sql.ts'
import { prepare, prepareFrom } from './prepared.ts'

/**
 * The floor: the cost of reading and writing the same rows without any checks. node:http, prepared statements, JSON
 * built by PostgreSQL; no session, no contract, no rules, no labels, no log. A separate program; reads DATABASE_URL, DATABASE_POOL and PORT.
 */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL),
  application_name: 'archwire-floor',
})
/** With a name it is prepared; without one it is planned anew for its values. */
const text = (name: string | undefined, statement: string, values: unknown[]): Promise<string> =>
  pool.query<{ body: string }>({ name, text: statement, values }).then(({ rows }) => rows[0]!.body)

const detail = prepare<{ id: unknown }>('one', ({ id }) => onePatient(id))
const { labZone: zone, productionDays, printDays } = readConfig({ NODE_ENV: 'test' })
const insert = prepare<SubmitValues>('insert', insertSubmitted)
const answer = prepare<{ rxForm: unknown; user: unknown; key: unknown }>('answer', answerSubmitted)
const refresh = await prepareFrom('refresh', refreshCaseRows)

/** The prices that hold: a list never changes, and practices of the bench have no prices of their own. */
const { rows: lists } = await pool.query<{ prices: PriceList }>(
  `select prices || jsonb_build_object('version', version) as prices from price_lists order by version desc limit 1`,
)
const { prices } = lists[0]!

const contains = (word: string) => `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

function list(query: URLSearchParams): Promise<string> {
  const search = query.get('filter[search]')
  if (search) {
    const words = search.split(' ')
    const code = /^C-(\d+)$/.exec(search)?.[1]
    return text(undefined, listSearch(words.length), [...words.map(contains), contains(` | ${search} | `), code])
  }
  return text('list', listByNumber, [Number(query.get('page') ?? 1)])
}

/** Writes what the product writes, in one transaction; the person comes from a header, because there is no session. */
async function submit(organization: number, headers: http.IncomingHttpHeaders, form: string): Promise<string> {
  const at = new Date()
  const values = JSON.parse(form) as RxFormValues
  const arrival = nextBusinessDate({ at, zone, offset: productionDays, method: undefined })
  const key = headers['idempotency-key'] ?? randomUUID()
  const user = Number(headers['x-user'])
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await insert(client, {
      organization,
      user,
      key,
      form,
      hash: '',
      at,
      arrival,
      approveBy: approveBy({ ship: null, arrival }, { zone, printDays }),
      priceLines: JSON.stringify(priceCase(values, prices).lines),
      steps: setupSteps({ ...values, impression_type: values.impression_type! }),
    })
    const { patient_id, id } = rows[0] as { patient_id: number; id: number }
    await refresh(client, { ids: [patient_id] })
    const answered = await answer(client, { rxForm: id, user, key })
    await client.query('commit')
    return (answered.rows[0] as { body: string }).body
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function respond(request: http.IncomingMessage): Promise<string> {
  const url = new URL(request.url ?? '/', 'http://floor')
  const [, , , , id, what] = url.pathname.split('/')
  if (url.pathname === '/readyz') return pool.query('select 1').then(() => '{}')
  if (what === 'rx_forms') {
    let form = ''
    for await (const piece of request.setEncoding('utf8')) form += piece as string
    return submit(Number(id), request.headers, form)
  }
  if (id === undefined) return list(url.searchParams)
  return detail(pool, { id: Number(id) }).then(({ rows }) => (rows[0] as { body: string }).body)
}

const server = http.createServer((request, response) => {
  respond(request).then(
    (body) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body),
    (error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    },
  )
})
server.keepAliveTimeout = 72_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => {
  server.close(() => void pool.end().then(() => process.exit(0)))
  server.closeAllConnections()
})
