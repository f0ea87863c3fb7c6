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

/** Everybody who can sign in, for the lines that `npm start` prints. */
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

/** True when nobody lives here yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`select not exists (select 1 from users) as empty`.execute(db)
  return rows[0]!.empty
}

/** Lies in the data folder while demo data is being made: what an ended start left half is thrown away by the next. */
const half = (dataDir: string) => join(dataDir, 'demo-half-made')

/** Throws away the data folder's database, files and mails if a start was ended while it made demo data. */
export async function removeHalfDemo(config: Config): Promise<void> {
  if (!existsSync(half(config.dataDir)) || config.database.ownerUrl) return
  const left = await startEmbedded(config.dataDir)
  await left.stop()
  for (const part of ['postgres', 'files', 'mailbox'])
    rmSync(join(config.dataDir, part), { recursive: true, force: true })
  rmSync(half(config.dataDir))
}

interface DemoOptions {
  cases: number
  /** For who does not look at their scans: all mouths are alike and coarse. */
  plain?: boolean
  bare?: boolean
}

/**
 * Fills an empty portal through the product's own commands; the conversion of the scans goes on in the background. A bare
 * portal gets one super_admin.
 */
export async function makeDemo(db: Db, config: Config, options: DemoOptions): Promise<void> {
  if (options.bare) return makeFirstSignIn(db)
  const storage = openStorage(config)
  mkdirSync(config.dataDir, { recursive: true })
  writeFileSync(half(config.dataDir), '')
  await makeShell(db)
  const people = await makePeople(db)
  await makeCases(db, config, people, demoFiles(storage, options.plain), options.cases)
  rmSync(half(config.dataDir))
}
