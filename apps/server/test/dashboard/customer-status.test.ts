import type { Gauges } from '@archwire/contract/dashboard/routes.ts'
import { customerStatuses, customerStatusIds } from '@archwire/contract/core/customer-statuses.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { refreshCaseRows } from '../../src/modules/case-core/case-row.sql.ts'
import { countStatuses } from '../../src/modules/dashboard/status.sql.ts'
import { listOrganizations } from '../../src/modules/organization-record/queries.ts'
import { listUsers } from '../../src/modules/users/queries.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

/** Counts over the whole lab: a database of its own, cloned from the template. */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
})
afterAll(() => test.close())

const now = new Date('2026-11-21T12:00:00.000Z')
const ago = (days: number, milliseconds = 0) => new Date(now.getTime() - days * 86_400_000 + milliseconds)
const nobody: Gauges = { leads: 0, onboarding: 0, new: 0, active: 0, passive: 0, archived: 0 }

/** The gauges, each as many as the list that it leads to has (`organizations/gauges`). */
async function statuses() {
  const { db } = test.connection
  const counted = await countStatuses(db, now)
  const reader = { ...(await given.actor(admin)), now }
  for (const status of customerStatusIds) {
    const { name } = customerStatuses[Number(status) - 1]!
    const practices = await listOrganizations(db, reader, { status, page: 1, perPage: 25 } as Parameters<
      typeof listOrganizations
    >[2])
    expect(practices.meta.total, `practices, ${name}`).toBe(counted.organization[name])
    const people = await listUsers(db, reader, {
      status,
      page: 1,
      perPage: 25,
      roles: ['doctor', 'staff_member'],
    } as Parameters<typeof listUsers>[2])
    expect(people.meta.total, `people, ${name}`).toBe(counted.user[name])
  }
  return counted
}

let admin: TestUser
let practice: GivenPractice
beforeEach(async () => {
  // Everyone from before is put out of sight: an archived practice and archived people are counted once, as archived.
  await sql`update users set role = 'tech_support' where role in ('doctor', 'staff_member')`.execute(test.connection.db)
  await sql`update organizations set kind = 'partner'`.execute(test.connection.db)
  practice = await given.practice({ paid: false })
  admin = await given.user('admin')
})

const set = (values: { fee?: Date | null; onboarded?: Date | null; deleted?: Date | null }) =>
  sql`update organizations set startup_fee_settled_at = ${values.fee ?? null}, onboarded_at = ${values.onboarded ?? null},
    deleted_at = ${values.deleted ?? null} where id = ${practice.id}`.execute(test.connection.db)

/** A case of the owner that was submitted then. */
async function sent(at: Date, more: { cancelled?: boolean; archived?: boolean } = {}): Promise<void> {
  await sql`update organizations set startup_fee_settled_at = now() where id = ${practice.id}`.execute(
    test.connection.db,
  )
  const { id } = await given.case({ practice })
  await sql`update rx_forms set created_at = ${at}, status_id = ${more.cancelled ? 5 : 1}, cancelled_at = ${more.cancelled ? at : null}
    where patient_id = ${id}`.execute(test.connection.db)
  await sql`update patients set created_at = ${at}, deleted_at = ${more.archived ? at : null} where id = ${id}`.execute(
    test.connection.db,
  )
  await test.connection.db.transaction().execute((trx) => refreshCaseRows(trx, [id]))
}
const settled = ago(400)

it('a lead has not settled the fee, whatever else is true', async () => {
  await sent(ago(10))
  await set({ fee: null, onboarded: ago(5) })
  expect(await statuses()).toEqual({ organization: { ...nobody, leads: 1 }, user: { ...nobody, leads: 4 } })
})

it('onboarding lasts until its last step is done', async () => {
  await sent(ago(10))
  await set({ fee: settled })
  expect(await statuses()).toEqual({ organization: { ...nobody, onboarding: 1 }, user: { ...nobody, onboarding: 4 } })
})

it('who was onboarded less than 30 days ago and sent nothing is new, then passive', async () => {
  await set({ fee: settled, onboarded: ago(30, 1) })
  expect(await statuses()).toEqual({ organization: { ...nobody, new: 1 }, user: { ...nobody, new: 4 } })
  await set({ fee: settled, onboarded: ago(30) })
  expect(await statuses()).toEqual({ organization: { ...nobody, passive: 1 }, user: { ...nobody, passive: 4 } })
})

it('the first case makes new for 30 days, also long after the onboarding; people stand by their own cases', async () => {
  await sent(ago(30, 1))
  await set({ fee: settled, onboarded: ago(300) })
  expect(await statuses()).toEqual({ organization: { ...nobody, new: 1 }, user: { ...nobody, new: 1, passive: 3 } })
})

it('a first case 30 days ago is no longer new; a case in the last 60 days is active, none is passive', async () => {
  await sent(ago(30))
  await set({ fee: settled, onboarded: ago(300) })
  expect(await statuses()).toEqual({
    organization: { ...nobody, active: 1 },
    user: { ...nobody, active: 1, passive: 3 },
  })
  practice = await given.practice({ paid: false })
  await sent(ago(60))
  await set({ fee: settled, onboarded: ago(300) })
  expect(await statuses()).toEqual({
    organization: { ...nobody, active: 1, passive: 1 },
    user: { ...nobody, active: 1, passive: 7 },
  })
})

it('canceled cases do not count, archived ones do', async () => {
  await sent(ago(5), { cancelled: true })
  await set({ fee: settled, onboarded: ago(300) })
  expect((await statuses()).organization).toEqual({ ...nobody, passive: 1 })
  await sent(ago(100))
  await sent(ago(5), { archived: true })
  await set({ fee: settled, onboarded: ago(300) })
  expect((await statuses()).organization).toEqual({ ...nobody, active: 1 })
})

it('archived comes before all, for a practice and for a person each', async () => {
  await set({ deleted: ago(1) })
  await sql`update users set deleted_at = ${ago(1)} where id = ${practice.member.id}`.execute(test.connection.db)
  expect(await statuses()).toEqual({
    organization: { ...nobody, archived: 1 },
    user: { ...nobody, leads: 3, archived: 1 },
  })
})

it('counts a person under the organization they joined first, or as a lead without one', async () => {
  await set({ fee: settled, onboarded: ago(300) })
  const later = await given.practice({ paid: false })
  await sql`insert into memberships (organization_id, user_id, role) values (${later.id}, ${practice.owner.id}, 'organization_member')`.execute(
    test.connection.db,
  )
  await given.user('doctor')
  expect((await statuses()).user).toEqual({ ...nobody, passive: 4, leads: 4 + 1 })
})
