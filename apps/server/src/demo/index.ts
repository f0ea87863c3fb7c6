import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { homeOf, type Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { startEmbedded } from '../db/embedded.ts'
import { now } from '../kernel/clock.ts'
import { openStorage } from '../services/storage/index.ts'
import { makeAccountSetup, settingUp } from './account-setup.ts'
import { makeCaseListViews } from './case-list-views.ts'
import { makeCases, type Following } from './cases.ts'
import { checksIn } from './checks.ts'
import { makeInvitations } from './invitations.ts'
import { makeNotificationSettings } from './notification-settings.ts'
import { makeDebtors } from './debtors.ts'
import { disabledPractice, makeOrganizations } from './organizations.ts'
import { makeLibraries } from './libraries.ts'
import { demoPassword, emailOf, lead, makeFirstSignIn, makePeople, partnerLab, practices, staff } from './people.ts'
import { makePracticeContacts } from './practice-contacts.ts'
import { makeOwnPrices, makePrices } from './prices.ts'
import { demoFiles } from './files.ts'
import { openProgress, peopleAreThere, readProgress } from './progress.ts'
import { makeReports } from './reports.ts'
import { makeShell } from './shell.ts'

interface SignIn {
  email: string
  who: string
  /** What one sees with it. */
  shows: string
}

interface Door {
  page: string
  title: string
  people: SignIn[]
}

const ofPractices = (): Door => ({
  page: '/login',
  title: 'Practices',
  people: [
    ...practices.flatMap((practice) =>
      practice.people.map((person) => ({
        email: emailOf(person.key),
        who: `${person.role === 'doctor' ? 'Dr. ' : ''}${person.first} ${person.last}, ${titleOf(person)} of ${practice.name}`,
        shows: person.shows,
      })),
    ),
    {
      email: emailOf(lead.person.key),
      who: `Dr. ${lead.person.first} ${lead.person.last}, owner of ${lead.name}`,
      shows: 'signed up, start-up fee not paid: the account setup from its beginning',
    },
    {
      email: emailOf(settingUp.key),
      who: `Dr. ${settingUp.first} ${settingUp.last}, owner of ${settingUp.name}`,
      shows: 'the account setup with saved details, at the payment method',
    },
    {
      email: emailOf(disabledPractice.key),
      who: `Dr. ${disabledPractice.owner.first} ${disabledPractice.owner.last}, owner of ${disabledPractice.name}`,
      shows: 'a disabled practice: everything can be read, nothing changed',
    },
  ],
})

const ofLab = (people: typeof staff): Door => ({
  page: '/management',
  title: 'The lab',
  people: people.map((person) => ({
    email: emailOf(person.key),
    who: `${person.first} ${person.last}, ${person.role}`,
    shows: person.shows,
  })),
})

/** The accounts that `npm start` prints, by their sign-in page; `bare`: of a portal that started without demo data. */
export const demoSignIns = (bare = false): Door[] =>
  bare ? [ofLab(staff.slice(0, 1))] : [ofPractices(), ofLab([...staff, partnerLab.person])]

/** A member of a practice is a doctor of it, or an assistant. */
const titleOf = ({ role, member }: (typeof practices)[number]['people'][number]): string =>
  member === 'organization_member'
    ? role === 'doctor'
      ? 'doctor'
      : 'assistant'
    : (member ?? '').replace('organization_', '')
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
  // PostgreSQL outlives the start that started it: attach to it, and stop it before its files are deleted.
  const left = await startEmbedded(config.dataDir)
  await left.stop()
  for (const part of ['postgres', 'files', 'mailbox'])
    rmSync(join(config.dataDir, part), { recursive: true, force: true })
  rmSync(half(config.dataDir))
}

interface DemoOptions {
  cases: number
  bare?: boolean
}

/**
 * Gives an empty portal everything of the demo that people sign in with: staff, practices and what they keep. The cases
 * are made by `continueDemo`. `bare`: one super_admin, and nothing else.
 */
export async function beginDemo(db: Db, config: Config, { cases, bare }: DemoOptions): Promise<void> {
  if (bare) return makeFirstSignIn(db)
  mkdirSync(config.dataDir, { recursive: true })
  // Only what is in the data folder can be deleted and made again.
  if (!config.database.ownerUrl) writeFileSync(half(config.dataDir), '')
  await openProgress(db, now(), cases)
  await makeShell(db, config.labZone)
  await makePrices(db)
  const people = await makePeople(db, config.labZone, homeOf(config))
  await makeOwnPrices(db, people)
  await makeInvitations(db, config, people)
  await makeNotificationSettings(db, people)
  await makeCaseListViews(db, people)
  await makeOrganizations(db, people, config.labZone)
  await makeDebtors(db, config, people)
  await makeAccountSetup(db)
  await makePracticeContacts(db, config, people)
  const libraries = await makeLibraries(db, demoFiles(openStorage(config)), people)
  await db.transaction().execute(async (trx) => {
    // What was written before waits for the disk with it.
    await sql`set local synchronous_commit = on`.execute(trx)
    await peopleAreThere(trx, people, libraries, { password: demoPassword, doors: demoSignIns() })
  })
  rmSync(half(config.dataDir), { force: true })
}

interface Continuing extends Following {
  /** All cases get the same coarse scans, which the usual jobs check: for tests that do not look at them. */
  plain?: boolean
}

/**
 * Makes the cases of the demo that are missing, through the product's own commands, beside a running server or before
 * it. Returns whether the demo is complete: it is not when `isStopped` ended it. Nothing happens without a demo.
 * @throws TypeError with a sentence when not even the people of the demo are complete
 */
export async function continueDemo(db: Db, config: Config, { plain, ...following }: Continuing = {}): Promise<boolean> {
  const progress = await readProgress(db)
  if (!progress) return true
  if (progress === 'half')
    throw new TypeError('This database holds half of a demo, whose start was interrupted. Give it an empty database.')
  const storage = openStorage(config)
  const { people, libraries } = progress
  const checkFiles = plain ? undefined : checksIn(storage, () => following.isStopped?.() === true)
  const files = demoFiles(storage, plain, db)
  const isWhole = await makeCases({ db, config, people, libraries, files, checkFiles }, progress, following)
  if (isWhole) await makeReports({ db, storage, labZone: config.labZone }, people)
  return isWhole
}

/** Fills an empty portal with the whole demo, with coarse scans; for tests, which start when all of it is there. */
export async function makeDemo(db: Db, config: Config, cases: number): Promise<void> {
  await beginDemo(db, config, { cases })
  await continueDemo(db, config, { plain: true })
}
