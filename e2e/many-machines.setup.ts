import { mkdirSync } from 'node:fs'
import { readConfig } from '../apps/server/src/config.ts'
import { connect } from '../apps/server/src/db/client.ts'
import { makeDemo } from '../apps/server/src/demo/index.ts'
import { apiBase } from '../apps/server/src/http/serve.ts'
import { startStandIn } from '../apps/server/src/services/payments/stand-in/index.ts'
import { startFleet } from '../apps/server/test/fleet/fleet.ts'
import { createDatabase, dropDatabase, startTestCluster } from '../tools/test-database.ts'
import { buildWeb } from '../tools/web-build.ts'
import { announce, freePort, manyMachines, screenshots } from './portal/place.ts'

/** Enough that lists are not empty; the journeys bring their own cases. */
const demoCases = 6

/**
 * Starts a portal of several machines and returns how to end it. Its PostgreSQL is the tests' cluster, which to the
 * portal is an external one: no process of it knows more than a connection string to a database of its own.
 */
export default async function startManyMachines(): Promise<() => Promise<void>> {
  mkdirSync(screenshots, { recursive: true })
  buildWeb()
  const cluster = await startTestCluster()
  const database = `many_machines_${process.pid}`
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()] as const
  const front = `http://127.0.0.1:${ports[0]}`
  const keys = { token: 'token', webToken: 'web-token', webhookSecret: 'a secret for reports' }
  // To the portal it is an external provider: each process is told its address by settings.
  const payments = await startStandIn({
    port: 0,
    ...keys,
    portalOrigins: [front],
    webhookTarget: `${front}${apiBase}/f_m_webhooks`,
  })
  const fleet = await startFleet({
    ownerUrl: await createDatabase(cluster.url, database),
    folder: manyMachines,
    ports: [...ports],
    environment: {
      PAYMENTS_URL: payments.url,
      PAYMENTS_SCRIPT: payments.script,
      PAYMENTS_TOKEN: keys.token,
      PAYMENTS_WEB_TOKEN: keys.webToken,
      PAYMENTS_WEBHOOK_SECRET: keys.webhookSecret,
    },
    async prepare(environment) {
      const config = readConfig(environment)
      const connection = connect(config.database.appUrl!, { pool: 4, name: 'archwire-e2e-setup' })
      await makeDemo(connection.db, config, demoCases)
      await connection.close()
    },
  })
  announce([{ url: fleet.url, payments: payments.url, environment: fleet.environment }])
  return async () => {
    const given = [...fleet.balancer.given.values()]
    await fleet.close()
    await payments.close()
    await dropDatabase(cluster.url, database)
    if (given.some((requests) => requests < 20)) throw new Error(`One server did nearly nothing: ${given.join(', ')}`)
  }
}
