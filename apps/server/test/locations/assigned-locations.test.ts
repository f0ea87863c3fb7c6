import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'

/** Members see the locations assigned to them, and send cases and prints through no others. */
let test: TestApp
let given: Given
let practice: GivenPractice
let main: number
let branch: number
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  practice = await given.practice()
  branch = await given.location(practice)
  const { rows } = await sql<{ id: number }>`
    select id from locations where organization_id = ${practice.id} and is_main`.execute(test.connection.db)
  main = rows[0]!.id
  await assign(branch, [practice.member.id])
})
afterAll(() => test.close())

const assign = (id: number, users: number[]) => test.raw(practice.owner, 'PUT', `/locations/${id}`, { users })
const submit = (who: TestUser, form: object) =>
  test.raw(who, 'POST', `/organizations/${practice.id}/rx_forms`, {
    ...given.form(practice, { user_id: practice.member.id, ...form }),
  })

describe('a case', () => {
  it.each(['location_id', 'shipping_location_id'] as const)(
    'is sent through no %s that is somebody else’s',
    async (field) => {
      const shipped = {
        export_type: 1,
        print_assignment: 1,
        insert_brackets_assignment: 1,
        shipping_method: 'standard',
      }
      const form = { ...(field === 'shipping_location_id' && { ...shipped, location_id: branch }), [field]: main }
      expect(await submit(practice.member, form)).toMatchObject({
        status: 422,
        body: { error: { [field]: ['This location is not assigned to you.'] } },
      })
      expect((await submit(practice.owner, form)).status).toBe(200)
    },
  )

  it('that names none goes through one’s own', async () => {
    const { status, body } = await submit(practice.member, { location_id: null })
    expect(status).toBe(200)
    expect(body.rx_form).toMatchObject({ location: { id: branch } })
  })
})

it('What a form starts with is one’s own location, and how it is reached', async () => {
  const preference = async (who: TestUser) => {
    const { body } = await test.raw(who, 'GET', `/organizations/${practice.id}/rx_form_preference`)
    const { data, shipping_methods } = body as {
      data: { defaults: object }
      shipping_methods: { id_string: string; available: boolean }[]
    }
    return [data.defaults, shipping_methods.filter(({ available }) => available).map(({ id_string }) => id_string)]
  }
  expect(await preference(practice.owner)).toMatchObject([
    { location_id: main, shipping_method: 'standard' },
    ['standard', 'express', 'urgent', 'lightspeed'],
  ])
  await test.raw(practice.owner, 'PUT', `/locations/${branch}`, { country: 'CAN', state: 'BC', zip_code: 'V0A 1H0' })
  expect(await preference(practice.member)).toMatchObject([
    { location_id: branch, shipping_method: 'international' },
    ['international'],
  ])
  // Without a place a case ships to the usual one, in a way that reaches it.
  const shipped = { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, location_id: null }
  expect(await submit(practice.member, { ...shipped, shipping_method: 'standard' })).toMatchObject({
    status: 422,
    body: { error: { shipping_method: ['This shipping method is not available there.'] } },
  })
  const { status, body } = await submit(practice.member, { ...shipped, shipping_method: 'international' })
  expect(status).toBe(200)
  expect(body.rx_form).toMatchObject({ location: { id: branch }, shipping_location: { id: branch } })
  await test.raw(practice.owner, 'PUT', `/locations/${branch}`, { country: 'USA', state: 'CO', zip_code: '80202' })
})

describe('a print', () => {
  let testCase: GivenCase
  beforeAll(async () => {
    // Members hold no right to prints of their own; whom the owner gives it asks for them.
    await sql`update memberships set custom_permissions = ${prints}::text[]
      where organization_id = ${practice.id} and user_id = ${practice.member.id}`.execute(test.connection.db)
    testCase = await given.case({ practice, stage: 'approved', form: { user_id: practice.member.id } })
  })
  const prints = ['organization.printing-requests.create', 'organization.printing-requests.update-shipping-information']
  const ask = (who: TestUser, location_id: number | null) =>
    test.raw(who, 'POST', '/printing_requests', { patient_id: testCase.id, arches: 1, content_type_id: 1, location_id })
  const idOf = (body: Record<string, unknown>) => (body.customer_request as { id: number }).id
  const last = async () => {
    const { rows } = await sql<{ id: number; location_id: number; day: string }>`
      select id, location_id, expected_arrival_date as day from printing_requests
      where organization_id = ${practice.id} and patient_id = ${testCase.id} order by id desc`.execute(
      test.connection.db,
    )
    return rows[0]!
  }
  const ship = async (who: TestUser, location_id: number) => {
    const { id, day } = await last()
    return test.raw(who, 'PUT', `/printing_requests/${id}/shipping`, {
      patient_id: testCase.id,
      location_id,
      shipping_method_id: 1,
      expected_arrival_date: day,
      delivery_date_from: day,
      delivery_date_to: day,
    })
  }

  it('ships to one’s own location, and to no other', async () => {
    expect(await ask(practice.member, main)).toMatchObject({
      status: 422,
      body: { error: { location_id: ['Shipping location is missing.'] } },
    })
    for (const named of [branch, null]) {
      const { status, body } = await ask(practice.member, named)
      expect(status).toBe(200)
      expect((await last()).location_id).toBe(branch)
      if (named !== null) await test.raw(practice.owner, 'POST', `/customer_requests/${idOf(body)}/cancel`, {})
    }
  })

  it('is moved to one’s own location; where it ships already, it stays', async () => {
    expect((await ship(practice.member, main)).status).toBe(422)
    expect((await ship(practice.owner, main)).status).toBe(200)
    expect((await ship(practice.member, main)).status).toBe(200)
    expect((await ship(practice.member, branch)).status).toBe(200)
    expect((await last()).location_id).toBe(branch)
  })

  it('still ships to a location that was deleted in the meantime, on another day', async () => {
    const gone = await given.location(practice)
    expect((await ship(practice.owner, gone)).status).toBe(200)
    expect((await test.raw(practice.owner, 'DELETE', `/locations/${gone}`)).status).toBe(200)
    const methods = await test.raw(practice.owner, 'GET', `/shipping_methods?location_id=${gone}&available_only=1`)
    expect(methods.status).toBe(200)
    expect((await ship(practice.owner, gone)).status).toBe(200)
    expect((await ship(practice.owner, main)).status).toBe(200)
    expect((await ship(practice.owner, gone)).status).toBe(422)
    expect((await ship(practice.owner, branch)).status).toBe(200)
  })
})

it('Whose assigned locations are all archived sees every other, as if none had been assigned', async () => {
  const seen = async () => {
    const { body } = await test.raw(practice.member, 'GET', '/locations')
    return (body.locations as { id: number }[]).map(({ id }) => id)
  }
  expect(await seen()).toEqual([branch])
  expect((await test.raw(practice.owner, 'DELETE', `/locations/${branch}`)).status).toBe(200)
  expect(await seen()).toEqual([main])
})
