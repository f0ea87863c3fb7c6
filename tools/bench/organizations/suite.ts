import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastNames } from '../data/names.ts'
import { openPortals, type Portals } from '../cases/portal.ts'
import { median } from '../load.ts'
import type { BenchOptions } from '../suite.ts'
import { managers, organizations, practicesSql } from './data.sql.ts'

/** Most milliseconds for a page of the list, and most statements: the session's look-up and one. */
const target = { p50: 25, statements: 2 }
const patients = 2_000
const path = '/api/v1/organizations'

interface Line {
  name: string
  statements: number
  p50: number
  p95: number
  met: boolean
}

/** Each list with its addresses, which are asked for in turn. */
const lists: Record<string, string[]> = {
  'page 1': [path],
  'page 100': [`${path}?page=100`],
  'search by name': Array.from(
    { length: 40 },
    (_, index) => `${path}?searchString=${encodeURIComponent(lastNames[(index * 37 + 11) % lastNames.length]!)}`,
  ),
  'of one person of the lab': Array.from(
    { length: managers },
    (_, index) => `${path}?customerServiceManager=${index + 1}`,
  ),
  archived: [`${path}?archived=1`],
}

/** The list of organizations with 20,000 of them, one call after the other. One line per list (docs/bench.md). */
export async function organizationsSuite(options: BenchOptions): Promise<void> {
  const say = (text: string) => process.stderr.write(`${text}\n`)
  const portals = await openPortals(patients, say, options.profile)
  try {
    say(`making ${organizations} organizations`)
    for (const statement of practicesSql(portals.sizes)) await portals.database.query(statement)
    const lines: Line[] = []
    for (const [name, paths] of Object.entries(lists)) {
      if (!name.includes(options.only)) continue
      say(name)
      lines.push(await measure(portals, name, paths, options.seconds))
    }
    report(lines, options)
  } finally {
    await portals.close()
  }
}

/** Sends calls in turn for people of the lab, awaiting each response. */
async function measure(portals: Portals, name: string, paths: string[], seconds: number): Promise<Line> {
  const { product, known } = portals
  const callOf = (index: number) => ({
    method: 'GET' as const,
    path: paths[index % paths.length]!,
    headers: { authorization: `Bearer ${known.lab[index % known.lab.length]}` },
  })
  const ask = async (index: number): Promise<number> => {
    const call = callOf(index)
    const since = performance.now()
    const answer = await fetch(product.url + call.path, { headers: call.headers })
    const body = (await answer.json()) as { organizations: unknown[] }
    if (answer.status !== 200) throw new TypeError(`${call.path} answers ${answer.status}: ${JSON.stringify(body)}`)
    if (body.organizations.length === 0) throw new TypeError(`${call.path} shows no organization`)
    return performance.now() - since
  }
  const statements = await portals.statementsOf(callOf(0))
  for (let index = 0; index < 40; index += 1) await ask(index)
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  for (let index = 0; performance.now() < until; index += 1) times.push(await ask(index))
  times.sort((a, b) => a - b)
  const p50 = median(times)
  const met = p50 <= target.p50 && statements <= target.statements
  return { name, statements, p50, p95: times[Math.floor(times.length * 0.95)]!, met }
}

function report(lines: Line[], options: BenchOptions): void {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log(
    [
      '',
      row([
        `list of ${organizations.toLocaleString('en')} organizations`,
        'statements',
        'p50 ms',
        'p95 ms',
        'target',
        '',
      ]),
      row(['---', '---', '---', '---', '---', '---']),
      ...lines.map(({ name, statements, p50, p95, met }) =>
        row([
          name,
          String(statements),
          p50.toFixed(1),
          p95.toFixed(1),
          `p50 ≤ ${target.p50} ms, ${target.statements} statements`,
          met ? 'met' : 'missed',
        ]),
      ),
      '',
      `${options.seconds} s each; ${lines.filter(({ met }) => met).length} of ${lines.length} targets met`,
    ].join('\n'),
  )
  const folder = join(import.meta.dirname, '..', '..', '..', '.cache', 'bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'organizations.json'), JSON.stringify({ at: new Date(), options, lines }, null, 1))
}
