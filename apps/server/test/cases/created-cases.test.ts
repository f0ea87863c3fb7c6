import { organizations } from '@archwire/contract/organizations/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { printingRequests } from '@archwire/contract/requests/routes.ts'
import { rxFormStatuses } from '@archwire/contract/rx-forms/lifecycle.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { overtaken } from '../overtaken.ts'

/** Cases that no one submitted: staff's own (`cases/created`), and those of before the portal (`cases/old-case`). */
let test: TestApp
let given: Given
let tech: TestUser
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support')
  admin = await given.user('admin')
})
afterAll(() => test.close())

const lastName = () => `Created ${given.unique().toUpperCase()}`
const create = (who: TestUser, practice: GivenPractice, body: object = {}) =>
  test.as(who).call(patients.create, {
    body: {
      first_name: 'Ada',
      last_name: lastName(),
      user_id: practice.owner.id,
      organization_id: practice.id,
      ...body,
    } as never,
  })
const told = async (practice: GivenPractice) =>
  await sql`select 1 from notifications where organization_id = ${practice.id} union all select 1 from mails where organization_id = ${practice.id}`
    .execute(test.connection.db)
    .then(({ rows }) => rows.length)

describe('a case that the lab creates', () => {
  it('is New, with its doctor, without work, form, price or notices', async () => {
    const practice = await given.practice()
    const { status, body } = await create(tech, practice, { case_number_text: 'B-7' })
    expect(status).toBe(200)
    expect(body.message).toBe('The case is created.')
    expect(body.patient).toMatchObject({
      patient_status: { key: 'new' },
      user_id: practice.owner.id,
      case_number_text: 'B-7',
      rx_form: null,
      initial_case_setup: null,
      numeric_suffix: null,
    })
    const seen = await test.as(practice.owner).call(patients.get, { params: { id: body.patient.id } })
    expect(seen.body.patient.full_name).toBe(body.patient.full_name)
    const { body: list } = await test.as(practice.owner).call(patients.list, { query: {} as never })
    expect(list.patients.map(({ id }) => id)).toContain(body.patient.id)
    const { body: past } = await test.as(tech).call(patients.history, { params: { id: body.patient.id } })
    expect(past.history.map(({ label }) => label)).toEqual(['Case created by the lab'])
    expect(await told(practice)).toBe(0)
    expect(await given.staleRows()).toEqual([])
  })

  it('gets the suffix of its name, also with five at once', async () => {
    const practice = await given.practice()
    const last_name = lastName()
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(tech, practice, { last_name })))
    expect(new Set(answers.map(({ body }) => body.patient.numeric_suffix))).toEqual(new Set([null, 1, 2, 3, 4]))
  })

  it('finds the practice of a doctor who has one; of two it asks', async () => {
    const [first, second] = [await given.practice(), await given.practice()]
    const { body } = await create(tech, first, { organization_id: undefined })
    expect(body.patient.organization_id).toBe(first.id)
    await sql`insert into memberships (organization_id, user_id, role) values (${second.id}, ${first.owner.id}, 'organization_member')`.execute(
      test.connection.db,
    )
    expect(await create(tech, first, { organization_id: undefined })).toMatchObject({
      status: 422,
      body: { error: { organization_id: ['Choose the practice.'] } },
    })
  })

  it('gets the form of an archived case, which starts anew there; the rest stays with that case', async () => {
    const form = {
      export_type: 1,
      print_assignment: 1,
      jaws_id: 2,
      special_instructions: 'Keep.',
      last_name: lastName(),
    }
    const source = await given.case({ stage: 'in_progress', form: form as object, archived: true })
    const { practice } = source
    const admin = await given.user('admin')
    const { price } = (await test.as(practice.owner).call(patients.get, { params: { id: source.id } })).body.patient
      .rx_form!
    expect(price).not.toBeNull()
    const { body } = await create(tech, practice, { rx_form_id: source.rxFormId })
    const { id } = body.patient
    expect(body.patient.rx_form).toMatchObject({
      id: source.rxFormId,
      patient_id: id,
      jaws_id: 2,
      export_type: 1,
      special_instructions: 'Keep.',
      price,
      status: { key: 'new' },
    })
    expect(body.patient.rx_form!.ship_date).not.toBeNull()
    expect(body.patient).toMatchObject({
      patient_status: { key: 'new' },
      initial_case_setup: { assigned_to: null, status: { key: 'new' } },
    })
    const { body: left } = await test.as(tech).call(patients.get, { params: { id: source.id } })
    expect(left.patient.rx_form).toBeNull()
    expect(left.patient.patient_status.key).toBe('in_progress')
    const eventsOf = async (patientId: number) =>
      (await test.as(tech).call(patients.history, { params: { id: patientId } })).body.history.map(
        ({ event, note }) => [event, note] as const,
      )
    expect((await eventsOf(source.id))[0]).toEqual(['rx_form_moved', `C-${id}`])
    expect(await eventsOf(id)).toEqual([['created', `Rx form of C-${source.id}`]])
    expect(await given.staleRows()).toEqual([])
    // Work was going on in it, which needs the form.
    const { body: seen } = await test.as(admin).call(patients.get, { params: { id: source.id } })
    expect(seen.patient.can).toMatchObject({ restore: false, remove: true })
    expect(await test.as(admin).call(patients.restore, { params: { id: source.id } })).toMatchObject({
      status: 409,
      body: { error: 'The Rx form of this case has moved to another case.' },
    })
  })

  it('takes no form but one of an archived case of the practice, and no form twice', async () => {
    const source = await given.case()
    const { practice } = source
    const refused = (error: string) => ({ status: 409, body: { error } })
    expect(await create(tech, practice, { rx_form_id: source.rxFormId })).toMatchObject(
      refused('The case of this Rx form is not archived. Archive it first.'),
    )
    const admin = await given.user('admin')
    expect((await test.as(admin).call(patients.archive, { params: { id: source.id } })).status).toBe(200)
    const other = refused('This Rx form does not belong to the practice.')
    expect(await create(tech, await given.practice(), { rx_form_id: source.rxFormId })).toMatchObject(other)
    expect(await create(tech, practice, { rx_form_id: 2_000_000_000 })).toMatchObject(other)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => create(tech, practice, { rx_form_id: source.rxFormId })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
  })

  it('what is called by a form that moves in the meantime is refused, and changes neither case', async () => {
    const source = await given.case()
    const other = (await create(tech, source.practice)).body.patient
    const answer = await overtaken(
      test,
      sql`select 1 from patients where id = ${source.id} for update`,
      () => test.as(admin).call(rxForms.remove, { params: { id: source.rxFormId } }),
      sql`update rx_forms set patient_id = ${other.id} where id = ${source.rxFormId}`,
    )
    expect(answer).toMatchObject({ status: 409, body: { error: 'This Rx form has moved to another case.' } })
    const { rows } = await sql`select status_id, cancelled_at from rx_forms where id = ${source.rxFormId}`.execute(
      test.connection.db,
    )
    expect(rows).toEqual([{ status_id: rxFormStatuses.new.id, cancelled_at: null }])
    for (const id of [source.id, other.id]) {
      const { body } = await test.as(admin).call(patients.history, { params: { id } })
      expect(body.history.map(({ event }) => event)).not.toContain('rx_form_canceled')
    }
    // Back, because the ready rows of both cases do not know.
    await sql`update rx_forms set patient_id = ${source.id} where id = ${source.rxFormId}`.execute(test.connection.db)
  })

  it('takes no canceled form, and a New case comes back without the form that it gave away', async () => {
    const admin = await given.user('admin')
    const canceled = await given.case()
    await sql`update rx_forms set cancelled_at = now() where id = ${canceled.rxFormId}`.execute(test.connection.db)
    expect((await test.as(admin).call(patients.archive, { params: { id: canceled.id } })).status).toBe(200)
    expect(await create(tech, canceled.practice, { rx_form_id: canceled.rxFormId })).toMatchObject({
      status: 409,
      body: { error: 'This Rx form was canceled.' },
    })
    const fresh = await given.case()
    expect((await test.as(admin).call(patients.archive, { params: { id: fresh.id } })).status).toBe(200)
    expect((await create(tech, fresh.practice, { rx_form_id: fresh.rxFormId })).status).toBe(200)
    expect((await test.as(admin).call(patients.restore, { params: { id: fresh.id } })).status).toBe(200)
    expect(await given.staleRows()).toEqual([])
  })

  it('is refused by field', async () => {
    const practice = await given.practice()
    const stranger = (await given.practice()).owner.id
    const wrong = async (body: object) =>
      Object.keys(((await create(tech, practice, body)).body as never as { error: object }).error)
    expect(await wrong({ first_name: 'ada' })).toEqual(['first_name'])
    expect(await wrong({ last_name: 'Jean-Luc' })).toEqual(['last_name'])
    expect(await wrong({ case_number_text: 'a#' })).toEqual(['case_number_text'])
    expect(await wrong({ user_id: stranger })).toEqual(['user_id'])
    expect((await create(practice.owner, practice)).status).toBe(403)
  })
})

