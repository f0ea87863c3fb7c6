import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn, printing, type Given } from '../given.ts'
import { requestSeenBy } from '../seen.ts'

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

it('a suspended practice starts neither cases nor prints; what is under way continues (organizations/suspended)', async () => {
  const tech = await given.user('supervisor')
  const testCase = await given.case({ stage: 'approved', tech, form: printing })
  const { id, practice } = testCase
  const open = (await test.as(tech).call(patients.get, { params: { id } })).body.patient.open_request_id!
  await sql`update organizations set suspended_at = now() where id = ${practice.id}`.execute(test.connection.db)
  const refused = { status: 409, body: { error: 'The subscription of this organization is suspended.' } }
  const body = { patient_id: id, arches: 3, content_type_id: 1 } as const
  for (const who of [practice.owner, tech])
    expect(await test.as(who).call(printingRequests.create, { body })).toMatchObject(refused)
  const { patient } = (await test.as(practice.owner).call(patients.get, { params: { id } })).body
  expect([patient.can.request_print, patient.why_not.request_print]).toEqual([false, refused.body.error])
  const form = { params: { id: practice.id }, body: given.form(practice) as never }
  expect(await test.as(practice.owner).call(rxForms.submitForOrganization, form)).toMatchObject(refused)
  const created = { first_name: 'Ada', last_name: 'Byron', user_id: practice.owner.id, organization_id: practice.id }
  expect(await test.as(tech).call(patients.create, { body: created as never })).toMatchObject(refused)
  const seen = await requestSeenBy(test, tech, open)
  const done = { params: { id: open }, body: { tracking_number: '1Z999AA10123456784', seen } }
  expect((await test.as(tech).call(customerRequests.complete, done)).status).toBe(200)
})
