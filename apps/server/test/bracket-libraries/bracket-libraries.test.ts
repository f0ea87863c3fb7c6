import { bracketLibraries } from '@archwire/contract/bracket-libraries/routes.ts'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

/** The brackets that a practice bonds (`rx-form/libraries`). */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

const at = ({ id }: GivenPractice) => ({ params: { id } })
const preference = async (practice: GivenPractice, who = practice.owner) =>
  (await test.as(who).call(organizations.rxFormPreference, at(practice))).body
const submit = (practice: GivenPractice, change: object, who = practice.owner) =>
  test.as(who).call(rxForms.submitForOrganization, {
    ...at(practice),
    body: given.form(practice, change) as never,
  })
async function library(practice: GivenPractice, name: string, ...members: TestUser[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into bracket_libraries (organization_id, name) values (${practice.id}, ${name}) returning id`.execute(
    test.connection.db,
  )
  const { id } = rows[0]!
  for (const member of members)
    await sql`insert into bracket_library_members values (${practice.id}, ${id}, ${member.id})`.execute(
      test.connection.db,
    )
  return id
}

it('an export names one of everyone’s or of its doctor’s', async () => {
  const practice = await given.practice()
  const forAll = await library(practice, 'Empower')
  const owners = await library(practice, 'Damon', practice.owner)
  const trays = { products_list: 1, export_type: 1, user_id: practice.owner.id }
  expect(await submit(practice, trays)).toMatchObject({
    status: 422,
    body: { error: { bracket_libraries: ['Choose at least one bracket library'] } },
  })
  const { body } = await submit(practice, { ...trays, bracket_libraries: [owners, forAll] })
  expect(body.rx_form.bracket_libraries).toEqual([
    { id: owners, name: 'Damon' },
    { id: forAll, name: 'Empower' },
  ])
  // Another doctor’s case has not got the owner’s: it is taken off, and then none is left.
  const others = { ...trays, user_id: practice.member.id, bracket_libraries: [owners] }
  expect((await submit(practice, others)).body).toMatchObject({
    error: { bracket_libraries: ['Choose at least one bracket library'] },
  })
  expect((await submit(practice, { ...trays, submission_completed_by: 2 })).status).toBe(200)
  expect((await submit(practice, { products_list: 1 })).status).toBe(200)
})

it('of another practice there is none', async () => {
  const [practice, others] = [await given.practice(), await given.practice()]
  await library(practice, 'Empower')
  const theirs = await library(others, 'Empower')
  expect((await submit(practice, { export_type: 1, bracket_libraries: [theirs] })).status).toBe(422)
  const list = (who: TestUser) => test.as(who).call(bracketLibraries.list, at(practice))
  expect((await list(practice.owner)).body.bracket_libraries).toMatchObject([{ name: 'Empower', members: [] }])
  expect((await list(admin)).body.bracket_libraries).toHaveLength(1)
  expect((await list(others.owner)).status).toBe(404)
})

it('who submits as themselves reads their own', async () => {
  const practice = await given.practice()
  await library(practice, 'Damon', practice.owner)
  const empower = await library(practice, 'Empower', practice.member)
  const { data } = await preference(practice, practice.member)
  expect(data.bracket_libraries.map(({ id }) => id)).toEqual([empower])
  expect((await preference(practice)).data.bracket_libraries).toHaveLength(2)
})

it('announces a change with the libraries’ names', async () => {
  const practice = await given.practice()
  const [first, second] = [await library(practice, 'Damon'), await library(practice, 'Empower')]
  const { rxFormId } = await given.case({ practice, form: { export_type: 1, bracket_libraries: [first] } })
  await test
    .as(practice.owner)
    .call(rxForms.change, { params: { id: rxFormId }, body: { bracket_libraries: [second] } })
  const { body } = await test.as(practice.owner).call(rxForms.revisions, { params: { id: rxFormId } })
  expect(body.revisions[0]!.changes).toEqual([
    { field: 'bracket_libraries', label: 'Bracket libraries', from: 'Damon', to: 'Empower' },
  ])
})

it('what a submitted form names stays, whatever becomes of the libraries (rx-form/preferences)', async () => {
  const practice = await given.practice()
  const [kept, gone] = [await library(practice, 'Damon'), await library(practice, 'Empower')]
  const without = await given.case({ practice: await given.practice(), form: { export_type: 1 } })
  const { rxFormId } = await given.case({ practice, form: { export_type: 1, bracket_libraries: [kept, gone] } })
  const change = (id: number, body: object, who = practice.owner) =>
    test.as(who).call(rxForms.change, { params: { id }, body })
  const db = test.connection.db
  await sql`update bracket_libraries set deleted_at = now() where id = ${gone}`.execute(db)
  await sql`insert into bracket_library_members values (${practice.id}, ${kept}, ${practice.member.id})`.execute(db)
  const { body } = await change(rxFormId, { special_instructions: 'Keep the diastema.' })
  expect(body.rx_form.bracket_libraries.map(({ id }) => id)).toEqual([kept, gone])
  // One that has got libraries since asks a submitted form for none, but one that newly bonds.
  await library(without.practice, 'Roth')
  const { owner } = without.practice
  expect((await change(without.rxFormId, { special_instructions: 'Fine.' }, owner)).status).toBe(200)
  expect((await change(without.rxFormId, { export_type: null }, owner)).status).toBe(200)
  expect((await change(without.rxFormId, { export_type: 2 }, owner)).body).toMatchObject({
    error: { bracket_libraries: ['Choose at least one bracket library'] },
  })
})

it('who has left is not named, and the library becomes no one else’s', async () => {
  const practice = await given.practice()
  const damon = await library(practice, 'Damon', practice.member)
  await sql`delete from memberships where organization_id = ${practice.id} and user_id = ${practice.member.id}`.execute(
    test.connection.db,
  )
  const { bracket_libraries: shown } = (await preference(practice)).data
  expect(shown).toEqual([{ id: damon, name: 'Damon', member_ids: [practice.member.id], members: [] }])
  const trays = { products_list: 1, export_type: 1, user_id: practice.owner.id }
  expect((await submit(practice, { ...trays, bracket_libraries: [] })).status).toBe(200)
})
