import type { BenchOptions } from '../suite.ts'
import { measure, middle } from './measure.ts'
import { openPortals } from './portal.ts'
import { scenariosFor } from './scenarios.ts'

const sizes = [200_000, 1_000_000] as const
const most = 1.25

/** What the default list costs server and database together when there are five times as many patients. */
export async function growth({ seconds }: BenchOptions, say: (text: string) => void): Promise<void> {
  const costs: number[] = []
  for (const patients of sizes) {
    const portals = await openPortals(patients, say)
    try {
      const list = scenariosFor(portals.known).slice(0, 1)
      const { product } = (await measure(portals, list, seconds, say)).get(list[0]!.name)!
      const [server, database] = [middle(product, 'cpu'), middle(product, 'databaseCpu')]
      costs.push(server + database)
      console.log(
        `${patients.toLocaleString('en').padStart(9)} patients: ${server.toFixed(2)} ms server + ${database.toFixed(2)} ms database a request`,
        portals.generated === null ? '' : `(generated in ${portals.generated} s)`,
      )
    } finally {
      await portals.close()
    }
  }
  const factor = costs[1]! / costs[0]!
  console.log(`grows ${factor.toFixed(2)} ×; target ≤ ${most} ×: ${factor <= most ? 'met' : 'missed'}`)
}
