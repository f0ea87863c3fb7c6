import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { startEmbedded } from '../db/embedded.ts'
import { openStorage } from '../services/storage/index.ts'
import { makeCases } from './cases.ts'
import { demoPassword, emailOf, makeFirstSignIn, makePeople, practices, staff } from './people.ts'
import { demoFiles } from './files.ts'
import { makeShell } from './shell.ts'

/** The accounts that `npm start` prints, each with its sign-in page. The practice that only signed up is not among them. */
export const demoSignIns = (): { who: string; email: string; page: string }[] => [
  ...practices.flatMap((practice) =>
    practice.people.map((person) => ({
      who: `${person.first} ${person.last}, ${person.member?.replace('organization_', '')} of ${practice.name}`,
      email: emailOf(person.key),
      page: '/login',
    })),
  ),
  ...staff.map((person) => ({
    who: `${person.first} ${person.last}, ${person.role}`,
    email: emailOf(person.key),
    page: '/management',
  })),
  { who: 'Henrik Dahl, lab_partner', email: emailOf('partner'), page: '/management' },
]
export { demoPassword }

/** Returns whether the portal has no users yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`select not exists (select 1 from users) as empty`.execute(db)
  return rows[0]!.empty
}

/**
 * Marks the data folder while demo data is being created, so that the next start recognizes what an interrupted one
 * left half done.
 */
const half = (dataDir: string) => join(dataDir, 'demo-half-made')

/**
 * Deletes the embedded database, the files and the mails of the data folder if a start was interrupted while it made demo
 * data. A database of the operator's own is left alone.
 */
export async function removeHalfDemo(config: Config): Promise<void> {
  if (!existsSync(half(config.dataDir)) || config.database.ownerUrl) return
  // PostgreSQL outlives the start that began it: attach to it, and stop it before its files are deleted.
  const left = await startEmbedded(config.dataDir)
  await left.stop()
  for (const part of ['postgres', 'files', 'mailbox'])
    rmSync(join(config.dataDir, part), { recursive: true, force: true })
  rmSync(half(config.dataDir))
}

interface DemoOptions {
  cases: number
  /** All cases get the same coarse scans, which are made faster: for tests that do not look at them. */
  plain?: boolean
  bare?: boolean
}

/**
 * Fills an empty portal with demo data; cases go through the product's own commands, and their scans are converted in the
 * background. `bare`: one super_admin, and nothing else.
 */
export async function makeDemo(db: Db, config: Config, options: DemoOptions): Promise<void> {
  if (options.bare) return makeFirstSignIn(db)
  const storage = openStorage(config)
  mkdirSync(config.dataDir, { recursive: true })
  // Only what is in the data folder can be deleted and made again.
  if (!config.database.ownerUrl) writeFileSync(half(config.dataDir), '')
  await makeShell(db)
  const people = await makePeople(db)
  await makeCases(db, config, people, demoFiles(storage, options.plain), options.cases)
  rmSync(half(config.dataDir), { force: true })
}
