import { organizations } from '@archwire/contract/organizations/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../as-owner.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

/** A practice at a glance (`organizations/quick-glance`). */
let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

const ask = (who: TestUser, practice: GivenPractice) =>
  test.as(who).call(organizations.get, { params: { id: practice.id }, query: { include: 'quick_glance' } })
async function glanceAt(practice: GivenPractice) {
  const { status, body } = await ask(await given.user('tech_support'), practice)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.organization.quick_glance!
}
const run = (statement: ReturnType<typeof sql>) => statement.execute(test.connection.db)

it('says of a practice what there is, and of the rest nothing', async () => {
  const practice = await given.practice()
  await asOwner('delete from orders where organization_id = $1', [practice.id])
  const before = await glanceAt(practice)
  expect(before).toMatchObject({ newest_case_submission: null, number_of_patients: 0, payment: null, onboarding: null })
  const people = (
    await sql<{ n: number }>`select count(*)::int as n from memberships where organization_id = ${practice.id}`.execute(
      test.connection.db,
    )
  ).rows[0]!.n
  expect(before.number_of_users).toBe(people)

  const [first, second] = [await given.case({ practice }), await given.case({ practice })]
  await run(sql`update patients set deleted_at = now() where id = ${first.id}`)
  await run(sql`update case_rows set archived = true where patient_id = ${first.id}`)
  const { submitted_at } = (
    await sql<{ submitted_at: string }>`select iso(max(submitted_at)) as submitted_at from case_rows
      where organization_id = ${practice.id}`.execute(test.connection.db)
  ).rows[0]!
  const after = await glanceAt(practice)
  expect(after).toMatchObject({ newest_case_submission: submitted_at, number_of_patients: 1 })
  expect(second.id).toBeGreaterThan(first.id)
})

it('names the manager, else the owner', async () => {
  const practice = await given.practice()
  await run(sql`update memberships set role = 'organization_member'
    where organization_id = ${practice.id} and role = 'organization_manager'`)
  expect((await glanceAt(practice)).manager).toMatchObject({ id: practice.owner.id })
  await run(sql`update memberships set role = 'organization_manager'
    where organization_id = ${practice.id} and user_id = ${practice.member.id}`)
  expect((await glanceAt(practice)).manager).toMatchObject({ id: practice.member.id })
})

it('names the state of payment and onboarding', async () => {
  const practice = await given.practice()
  await run(sql`insert into onboardings (organization_id, status, current_step, created_at, updated_at)
    values (${practice.id}, 5, 3, now(), now()) on conflict (organization_id) do update set status = 5`)
  expect((await glanceAt(practice)).onboarding).toMatchObject({ id: 5, label: 'In Progress' })
  await run(sql`update organizations set suspended_at = now() where id = ${practice.id}`)
  expect((await glanceAt(practice)).payment).toMatchObject({ key: 'SUSPENDED', label: 'Suspended' })
})

it('is for the lab’s staff alone', async () => {
  const practice = await given.practice({ partner: true })
  for (const role of ['super_admin', 'admin', 'tech_support', 'supervisor'] as const)
    expect((await ask(await given.user(role), practice)).status, role).toBe(200)
  for (const who of [practice.owner, practice.member, practice.partner!.user])
    expect((await ask(who, practice)).status).toBe(403)
  const stranger = await given.practice()
  expect((await ask(stranger.owner, practice)).status).toBe(404)
})