describe('an old case', () => {
  const upload = async (who: TestUser, practice: GivenPractice, name: string) => ({
    file_path: await given.upload(who, practice.id, given.scan('upper', 2), name),
    name,
  })
  const add = async (who: TestUser, practice: GivenPractice, body: object = {}) =>
    test.as(who).call(rxForms.oldCaseOfOrganization, {
      params: { id: practice.id },
      body: {
        first_name: 'Ada',
        last_name: lastName(),
        user_id: practice.owner.id,
        impression_date: '2015-03-02',
        ios_files: [await upload(who, practice, 'upper.ios')],
        ...body,
      } as never,
    })

  it('is Completed on the day of its impression, without costs, counts or notices', async () => {
    const practice = await given.practice()
    const last_name = lastName()
    const { status, body } = await add(admin, practice, {
      last_name,
      ios_files: [await upload(admin, practice, 'a.ios'), await upload(admin, practice, 'b.ios')],
    })
    expect([status, body]).toMatchObject([200, { message: 'The old case was added.' }])
    const { patient } = (await test.as(practice.owner).call(patients.get, { params: { id: body.patient_id } })).body
    expect(patient).toMatchObject({ patient_status: { key: 'completed' }, rx_form: null, has_ios_file: true })
    // Midnight in Denver, before the summer of 2015 started.
    expect(patient.setup_completed_at).toBe('2015-03-02T07:00:00.000Z')
    expect(patient.patient_files.map(({ name }) => name)).toEqual([
      `${last_name}, Ada.ios`,
      `${last_name}, Ada (1).ios`,
    ])
    expect(await told(practice)).toBe(0)
    const { rows } = await sql<{
      forms: number
    }>`select count(*)::int as forms from rx_forms where organization_id = ${practice.id}`.execute(test.connection.db)
    expect(rows[0]!.forms).toBe(0)
    const { body: found } = await test.as(tech).call(patients.list, { query: { 'filter[search]': last_name } as never })
    expect(found.patients.map(({ id }) => id)).toEqual([body.patient_id])
    expect(await given.staleRows()).toEqual([])
  })

  it('can be printed from', async () => {
    const practice = await given.practice()
    const { body } = await add(admin, practice)
    const asked = await test.as(practice.owner).call(printingRequests.create, {
      body: { patient_id: body.patient_id, arches: 1, content_type_id: 1, insert_brackets: false } as never,
    })
    expect(asked.status).toBe(200)
    const { patient } = (await test.as(practice.owner).call(patients.get, { params: { id: body.patient_id } })).body
    expect(patient.patient_status.key).toBe('approved')
  })

  it('is refused by field, and to everyone but super_admin and admin', async () => {
    const practice = await given.practice()
    const wrong = async (body: object) =>
      Object.keys(((await add(admin, practice, body)).body as never as { error: object }).error)
    expect(await wrong({ impression_date: '2199-01-01' })).toEqual(['impression_date'])
    expect(await wrong({ ios_files: [] })).toEqual(['ios_files'])
    const eleven = Array.from({ length: 11 }, (_, index) => ({
      file_path: `u_${index}`.padEnd(24, '0'),
      name: 'a.ios',
    }))
    expect(await wrong({ ios_files: eleven })).toEqual(['ios_files'])
    expect(await wrong({ user_id: undefined })).toEqual(['user_id'])
    expect(await wrong({ user_id: practice.assistant.id })).toEqual(['user_id'])
    expect(await wrong({ ios_files: [{ file_path: 'unknown-upload-00000000', name: 'a.ios' }] })).toEqual(['ios_files'])
    expect(await wrong({ user_id: (await given.practice()).owner.id })).toEqual(['user_id'])
    for (const who of [tech, await given.user('supervisor'), practice.owner]) {
      const refused = await test.as(who).call(rxForms.oldCaseOfOrganization, {
        params: { id: practice.id },
        body: {
          first_name: 'Ada',
          last_name: 'Byron',
          user_id: practice.owner.id,
          impression_date: '2015-03-02',
          ios_files: [{ file_path: 'unknown-upload-00000000', name: 'a.ios' }],
        } as never,
      })
      expect(refused.status).toBe(403)
    }
  })
})

it('the lab finds the practices that a person belongs to', async () => {
  const [practice, other] = [await given.practice(), await given.practice()]
  const find = async (userId: number) =>
    (await test.as(tech).call(organizations.list, { query: { userId } as never })).body.organizations.map(
      ({ id }) => id,
    )
  expect(await find(practice.owner.id)).toEqual([practice.id])
  expect(await find(other.owner.id)).toEqual([other.id])
  expect(await find(tech.id)).toEqual([])
})
