import { orders } from '@archwire/contract/billing/routes.ts'
import { contracts } from '@archwire/contract/contracts/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { notifications } from '@archwire/contract/notifications/routes.ts'
import { users } from '@archwire/contract/users/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { januaryIn } from '../january.ts'

/** Exact gates: what a request costs the database, the session's look-up included. */
let test: TestApp
let given: Given
let testCase: GivenCase
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  testCase = await given.case({ stage: 'awaiting_approval' })
  for (let index = 0; index < 5; index += 1) await given.case({ practice: testCase.practice })
  tech = await given.user('tech_support')
})
afterAll(() => test.close())

it('lists and single records take at most 2 statements', async () => {
  const [owner, lab] = [test.as(testCase.practice.owner), test.as(tech)]
  const organization = { params: { id: testCase.practice.id } }
  const answers = {
    list: await lab.call(patients.list, { query: { 'filter[search]': 'ada' } }),
    ofOrganization: await owner.call(patients.listOfOrganization, organization),
    counts: await owner.call(patients.countsPerStatus, organization),
    countsOfAll: await lab.call(patients.countsPerStatusOfAll, {}),
    waiting: await lab.call(patients.waiting, {}),
    detail: await owner.call(patients.get, { params: { id: testCase.id } }),
    history: await lab.call(patients.history, { params: { id: testCase.id } }),
    rxForms: await owner.call(rxForms.list, {}),
    rxForm: await owner.call(rxForms.get, { params: { id: testCase.rxFormId } }),
    notifications: await owner.call(notifications.list, {}),
    users: await lab.call(users.list, {}),
  }
  for (const [name, answer] of Object.entries(answers))
    expect([name, answer.status, [1, 2].includes(answer.statements)], JSON.stringify(answer.body)).toEqual([
      name,
      200,
      true,
    ])
})

it('an open order and a subscription take at most 4, with everything that their pages show', async () => {
  const practice = await januaryIn(test, given).practice()
  const admin = test.as(await given.user('admin'))
  const order = await admin.call(orders.current, { params: { id: practice.id } })
  const { rows } = await sql<{ id: number }>`select id from contracts where organization_id = ${practice.id}`.execute(
    test.connection.db,
  )
  const subscription = await admin.call(contracts.get, { params: { id: rows[0]!.id } })
  expect(subscription.body.contract.close_invoice).not.toBeNull()
  for (const { status, statements, body } of [order, subscription])
    // Without the look-up of the session there are 3: it is kept for two seconds.
    expect([status, [3, 4].includes(statements)], JSON.stringify({ statements, body })).toEqual([200, true])
})

it('a submit with scan and photo takes at most 10', async () => {
  const { practice } = testCase
  const stl_files = await given.scanUploads(practice.owner, practice.id)
  const body = given.form(practice, {
    impression_type: 4,
    scan_submission_type: 1,
    scanner_type: 1,
    products_list: 16,
    stl_files,
  })
  const answer = await test
    .as(practice.owner)
    .call(
      rxForms.submitForOrganization,
      { params: { id: practice.id }, body: body as never },
      { 'idempotency-key': 'counted-once' },
    )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.statements).toBeLessThanOrEqual(10)
  // Fewer would mean that they are not counted: the look-up of the session, the row of the key, the case itself.
  expect(answer.statements).toBeGreaterThan(3)
})
