import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayIn } from '@archwire/contract/core/dates.ts'
import { rangeOf, type Preset } from '@archwire/contract/dashboard/ranges.ts'
import type { Dashboard } from '@archwire/contract/dashboard/routes.ts'
import { openPortals, type Portals } from '../cases/portal.ts'
import { median } from '../load.ts'
import type { BenchOptions } from '../suite.ts'

/** Maximum milliseconds for all figures of the dashboard, whatever the range. */
const target = 100
const ranges: readonly Preset[] = ['this_month', 'all_time']
const labZone = 'America/Denver'

interface Line {
  name: string
  p50: number
  p95: number
  met: boolean
}

/**
 * Everything that the dashboard shows, computed now (`live_data=1`), one call after the other as after pressing
 * Refresh: for the whole lab, and for its biggest practice within the lab. One line per range (docs/bench.md).
 */
export async function dashboardSuite(options: BenchOptions): Promise<void> {
  const began = Date.now()
  const say = (text: string) =>
    process.stderr.write(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}\n`)
  const portals = await openPortals(options.patients, say, options.profile)
  try {
    const lines: Line[] = []
    for (const preset of ranges)
      for (const [who, more] of [
        ['the lab', ''],
        ['the biggest practice', `&organization_id=${portals.sizes.partners + 1}`],
      ] as const) {
        const name = `${preset}, ${who}`
        if (!name.includes(options.only)) continue
        say(name)
        lines.push(await measure(portals, name, pathOf(preset) + more, options.seconds))
      }
    report(lines, options)
  } finally {
    await portals.close()
  }
}

function pathOf(preset: Preset): string {
  const { from, to } = rangeOf(preset, dayIn(labZone, new Date()))
  const days = from === null ? '' : `&date_from=${from}&date_to=${to}`
  return `/api/v1/dashboard?live_data=1${days}`
}

/**
 * Sends calls in turn for people of the lab, awaiting each response, three times as long as a measurement of other
 * suites.
 */
async function measure({ product, known }: Portals, name: string, path: string, seconds: number): Promise<Line> {
  const times: number[] = []
  const ask = async (index: number): Promise<number> => {
    const since = performance.now()
    const answer = await fetch(product.url + path, {
      headers: { authorization: `Bearer ${known.lab[index % known.lab.length]}` },
    })
    const body = (await answer.json()) as Dashboard
    if (answer.status !== 200) throw new TypeError(`${path} answers ${answer.status}: ${JSON.stringify(body)}`)
    if (body.counts.total_cases === 0) throw new TypeError(`${path} counts no case`)
    return performance.now() - since
  }
  for (let index = 0; index < 10; index += 1) await ask(index)
  const until = performance.now() + seconds * 3000
  for (let index = 0; performance.now() < until; index += 1) times.push(await ask(index))
  times.sort((a, b) => a - b)
  const p50 = median(times)
  return { name, p50, p95: times[Math.floor(times.length * 0.95)]!, met: p50 <= target }
}

function report(lines: Line[], options: BenchOptions): void {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log(
    [
      '',
      row(['all figures, computed now', 'p50 ms', 'p95 ms', 'target', '']),
      row(['---', '---', '---', '---', '---']),
      ...lines.map(({ name, p50, p95, met }) =>
        row([name, p50.toFixed(1), p95.toFixed(1), `p50 ≤ ${target} ms`, met ? 'met' : 'missed']),
      ),
      '',
      `${options.patients.toLocaleString('en')} patients; ${options.seconds * 3} s each`,
      `${lines.filter(({ met }) => met).length} of ${lines.length} targets met`,
    ].join('\n'),
  )
  const folder = join(import.meta.dirname, '..', '..', '..', '.cache', 'bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'dashboard.json'), JSON.stringify({ at: new Date(), options, lines }, null, 1))
}
