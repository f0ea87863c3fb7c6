import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import { givenIn, type Given } from './given.ts'
import { overtaken } from './overtaken.ts'
import { whileLocked } from './while-locked.ts'

/** The order of locks (ARCHITECTURE.md): the organization, then the case, then the patient's name. */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

/** As a hand-over locks it, before it locks cases. */
const organization = (id: number) => sql`select 1 from organizations where id = ${id} for no key update`

it('a case that takes over a form waits for its organization before it locks the case of the form', async () => {
  const source = await given.case({ archived: true })
  const { practice } = source
  const body = {
    first_name: 'Ada',
    last_name: `Byron ${given.unique().toUpperCase()}`,
    user_id: practice.owner.id,
    organization_id: practice.id,
    rx_form_id: source.rxFormId,
  }
  const answer = await overtaken(
    test,
    organization(practice.id),
    () => test.as(admin).call(patients.create, { body }),
    sql`select 1 from patients where id = ${source.id} for update nowait`,
  )
  expect(answer).toMatchObject({ status: 200, body: { patient: { rx_form: { id: source.rxFormId } } } })
})

it('a submit waits for its organization before it locks the name', async () => {
  const practice = await given.practice()
  const body = given.form(practice) as { first_name: string; last_name: string }
  const key = sql`hashtextextended(plain(${body.first_name}) || ' ' || plain(${body.last_name}), ${practice.id})`
  const answer = await overtaken(
    test,
    organization(practice.id),
    () =>
      test.as(practice.owner).call(rxForms.submitForOrganization, { params: { id: practice.id }, body: body as never }),
    // Fails where the name is locked already.
    sql`select 1 / pg_try_advisory_xact_lock(${key})::int`,
  )
  expect(answer.status).toBe(200)
})

it('archive and restore lock no organization', async () => {
  const { id, practice } = await given.case()
  await whileLocked(test, `select 1 from organizations where id = ${practice.id} for no key update`, async () => {
    expect((await test.as(admin).call(patients.archive, { params: { id } })).status).toBe(200)
    expect((await test.as(admin).call(patients.restore, { params: { id } })).status).toBe(200)
  })
})
