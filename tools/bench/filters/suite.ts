import type { PatientSearchKey } from '@archwire/contract/patients/search.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measure, middle, ratioOf } from '../cases/measure.ts'
import { openPortals, type Portals } from '../cases/portal.ts'
import { listPath, scenariosFor } from '../cases/scenarios.ts'
import { median } from '../load.ts'
import type { BenchOptions } from '../suite.ts'
import { valuesFor, variedSql } from './values.ts'

/** Most milliseconds of a filter: the median, and any one call. */
const target = { p50: 150, slowest: 500 }
/** A filter alone is asked at least this often. */
const leastCalls = 15
const defaultList = 'list, page 1 with total'

interface Line {
  filter: string
  value: string
  /** How many cases the list has, as it says it. */
  found: string
  calls: number
  p50: number
  slowest: number
  met: boolean
}

/** Each filter of the lab's list alone, by a value that finds many cases and one that finds few (docs/bench.md). */
export async function filtersSuite(options: BenchOptions): Promise<void> {
  const say = (text: string) => process.stderr.write(`${text}\n`)
  const portals = await openPortals(options.patients, say, options.profile)
  try {
    const list = scenariosFor(portals.known).filter(({ name }) => name === defaultList)
    // Before the data is varied: the floor reads the same rows.
    const { product, floor } = (await measure(portals, list, options.seconds, say)).get(defaultList)!
    const ratio = ratioOf(product, floor)
    for (const statement of variedSql(portals.sizes)) await portals.database.query(statement)
    const lines: Line[] = []
    for (const [key, values] of Object.entries(await valuesFor(portals.database, portals.sizes)))
      for (const value of values ?? [])
        if (key.includes(options.only)) {
          say(`${key} ${value}`)
          lines.push(await measureFilter(portals, key as PatientSearchKey, value!, options.seconds))
        }
    report(lines, { ratio, product: middle(product, 'rate'), floor: middle(floor, 'rate') }, options)
  } finally {
    await portals.close()
  }
}

/** Sends calls with one filter for people of the lab in turn, awaiting each response. */
async function measureFilter(portals: Portals, key: PatientSearchKey, value: string, seconds: number): Promise<Line> {
  const { product, known } = portals
  const path = `${listPath}?${new URLSearchParams({ [key]: value })}`
  let total = ''
  const ask = async (index: number): Promise<number> => {
    const since = performance.now()
    const answer = await fetch(product.url + path, {
      headers: { authorization: `Bearer ${known.lab[index % known.lab.length]}` },
    })
    const body = (await answer.json()) as { meta: { total: number; total_is_at_least?: boolean } }
    if (answer.status !== 200) throw new TypeError(`${path} answers ${answer.status}: ${JSON.stringify(body)}`)
    total = `${body.meta.total_is_at_least ? '≥ ' : ''}${body.meta.total.toLocaleString('en')}`
    return performance.now() - since
  }
  // Statements are prepared, and planned for any value, after the first few on a connection.
  for (let index = 0; index < leastCalls; index += 1) await ask(index)
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  for (let index = 0; index < leastCalls || performance.now() < until; index += 1) times.push(await ask(index))
  const [p50, slowest] = [median(times), Math.max(...times)]
  const met = p50 <= target.p50 && slowest <= target.slowest
  return { filter: key, value, found: total, calls: times.length, p50, slowest, met }
}

const shortened = (value: string): string => (value.length > 40 ? `${value.slice(0, 39)}…` : value)

function report(lines: Line[], list: { ratio: number; product: number; floor: number }, options: BenchOptions): void {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const heads = ['filter alone', 'value', 'cases', 'p50 ms', 'slowest ms', '']
  console.log(
    [
      '',
      row(heads),
      row(heads.map(() => '---')),
      ...lines.map(({ filter, value, found, p50, slowest, met }) =>
        row([filter, shortened(value), found, p50.toFixed(1), slowest.toFixed(1), met ? 'met' : 'missed']),
      ),
      '',
      `${options.patients.toLocaleString('en')} patients; ${options.seconds} s each; target p50 ≤ ${target.p50} ms, none over ${target.slowest} ms: ${lines.filter(({ met }) => met).length} of ${lines.length} met`,
      `default list: ${list.product.toFixed(0)} / ${list.floor.toFixed(0)} requests/s, ${list.ratio.toFixed(2)} of the floor; target ≥ 0.75: ${list.ratio >= 0.75 ? 'met' : 'missed'}`,
    ].join('\n'),
  )
  const folder = join(import.meta.dirname, '..', '..', '..', '.cache', 'bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'filters.json'), JSON.stringify({ at: new Date(), options, list, lines }, null, 1))
}
