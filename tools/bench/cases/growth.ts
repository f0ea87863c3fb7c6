import { fullLoad, median } from '../load.ts'
import type { BenchOptions } from '../suite.ts'
import { sample } from './measure.ts'
import { openPortals, type Portals } from './portal.ts'
import { scenariosFor } from './scenarios.ts'

const sizes = [200_000, 1_000_000] as const
const rounds = 5
const most = 1.25

/**
 * The cost of the default list for server and database together with five times as many patients. Both portals run at
 * once and take turns, so that other load on the machine affects both; the factor is the median of the rounds' factors.
 */
export async function growth({ seconds }: BenchOptions, say: (text: string) => void): Promise<void> {
  const open: Portals[] = []
  try {
    for (const patients of sizes) open.push(await openPortals(patients, say))
    const sides = open.map((portals) => ({ portals, list: scenariosFor(portals.known)[0]!.calls }))
    for (const { portals, list } of sides) await fullLoad(portals.product.url, list, seconds)
    const costs: number[][] = []
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`)
      const both: number[] = []
      for (const { portals, list } of sides) {
        const { cpu, databaseCpu } = await sample(portals, 'product', list, seconds)
        both.push(cpu + databaseCpu)
      }
      costs.push(both)
    }
    for (const [index, patients] of sizes.entries())
      console.log(
        `${patients.toLocaleString('en').padStart(9)} patients: ${median(costs.map((both) => both[index]!)).toFixed(2)} ms of server and database a request`,
        `(${costs.map((both) => both[index]!.toFixed(2)).join(', ')})`,
      )
    const factor = median(costs.map(([small, big]) => big! / small!))
    console.log(`grows ${factor.toFixed(2)} ×; target ≤ ${most} ×: ${factor <= most ? 'met' : 'missed'}`)
  } finally {
    for (const portals of open.toReversed()) await portals.close()
  }
}
