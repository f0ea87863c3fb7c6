import { locations } from '@archwire/contract/locations/routes.ts'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import type { SearchHit } from '@archwire/contract/search/document.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject as provided, it } from 'vitest'
import { createDatabase, dropDatabase } from '../../../../tools/test-database.ts'
import { computeFigures } from '../../src/modules/dashboard/queries.ts'
import { refreshAll, refreshDue } from '../../src/modules/search/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { membersIn } from '../given/members.ts'
import { searcherFor } from './search-calls.ts'

/** The index behind the product's own commands, with a worker. */
let test: TestApp
let given: Given
let admin: TestUser
let practice: GivenPractice
let ownerUrl: string
let find: (options: object) => Promise<SearchHit[]>
beforeAll(async () => {
  ownerUrl = await createDatabase(provided('clusterUrl'), undefined, provided('template'))
  test = await openTestApp({ ownerUrl, worker: true })
  given = givenIn(test)
  admin = await given.user('admin')
  practice = await given.practice()
  await refreshAll(test.connection)
  const { index } = await searcherFor(test, admin)
  find = async (options) => (await index.search('', { limit: 100, ...options })).hits
})
afterAll(async () => {
  await test.close()
  await dropDatabase(provided('clusterUrl'), new URL(ownerUrl).pathname.slice(1))
})
const practiceHit = async () => (await find({ filter: `id = organization-${practice.id}` }))[0]!

it('shows within a moment what the product’s commands change (search/index)', async () => {
  const name = `Renamed ${given.unique()}`
  expect(
    (await test.as(admin).call(organizations.update, { params: { id: practice.id }, body: { name } as never })).status,
  ).toBe(200)
  await expect.poll(async () => (await practiceHit()).full_name, { timeout: 10_000 }).toBe(name)
  // Its people and its locations say its name, too.
  await expect
    .poll(
      async () =>
        (await find({ filter: `organization_ids = ${practice.id}` })).every(
          (hit) => hit.organizations[0]!.name === name,
        ),
      {
        timeout: 10_000,
      },
    )
    .toBe(true)
  await given.case({ practice, stage: 'new' })
  await expect.poll(async () => (await practiceHit()).number_of_cases, { timeout: 10_000 }).toBe(1)
  const { body } = await test
    .as(admin)
    .call(locations.list, { query: { organization_id: String(practice.id) } as never })
  expect(
    (await find({ filter: `model = location AND organization_ids = ${practice.id}` })).map(({ model_id }) => model_id),
  ).toEqual((body as { locations: { id: number }[] }).locations.map(({ id }) => id))
  expect((await test.as(admin).call(organizations.archive, { params: { id: practice.id } } as never)).status).toBe(200)
  await expect.poll(async () => (await practiceHit()).status, { timeout: 10_000 }).toBe(6)
})

it('counts cases that are handed over for the doctor who takes them', async () => {
  const other = await given.practice()
  const casesOf = async ({ id }: { id: number }) => (await find({ filter: `id = user-${id}` }))[0]?.number_of_cases
  await given.case({ practice: other, stage: 'new', form: { user_id: other.member.id } })
  await expect.poll(() => casesOf(other.member), { timeout: 10_000 }).toBe(1)
  const handing = { from_user_id: other.member.id, to_user_id: other.owner.id }
  expect((await membersIn(test).handOver(other.manager, other.id, handing)).status).toBe(200)
  await expect.poll(() => casesOf(other.owner), { timeout: 10_000 }).toBe(1)
  await expect.poll(() => casesOf(other.member), { timeout: 10_000 }).toBe(0)
})

it('has missed nothing: made anew, no document differs', async () => {
  await expect
    .poll(
      async () =>
        (await sql<{ n: number }>`select count(*)::int as n from outbox`.execute(test.connection.db)).rows[0]!.n +
        (
          await sql<{
            n: number
          }>`select count(*)::int as n from pgboss.job where name = 'search.refresh' and state in ('created', 'active', 'retry')`.execute(
            test.connection.db,
          )
        ).rows[0]!.n,
      { timeout: 10_000 },
    )
    .toBe(0)
  expect(await refreshAll(test.connection)).toBe(0)
})

it('counts each status as the dashboard’s gauges do (organizations/gauges)', async () => {
  await sql`update organizations set onboarded_at = now() - interval '90 days' where id = ${practice.id}`.execute(
    test.connection.db,
  )
  await given.practice()
  await given.practice({ paid: false })
  await refreshAll(test.connection)
  const actor = await given.actor(admin)
  const figures = await computeFigures(
    test.connection.db,
    actor,
    { scope: actor.scope, asked: sql`true`, wholeLab: true, organizations: null } as never,
    { from: null, to: null },
    'America/Denver',
  )
  const names = ['leads', 'onboarding', 'new', 'active', 'passive', 'archived'] as const
  for (const [board, roles] of [
    ['organization', 'filter = organization'],
    ['user', 'filter IN [doctor, staff_member]'],
  ] as const)
    for (const [index, gauge] of names.entries())
      expect((await find({ filter: `${roles} AND status = ${index + 1}` })).length, `${board} ${gauge}`).toBe(
        figures.statuses![board][gauge],
      )
})

it('looks at a status that changes by time alone', async () => {
  const { db } = test.connection
  const other = await given.practice()
  await sql`update organizations set onboarded_at = now() - interval '31 days', created_at = now() - interval '40 days' where id = ${other.id}`.execute(
    db,
  )
  await refreshAll(test.connection)
  await sql`with hit as (update search_hits set document = document || '{"status": 3}' where model = 'organization' and model_id = ${other.id})
    update search_documents set status = 3, status_until = now() - interval '1 minute'
    where model = 'organization' and model_id = ${other.id}`.execute(db)
  await refreshDue(test.connection)
  expect((await find({ filter: `id = organization-${other.id}` }))[0]!.status).toBe(5)
})
