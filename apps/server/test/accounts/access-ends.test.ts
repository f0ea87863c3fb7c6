import { createHash } from 'node:crypto'
import { auth } from '@archwire/contract/auth/routes.ts'
import { caseListViews } from '@archwire/contract/case-list-views/routes.ts'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { apiBase } from '../../src/http/serve.ts'
import { addMember } from '../../src/modules/organizations/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { membersIn, type GivenMembers } from '../given/members.ts'

/**
 * What a person opened ends with the person's access: uploads, codes of the desktop application, saved views. Share links:
 * share-links-end.test.ts; invitations: invitations.test.ts; push: push.test.ts; event streams: streams.test.ts.
 */
let test: TestApp
let given: Given
let on: GivenMembers
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  on = membersIn(test)
})
afterAll(() => test.close())

/** A member of two practices: a right that ends in one of them is still held in the other. */
async function memberOfTwo(): Promise<{ practice: GivenPractice; person: TestUser }> {
  const [practice, other] = [await given.practice(), await given.practice()]
  const person = practice.member
  await test.connection.db.transaction().execute((trx) => addMember(trx, other.id, person.id, 'organization_member'))
  return { practice, person }
}
const remove = async (practice: GivenPractice, person: TestUser) =>
  expect((await on.remove(practice.owner, practice.id, { user_id: person.id })).status).toBe(200)
/** A read may use the rights of up to two seconds before (`people/at-once`). */
const soon = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 20_000, interval: 100 })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('an upload of a member who was removed while it was on its way', () => {
  it('for a case is neither renewed nor registered', async () => {
    const { practice, person } = await memberOfTwo()
    const testCase = await given.case({ practice, form: { user_id: person.id } })
    const bytes = given.scan('upper', 301)
    const file_path = await given.upload(person, practice.id, bytes, 'upper.stl', 'scan', testCase.id)
    const renew = () =>
      test.as(person).call(patientFiles.uploadLink, {
        query: {
          name: 'upper.stl',
          size: bytes.length,
          sha256: sha256(bytes),
          patient_id: testCase.id,
          purpose: 'scan',
          file_path,
        } as never,
      })
    expect((await renew()).body).toMatchObject({ file_path })
    await remove(practice, person)
    await soon(async () => expect((await renew()).status).toBe(404))
    const file = {
      file_path,
      patient_id: testCase.id,
      patient_file_type_id: 2,
      jaws_id: 1 as const,
      name: 'upper.stl',
    }
    expect((await test.as(person).call(patientFiles.storeUploadedFile, { body: file as never })).status).toBe(404)
  })

  it('for a new case is neither renewed nor submitted', async () => {
    const { practice, person } = await memberOfTwo()
    const bytes = given.scan('upper', 302)
    const file_path = await given.upload(person, practice.id, bytes)
    const renew = () =>
      test.as(person).call(rxForms.uploadLinkOfOrganization, {
        params: { id: practice.id },
        query: { name: 'upper.stl', size: bytes.length, sha256: sha256(bytes), file_path } as never,
      })
    expect((await renew()).body).toMatchObject({ file_path })
    await remove(practice, person)
    await soon(async () => expect((await renew()).status).toBe(404))
    const stl_files = [{ file_path, name: 'upper.stl', jaws_id: 1 as const }]
    const body = given.form(practice, { stl_files }) as never
    const submitted = await test.as(person).call(rxForms.submitForOrganization, { params: { id: practice.id }, body })
    expect(submitted.status).toBe(404)
    const { rows } = await sql`
      select 1 from uploads where file_path = ${file_path} and registered_at is not null`.execute(test.connection.db)
    expect(rows).toEqual([])
  })
})

describe('a code of the desktop application', () => {
  const codeOf = async (person: TestUser) => (await test.as(person).call(auth.desktopCode)).body.desktop_code
  const me = (code: string) =>
    test.app.fastify.inject({ url: `${apiBase}/me`, headers: { authorization: `Bearer ${code}` } })

  it('names the practices of the moment in which it is used, not of the one in which it was made', async () => {
    const { practice, person } = await memberOfTwo()
    const [before, after] = [await codeOf(person), await codeOf(person)]
    const named = (body: string) => body.includes(`"id":${practice.id},`)
    expect(named((await me(before)).body)).toBe(true)
    await remove(practice, person)
    const answer = await me(after)
    expect(answer.statusCode).toBe(200)
    expect(named(answer.body)).toBe(false)
  })

  it('opens nothing after the account was archived', async () => {
    const { person } = await memberOfTwo()
    const code = await codeOf(person)
    const archived = await test.raw(await given.user('admin'), 'PUT', `/users/${person.id}/archive`, {})
    expect(archived.status).toBe(200)
    expect((await me(code)).statusCode).toBe(401)
  })
})

it('a saved view finds what its person sees now, not what the person saw when saving it', async () => {
  const practice = await given.practice()
  const { assistant } = practice
  const testCase = await given.case({ practice })
  const search = 'orderBy=created_at&order=desc'
  const saved = await test.as(assistant).call(caseListViews.create, { body: { name: 'All', search } as never })
  expect(saved.status).toBe(200)
  const found = async () =>
    (
      await test.as(assistant).call(patients.list, { query: Object.fromEntries(new URLSearchParams(search)) as never })
    ).body.patients.map(({ id }) => id)
  expect(await found()).toContain(testCase.id)
  await sql`update users set role = 'doctor' where id = ${assistant.id}`.execute(test.connection.db)
  expect((await test.as(assistant).call(caseListViews.list)).body.case_list_views).toMatchObject([{ search }])
  await soon(async () => expect(await found()).not.toContain(testCase.id))
})
