import { addDays, dayIn, instantIn } from '@archwire/contract/core/dates.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db, Trx } from '../db/client.ts'
import { labScope, scoped } from '../db/scope.ts'
import type { Actor } from '../kernel/actor.ts'
import { now } from '../kernel/clock.ts'
import { actorOf, hashPassword, readUser } from '../modules/auth/index.ts'
import { daysBeforeMonthly } from '../modules/billing/index.ts'
import { insertLocation } from '../modules/locations/index.ts'
import { updateOrganization, waiveStartupFee } from '../modules/organization-record/index.ts'
import { addMember, createOrganization } from '../modules/organizations/index.ts'
import { createUser } from '../modules/users/index.ts'
import { answerSurvey } from './account-setup.ts'
import { asDb } from './as-db.ts'
import { lendClock, withOwnClock } from './clock.ts'
import { closingsOf, eventsOf, firstClosing, stories, type Living, type Story } from './months.ts'
import { forgetOldNewsOf } from './old-news.ts'
import { makeOnboarding } from './onboardings.ts'
import { demoPassword, emailOf, place, type DemoPeople } from './people.ts'
import { demoCard, knowAtProvider } from './provider-books.ts'

interface Debtor {
  key: string
  name: string
  owner: { first: string; last: string }
  location: Parameters<typeof place>
  /** Which answer of the survey: how its owner heard of the lab. */
  heard: number
  /** How many days ago its last invoice closed. */
  lastClosedDaysAgo: number
  /** Its last invoices, the newest last; earlier ones are paid. */
  ends: readonly Story[]
}

/**
 * Practices with months of invoices behind them, not all of them paid: their owners have no printed sign-ins, so that no one
 * meets a closed door by chance.
 */
export const debtors: Debtor[] = [
  {
    key: 'birch',
    name: 'Birch Street Orthodontics',
    owner: { first: 'Nadia', last: 'Petrov' },
    location: ['Birch Street', 'Nadia', 'Petrov', '212 Birch Street', 'Madison', 'WI', '53703'],
    heard: 1,
    lastClosedDaysAgo: 5,
    ends: [stories.paid, stories.refunded, stories.paidLater, stories.paid, stories.writtenOff, stories.notPaid],
  },
  {
    key: 'willow',
    name: 'Willow Creek Dental',
    owner: { first: 'Samuel', last: 'Boateng' },
    location: ['Willow Creek', 'Samuel', 'Boateng', '58 Creek Road', 'Boise', 'ID', '83702'],
    heard: 4,
    lastClosedDaysAgo: 1,
    ends: [stories.paid, stories.paid, stories.paidOutside, stories.blocked, stories.behind, stories.pending],
  },
  {
    key: 'aspen',
    name: 'Aspen Family Orthodontics',
    owner: { first: 'Claire', last: 'Fontaine' },
    location: ['Aspen', 'Claire', 'Fontaine', '7 Aspen Way', 'Santa Fe', 'NM', '87501'],
    heard: 1,
    lastClosedDaysAgo: 40,
    ends: [stories.paid, stories.paid, stories.paidLater, stories.refunded, stories.paid, stories.suspended],
  },
]

/**
 * Makes these practices, and lives their months by the product's own commands, each at its own time: one is not paid, one
 * blocked, one suspended (`contracts/status`).
 */
export async function makeDebtors(db: Db, config: Config, { users }: DemoPeople): Promise<void> {
  const passwordHash = await hashPassword(demoPassword)
  const giveBack = lendClock()
  try {
    await withOwnClock((set) =>
      db.transaction().execute(async (trx) => {
        const admin = actorOf((await readUser(trx, users.get('admin')!))!, { id: null, address: '' })
        const lived = []
        for (const debtor of debtors) lived.push(await begin(trx, { debtor, admin, config, passwordHash, set }))
        const events = lived.flatMap(({ events: own }) => own).toSorted((a, b) => a.at.getTime() - b.at.getTime())
        for (const { at, live } of events) {
          set(at)
          await live(trx, asDb(trx))
        }
        await forgetOldNewsOf(
          trx,
          lived.map(({ id }) => id),
        )
      }),
    )
  } finally {
    giveBack()
  }
}

interface Making {
  debtor: Debtor
  admin: Actor
  config: Config
  passwordHash: string
  /** Sets the time. */
  set: (at: Date) => void
}

/** A practice at the beginning of its first month, and what happens to it from then on. */
async function begin(trx: Trx, { debtor, admin, config, passwordHash, set }: Making) {
  const { key, name, owner, location, heard, lastClosedDaysAgo, ends } = debtor
  const zone = config.labZone
  const real = new Date()
  const last = addDays(dayIn(zone, real), -lastClosedDaysAgo)
  const first = firstClosing(last)
  const began = instantIn(zone, addDays(first, -daysBeforeMonthly), 10 * 3600)
  set(began)
  const id = await createOrganization(trx, { name })
  const email = emailOf(key)
  const person = { first_name: owner.first, last_name: owner.last, email, role: 'doctor' as const }
  const ownerId = await createUser(trx, { ...person, passwordHash, verified: true })
  await addMember(trx, id, ownerId, 'organization_owner')
  const main = place(...location)
  await answerSurvey(trx, id, { name, owner: ownerId, email, location: main, heard })
  await waiveStartupFee(trx, { ...admin, now: began }, id, zone)
  await insertLocation(trx, labScope, id, main, true)
  await updateOrganization(trx, { ...admin, now: began }, id, { organization_type: 'Orthodontist' }, zone)
  await addCard(trx, id, knowAtProvider(config, { key, name, owner, email }))
  const { id: contractId } = await scoped(trx, labScope)
    .from('contracts')
    .select('id')
    .where('organization_id', '=', id)
    .executeTakeFirstOrThrow()
  set(instantIn(zone, addDays(first, 32), 10 * 3600))
  const by = { staff: admin, owner: actorOf((await readUser(trx, ownerId))!, { id: null, address: '' }) }
  await makeOnboarding(trx, { organizationId: id, daysAgo: 0, steps: 11 }, by, zone)
  const living: Living = { id, contractId, admin, zone }
  return { id, events: eventsOf(living, closingsOf(first, last), ends) }
}

async function addCard(trx: Trx, organizationId: number, at: { customer: string; card: string }): Promise<void> {
  await sql`insert into payment_customers (organization_id, customer_id, created_at)
    values (${organizationId}, ${at.customer}, ${now()})`.execute(trx)
  await scoped(trx, labScope)
    .add('payment_methods')
    .values({
      organization_id: organizationId,
      provider_id: at.card,
      method: 'card',
      nickname: 'Practice card',
      ...demoCard,
      is_primary: true,
      created_at: now(),
      updated_at: now(),
    })
    .execute()
}
