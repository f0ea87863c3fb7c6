import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { openStorage } from '../services/storage/index.ts'
import { makeCases } from './cases.ts'
import { demoPassword, emailOf, makeFirstSignIn, makePeople, practices, staff } from './people.ts'
import { demoFiles } from './files.ts'

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

/**
 * Fills an empty portal through the product's own commands; the conversion of the scans goes on in the background. A bare
 * portal gets one super_admin.
 */
export async function makeDemo(db: Db, config: Config, options: { cases: number; bare?: boolean }): Promise<void> {
  if (options.bare) return makeFirstSignIn(db)
  const storage = openStorage(config)
  const people = await makePeople(db)
  await makeCases(db, config, people, demoFiles(storage), options.cases)
}
