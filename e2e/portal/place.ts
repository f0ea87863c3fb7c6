import { createServer } from 'node:net'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Everything that a run makes, apart from development's data. */
export const cache = join(root, '.cache', 'e2e')
export const dataDir = join(cache, 'data')
export const serverLog = join(cache, 'server.log')
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

/** What a process of this run finds in its environment. */
export const environment = (port: number): Record<string, string> => ({
  NODE_ENV: 'test',
  PORT: String(port),
  DATA_DIR: dataDir,
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
 * The portal that the journeys visit: its address, that of its payment stand-in, and the settings by which they open its
 * database and its files.
 */
interface VisitedPortal {
  url: string
  payments: string
  environment: Record<string, string>
}

/** Tells the processes that run the journeys, which inherit the environment. */
export const announce = (portal: VisitedPortal): void =>
  void Object.assign(process.env, { VISITED_PORTAL: JSON.stringify(portal) })

export const portalOfThisRun = (): VisitedPortal => JSON.parse(process.env.VISITED_PORTAL ?? '') as VisitedPortal
