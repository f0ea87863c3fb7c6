import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase, dropDatabase, startTestCluster } from '../../../../tools/test-database.ts'
import { readConfig, type Config } from '../../src/config.ts'
import { connect, type Connection } from '../../src/db/client.ts'
import { appUrlOf } from '../../src/db/migrate.ts'
import { startSession } from '../../src/modules/auth/index.ts'
import { openStorage } from '../../src/services/storage/index.ts'
import type { TestApp, TestUser } from '../app.ts'
import { startFleet, type Fleet, type FleetOptions } from '../fleet/fleet.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

/** A portal of several machines with a practice in it, seen from a test that has its own way to the database. */
export interface FleetScene {
  fleet: Fleet
  connection: Connection
  config: Config
  given: Given
  practice: GivenPractice
  /** Rows of a statement as the role that owns the schema: it alone may read the logs. */
  asOwner<T extends object>(statement: string): Promise<T[]>
  /** Opens a session for a person; returns its bearer token. */
  token(user: TestUser): Promise<string>
  close(): Promise<void>
}

export async function openFleetScene(
  options: Pick<FleetOptions, 'drainSeconds' | 'environment' | 'supervised'> = {},
): Promise<FleetScene> {
  const cluster = await startTestCluster()
  const name = `fleet_${process.pid}_${Math.floor(Math.random() * 1e6)}`
  const folder = mkdtempSync(join(tmpdir(), 'archwire-fleet-'))
  const port = 15_000 + Math.floor(Math.random() * 4_000)
  const ownerUrl = await createDatabase(cluster.url, name)
  const fleet = await startFleet({ ownerUrl, folder, ports: [port, port + 1, port + 2, port + 3], ...options })
  const config = { ...readConfig(fleet.environment), s3: fleet.bucket }
  // What a test makes for itself waits for tables that its faults hold, one after the other.
  const connection = connect(appUrlOf(ownerUrl), { pool: 4, name: 'archwire-fleet', lockSeconds: 15 })
  const given = givenIn({ connection, storage: openStorage(config), config } as unknown as TestApp)
  const practice = await given.practice()
  return {
    fleet,
    connection,
    config,
    given,
    practice,
    async asOwner<T extends object>(statement: string) {
      const client = new pg.Client({ connectionString: ownerUrl })
      await client.connect()
      try {
        return (await client.query<T>(statement)).rows
      } finally {
        await client.end()
      }
    },
    token: async ({ id }) =>
      (
        await startSession(
          connection.db,
          { userId: id, role: null, rememberMe: false, management: false, address: '', userAgent: '' },
          config,
        )
      ).token,
    async close() {
      await fleet.close()
      await connection.close()
      await dropDatabase(cluster.url, name)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
