import { createServer } from 'node:net'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Everything that a run makes, apart from development's data. */
export const cache = join(root, '.cache', 'e2e')
/** The data folder with the demo data that every portal begins with (`fill.ts`). */
export const filled = join(cache, 'data', 'filled')
/** The data folder of the portal of this number, and what its server logs. */
export const dataDirOf = (index: number): string => join(cache, 'data', String(index))
export const serverLogOf = (index: number): string => join(cache, `server-${index}.log`)
export const report = join(cache, 'report.json')
export const manyMachines = join(cache, 'many-machines')
export const manyMachinesReport = join(cache, 'many-machines.json')
export const results = join(root, 'test-results')
export const screenshots = join(results, 'screenshots')

/** Real material that the journeys upload. */
export const samples = {
  scan: join(root, 'samples', 'scans', 'maxilla-cast-partial.stl'),
  photo: join(root, 'samples', 'photos', 'case-a-frontal.jpg'),
}

/** Enough cases that every tab and filter has some. */
export const demoCases = 24

/** What a process of the portal of this number finds in its environment. */
export const environment = (index: number, port: number): Record<string, string> => ({
  NODE_ENV: 'test',
  PORT: String(port),
  DATA_DIR: dataDirOf(index),
  LOG_LEVEL: 'warn',
  // Journeys sign in, and up, many times from one address.
  BOT_CHECK_COST: '200',
  RATE_FACTOR: '20',
  // A push service that nobody reaches: journeys deliver messages by the browser's own means.
  PUSH_HOSTS: 'push.invalid',
  // The stand-in of the payment provider, on a free port.
  PAYMENTS_STAND_IN: '1',
  PAYMENTS_PORT: '0',
})

/** A free port below the range that outgoing connections take. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = 10_000 + Math.floor(Math.random() * 10_000)
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
  throw new TypeError('No free port between 10000 and 20000.')
}

/**
 * A portal that journeys visit: its address, that of its payment stand-in, and the settings by which they open its
 * database and its files.
 */
export interface VisitedPortal {
  url: string
  payments: string
  environment: Record<string, string>
}

/** Tells the processes that run the journeys, which inherit the environment, of a portal for each of them. */
export const announce = (portals: VisitedPortal[]): void =>
  void Object.assign(process.env, { VISITED_PORTALS: JSON.stringify(portals) })

/** The portal of this worker; one that takes the place of a worker whose journey failed has the same number. */
export function portalOfThisWorker(): VisitedPortal {
  const portals = JSON.parse(process.env.VISITED_PORTALS ?? '') as VisitedPortal[]
  const portal = portals[Number(process.env.TEST_PARALLEL_INDEX)]
  if (!portal) throw new TypeError(`No portal for worker ${process.env.TEST_PARALLEL_INDEX}.`)
  return portal
}
