import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../../../apps/server/src/db/client.ts'
import { refreshAll } from '../../../apps/server/src/modules/search/index.ts'
import { openPortals, type Portals } from '../cases/portal.ts'
import { firstNames, lastNames } from '../data/names.ts'
import type { BenchOptions } from '../suite.ts'

/** Most milliseconds of a key in 99 of 100 cases, by how many people type at once. */
const targets = { 1: 100, 4: 300 } as const
type Clients = keyof typeof targets

/** What people type; each is asked with other names and numbers in turn. */
const typed: Record<string, (n: number) => string> = {
  'a letter': (n) => lastName(n)[0]!,
  'two letters': (n) => lastName(n).slice(0, 2),
  'a last name': lastName,
  'both names': (n) => `${lastName(n)} ${firstNames[n % firstNames.length]}`,
  'a name that nobody has': (n) => `${lastName(n)}qx`,
  'part of a number': (n) => String(100 + ((n * 7_919) % 900)),
  'a label’s code': (n) => `C-${1 + ((n * 7_919) % 20_000)}`,
  'part of a tracking number': (n) => String(100_000 + ((n * 7_919_777) % 900_000)),
}

function lastName(n: number): string {
  return lastNames[(n * 37 + 11) % lastNames.length]!
}

/** The palette's search over a lab's records of all kinds, by people of the lab and owners of the biggest practices. */
export async function paletteSuite(options: BenchOptions): Promise<void> {
  const say = (text: string) => process.stderr.write(`${text}\n`)
  const portals = await openPortals(options.patients, say, options.profile)
  try {
    await fillIndex(portals, say)
    const lines = []
    for (const [name, keywordOf] of Object.entries(typed)) {
      if (!name.includes(options.only)) continue
      for (const [who, tokens] of [
        ['the lab', portals.known.lab],
        ['owners', portals.known.owners],
      ] as const)
        for (const clients of [1, 4] as const)
          lines.push(
            await measure(portals, { name: `${name}, ${who}`, keywordOf, tokens, clients, seconds: options.seconds }),
          )
    }
    report(lines, options)
  } finally {
    await portals.close()
  }
}

/** Practices and people are found in the index of the global search. */
async function fillIndex({ database }: Portals, say: (text: string) => void): Promise<void> {
  const { user, password, host, port, database: name } = database
  const url = `postgres://${user}:${encodeURIComponent(password ?? '')}@${host}:${port}/${name}`
  const connection = connect(url, { pool: 1, name: 'archwire-bench', durable: false })
  try {
    say(`${await refreshAll({ db: connection.db })} documents`)
  } finally {
    await connection.close()
  }
  await database.query('vacuum analyze search_documents')
  await database.query('vacuum analyze search_words')
}

interface Asked {
  name: string
  keywordOf: (n: number) => string
  tokens: readonly string[]
  clients: Clients
  seconds: number
}

async function measure({ product }: Portals, { name, keywordOf, tokens, clients, seconds }: Asked) {
  const ask = async (client: number, n: number): Promise<number> => {
    const since = performance.now()
    const answer = await fetch(`${product.url}/api/v1/palette?${new URLSearchParams({ keyword: keywordOf(n) })}`, {
      headers: { authorization: `Bearer ${tokens[client % tokens.length]}` },
    })
    const body = await answer.text()
    if (answer.status !== 200) throw new TypeError(`${name} answers ${answer.status}: ${body}`)
    return performance.now() - since
  }
  for (let n = 0; n < 10; n += 1) await ask(0, n)
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = client; performance.now() < until; n += clients) times.push(await ask(client, n))
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
  writeFileSync(join(folder, 'palette.json'), JSON.stringify({ at: new Date(), options, lines }, null, 1))
}
