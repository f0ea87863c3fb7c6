import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createDatabase, dropDatabase, startTestCluster } from '../../../tools/test-database.ts'
import { demoPrices } from '../src/demo/prices.ts'
import { prepareDatabase } from '../src/prepare-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database, by its owner's connection string, and a data folder for each worker of the runner (`ownStores`). */
    stores: { databaseUrl: string; dataDir: string }[]
    clusterUrl: string
    /** A migrated, empty database to clone for staff-wide figures. */
    template: string
  }
}

/**
 * One cluster and one template a run, and a database for each worker, which its files share one after the other; each test
 * makes its own organizations in it. Workers keep apart because jobs belong to no organization: the queue of one file's
 * worker would stand behind two hundred scans of another's.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  const workers = project.vitest.config.maxWorkers
  const run = `${project.name.replace('-', '_')}_${process.pid}`
  const template = `template_${run}`
  const templateUrl = await createDatabase(cluster.url, template)
  await prepareDatabase(templateUrl)
  await setPrices(templateUrl)
  const dataDir = join(import.meta.dirname, '..', '..', '..', '.cache', 'test', 'data', run)
  const names = Array.from({ length: workers }, (_, index) => `run_${run}_${index + 1}`)
  const stores: { databaseUrl: string; dataDir: string }[] = []
  // One after the other: a template that is being copied takes no second copy.
  for (const name of names) {
    const own = join(dataDir, name)
    mkdirSync(own, { recursive: true })
    stores.push({ databaseUrl: await createDatabase(cluster.url, name, template), dataDir: own })
  }
  project.provide('clusterUrl', cluster.url)
  project.provide('template', template)
  project.provide('stores', stores)
  return async () => {
    for (const name of names) await dropDatabase(cluster.url, name)
    await dropDatabase(cluster.url, template)
    rmSync(dataDir, { recursive: true, force: true })
    // The cluster stays for other projects of this run and for the next one; `npm test` stops it at its end.
  }
}

/** Tests price cases by the demo's list: that of a new portal is free. */
async function setPrices(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('insert into price_lists (prices) values ($1)', [JSON.stringify(demoPrices)])
  } finally {
    await client.end()
  }
}
