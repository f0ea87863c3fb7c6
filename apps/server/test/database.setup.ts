import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDatabase, dropDatabase, startTestCluster } from '../../../tools/test-database.ts'
import { prepareDatabase } from '../src/prepare-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner's connection string of the run's database, which every test file shares. */
    databaseUrl: string
    clusterUrl: string
    /** A migrated, empty database to clone for staff-wide figures. */
    template: string
    dataDir: string
  }
}

/** One cluster, one template and one database a run; each test makes its own organizations in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  const run = `${project.name.replace('-', '_')}_${process.pid}`
  const template = `template_${run}`
  await prepareDatabase(await createDatabase(cluster.url, template))
  const databaseUrl = await createDatabase(cluster.url, `run_${run}`, template)
  const dataDir = join(import.meta.dirname, '..', '..', '..', '.cache', 'test', 'data', run)
  mkdirSync(dataDir, { recursive: true })
  project.provide('databaseUrl', databaseUrl)
  project.provide('clusterUrl', cluster.url)
  project.provide('template', template)
  project.provide('dataDir', dataDir)
  return async () => {
    await dropDatabase(cluster.url, `run_${run}`)
    await dropDatabase(cluster.url, template)
    rmSync(dataDir, { recursive: true, force: true })
    // The cluster stays for other projects of this run and for the next one; `npm test` stops it at its end.
  }
}
