import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { residentMegabytes } from '../server-process.ts'
import type { BenchOptions } from '../suite.ts'
import { growth } from './growth.ts'
import { measure, measureSteady, middle, ratioOf, sides, type Measured } from './measure.ts'
import { openPortals, type Portals } from './portal.ts'
import { scenariosFor, type Scenario } from './scenarios.ts'

const steady = ['list, page 1 with total', 'one patient']
/** At half of the floor's rate the product's slowest responses may take this many times as long as the floor's. */
const steadyTarget = 2

interface Line {
  cells: string[]
  met: boolean | undefined
}

/** Lists, search, one case and submit against the floor, as one table. */
export async function casesSuite(options: BenchOptions): Promise<void> {
  const began = Date.now()
  const say = (text: string) =>
    process.stderr.write(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}\n`)
  if (options.growth) return growth(options, say)
  const portals = await openPortals(options.patients, say, options.profile)
  try {
    const scenarios = scenariosFor(portals.known).filter(({ name }) => name.includes(options.only))
    const statements = new Map<string, number>()
    for (const { name, calls } of scenarios)
      statements.set(name, await portals.statementsOf(typeof calls === 'function' ? calls() : calls[0]!))
    const reads = scenarios.filter(({ calls }) => typeof calls !== 'function')
    const measured = await measure(portals, reads, options.seconds, say)
    const steadyLines: Line[] = []
    for (const scenario of reads.filter(({ name }) => steady.includes(name))) {
      say(`steady rate: ${scenario.name}`)
      steadyLines.push(await steadyLine(portals, scenario, measured.get(scenario.name)!, options.seconds))
    }
    // Last, because seconds of it are weeks of a lab's cases, which no vacuum has seen.
    const writes = scenarios.filter((scenario) => !reads.includes(scenario))
    for (const [name, samples] of await measure(portals, writes, options.seconds, say)) measured.set(name, samples)
    const lines = scenarios.map((scenario) => lineOf(scenario, measured, statements.get(scenario.name)!))
    report(portals, options, [...lines, ...steadyLines], measured)
  } finally {
    await portals.close()
  }
}

const figure = (value: number): string =>
  Number.isNaN(value) ? '–' : value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
const pair = (a: number, b: number): string => `${figure(a)} / ${figure(b)}`

function lineOf({ name, target, floorStatements }: Scenario, all: Map<string, Measured>, statements: number): Line {
  const { product, floor } = all.get(name)!
  const firstPage = all.get('list, page 1 with total')?.product
  const against = target?.against === 'first page' ? firstPage : floor
  const ratio = against ? ratioOf(product, against) : Number.NaN
  const met = target && against ? ratio >= target.least : undefined
  return {
    met,
    cells: [
      name,
      pair(middle(product, 'rate'), middle(floor, 'rate')),
      pair(middle(product, 'p50'), middle(floor, 'p50')),
      pair(middle(product, 'p99'), middle(floor, 'p99')),
      pair(middle(product, 'cpu'), middle(floor, 'cpu')),
      pair(middle(product, 'databaseCpu'), middle(floor, 'databaseCpu')),
      `${statements} / ${floorStatements ?? '–'}`,
      ratio.toFixed(2),
      target ? `≥ ${target.least} of ${target.against === 'floor' ? 'floor' : 'own page 1'}` : '',
      met === undefined ? '' : met ? 'met' : 'missed',
    ],
  }
}

async function steadyLine(portals: Portals, scenario: Scenario, { floor }: Measured, seconds: number): Promise<Line> {
  const found = await measureSteady(portals, scenario, middle(floor, 'rate'), seconds)
  const ratio = found.product.p99 / found.floor.p99
  return {
    met: ratio <= steadyTarget,
    cells: [
      `${scenario.name}, steady`,
      pair(found.rate, found.rate),
      pair(found.product.p50, found.floor.p50),
      pair(found.product.p99, found.floor.p99),
      '',
      '',
      '',
      ratio.toFixed(2),
      `p99 ≤ ${steadyTarget} × floor`,
      ratio <= steadyTarget ? 'met' : 'missed',
    ],
  }
}

const heads = [
  'product / floor',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'server CPU ms',
  'database CPU ms',
  'statements',
  'ratio',
  'target',
  '',
]

function report(portals: Portals, options: BenchOptions, lines: Line[], measured: Map<string, Measured>): void {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const judged = lines.filter(({ met }) => met !== undefined)
  const memory = sides.map((side) => residentMegabytes(portals[side].pid))
  const start = sides.map((side) => portals[side].startMilliseconds)
  console.log(
    [
      '',
      row(heads),
      row(heads.map(() => '---')),
      ...lines.map(({ cells }) => row(cells)),
      '',
      `${options.patients.toLocaleString('en')} patients${portals.generated === null ? '' : `, generated in ${portals.generated} s`}; start ${pair(start[0]!, start[1]!)} ms; memory ${pair(memory[0]!, memory[1]!)} MB; medians of 3 rounds of ${options.seconds} s.`,
      `${judged.filter(({ met }) => met).length} of ${judged.length} targets met`,
    ].join('\n'),
  )
  const folder = join(import.meta.dirname, '..', '..', '..', '.cache', 'bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'cases.json'),
    JSON.stringify(
      { at: new Date(), options, generated: portals.generated, memory, start, lines, measured: [...measured] },
      null,
      1,
    ),
  )
}
