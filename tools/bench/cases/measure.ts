import type pg from 'pg'
import { fullLoad, median, steadyLoad, type Calls, type Load } from '../load.ts'
import { cpuSeconds, type ServerProcess } from '../server-process.ts'
import type { Portals } from './portal.ts'
import type { Scenario } from './scenarios.ts'

/** One measurement of one server. */
export interface Sample extends Load {
  /** Milliseconds of processor time per request: of the server's process, and of PostgreSQL's processes for it. */
  cpu: number
  databaseCpu: number
}

export type Side = 'product' | 'floor'
export const sides: readonly Side[] = ['product', 'floor']
export type Measured = Record<Side, Sample[]>
const sidesOf = ({ floorStatements }: Pick<Scenario, 'floorStatements'>): readonly Side[] =>
  floorStatements === undefined ? ['product'] : sides

/** Three rounds of everything, product and floor in turn, so that other load on the machine affects both. */
export async function measure(
  portals: Portals,
  scenarios: readonly Scenario[],
  seconds: number,
  say: (text: string) => void,
): Promise<Map<string, Measured>> {
  const measured = new Map(scenarios.map(({ name }): [string, Measured] => [name, { product: [], floor: [] }]))
  for (const { name, calls, ...scenario } of scenarios) {
    say(`warming up: ${name}`)
    for (const side of sidesOf(scenario)) await fullLoad(portals[side].url, calls, Math.min(1, seconds))
  }
  for (let round = 1; round <= 3; round += 1) {
    for (const { name, calls, ...scenario } of scenarios) {
      say(`round ${round} of 3: ${name}`)
      for (const side of sidesOf(scenario)) measured.get(name)![side].push(await sample(portals, side, calls, seconds))
    }
  }
  return measured
}

/** One side under full load: its responses, and the processor time that they took. */
export async function sample(
  { database, ...portals }: Portals,
  side: Side,
  calls: Calls,
  seconds: number,
): Promise<Sample> {
  const server: ServerProcess = portals[side]
  const [own, theirs] = [cpuSeconds(server.pid), await backendSeconds(database, side)]
  const load = await fullLoad(server.url, calls, seconds)
  const used = cpuSeconds(server.pid) - own
  let behind = 0
  for (const [pid, after] of await backendSeconds(database, side)) behind += after - (theirs.get(pid) ?? 0)
  return { ...load, cpu: (used * 1000) / load.requests, databaseCpu: (behind * 1000) / load.requests }
}

/** Processor time of the database's processes for one server, by process. */
export async function backendSeconds(database: pg.Client, side: Side): Promise<Map<number, number>> {
  const { rows } = await database.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [side === 'product' ? 'archwire' : 'archwire-floor'],
  )
  return new Map(rows.map(({ pid }) => [pid, cpuSeconds(pid)]))
}

/** Tails are rare: their median takes more rounds to be meaningful. */
const steadyRounds = 5

/** The same scenario at a steady half of the floor's rate: medians of p50 and p99. */
export async function measureSteady(
  portals: Portals,
  { calls }: Scenario,
  floorRate: number,
  seconds: number,
): Promise<Record<Side, { p50: number; p99: number }> & { rate: number }> {
  if (typeof calls === 'function') throw new TypeError('only reads are asked at a steady rate')
  const rate = floorRate / 2
  const loads: Record<Side, Load[]> = { product: [], floor: [] }
  for (let round = 0; round < steadyRounds; round += 1)
    for (const side of sides) loads[side].push(await steadyLoad(portals[side].url, calls, rate, seconds))
  const medians = (side: Side) => ({
    p50: median(loads[side].map(({ p50 }) => p50)),
    p99: median(loads[side].map(({ p99 }) => p99)),
  })
  return { rate, product: medians('product'), floor: medians('floor') }
}

/** The median of the ratios of each round: noise that affected both sides of a round cancels out. */
export const ratioOf = (above: readonly Sample[], below: readonly Sample[]): number =>
  median(above.map(({ rate }, round) => rate / below[round]!.rate))

export const middle = (samples: readonly Sample[], key: keyof Sample): number =>
  median(samples.map((sample) => sample[key]))
