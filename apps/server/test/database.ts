import { randomBytes } from 'node:crypto'
import type { UserRole } from '@archwire/contract/roles.ts'
import { inject as provided } from 'vitest'
import { readConfig, type Config } from '../src/config.ts'
import { connect, type Connection } from '../src/db/client.ts'
import { appUrlOf } from '../src/db/migrate.ts'
import { createUser } from '../src/modules/users/index.ts'

/** The run's database without the application in front of it, for tests of what keeps people and keys. */
export interface TestDatabase extends Connection {
  config: Config
  unique(): string
  /** A new person; returns the id. */
  person(role?: UserRole | null): Promise<number>
}

/** What the test files of this worker share, one after the other: the owner's connection string, and the data folder. */
export function ownStores(): { databaseUrl: string; dataDir: string } {
  const stores = provided('stores')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!stores) throw new Error(`no database for worker ${process.env.VITEST_POOL_ID}`)
  return stores
}

export function openTestDatabase(): TestDatabase {
  const { databaseUrl, dataDir } = ownStores()
  const connection = connect(appUrlOf(databaseUrl), { pool: 4, name: 'archwire-test' })
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const unique = () => randomBytes(6).toString('hex')
  return {
    ...connection,
    config,
    unique,
    person: (role = 'doctor') =>
      connection.db.transaction().execute((trx) =>
        createUser(trx, {
          first_name: 'Test',
          last_name: 'Person',
          email: `${unique()}@example.com`,
          role,
          passwordHash: null,
          verified: true,
        }),
      ),
  }
}
