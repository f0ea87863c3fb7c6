import { hash } from '@node-rs/argon2'
import { auth } from '@archwire/contract/auth/routes.ts'
import { billingAddress } from '@archwire/contract/billing-address/routes.ts'
import { contacts } from '@archwire/contract/contacts/routes.ts'
import { noCountryCode, noExtension } from '@archwire/contract/core/phone.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { users } from '@archwire/contract/users/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp, TestUser } from '../app.ts'
import { printing, type Given, type GivenPractice } from '../given.ts'
import { mainLocation } from '../given/locations.ts'
import { details, openPurchases, type Purchases } from '../purchases.ts'
import { requestSeenBy } from '../seen.ts'

/** What people write in many ways, and the server keeps in one: phones, states, pasted texts, tracking numbers, names. */
let on: Purchases
let test: TestApp
let given: Given
let practice: GivenPractice
let admin: TestUser
beforeAll(async () => {
  on = await openPurchases()
  ;({ test, given } = on)
  practice = await given.practice()
  admin = await given.user('admin')
})
afterAll(() => on.close())

const address = {
  first_name: 'Victor',
  last_name: 'Lang',
  email: 'books@example.com',
  street_address: '1200 Larimer Street',
  city: 'Denver',
  state: 'CO',
  zip_code: '80204',
}

/** Every call that takes an address with a phone number; returns what is kept of it. */
const calls: [string, (change: object) => Promise<{ status: number; error: unknown; kept: unknown }>][] = [
  [
    'a location that is added',
    async (change) => {
      const { status, body } = await test.raw(practice.owner, 'POST', '/locations', {
        ...mainLocation,
        organization_id: practice.id,
        ...change,
      })
      return { status, error: body.error, kept: body.location }
    },
  ],
  [
    'a location that is changed',
    async (change) => {
      const id = await given.location(practice)
      const { status, body } = await test.raw(practice.owner, 'PUT', `/locations/${id}`, change)
      return { status, error: body.error, kept: body.location }
    },
  ],
  [
    'a billing address',
    async (change) => {
      const body = { ...address, phone_number: '+13035550145', ...change } as never
      const answer = await test.as(practice.owner).call(billingAddress.update, { params: { id: practice.id }, body })
      const { error, billing_address: kept } = answer.body as unknown as Record<string, unknown>
      return { status: answer.status, error, kept }
    },
  ],
  [
    'account details',
    async (change) => {
      const { id, owner } = await on.lead()
      const { status, body } = await on.save(owner, id, { ...details, ...change })
      const setup = body.account_setup as Record<string, unknown> | undefined
      return { status, error: body.error, kept: setup?.account_details }
    },
  ],
]

describe.each(calls)('%s', (_, call) => {
  it.each([
    [{ phone_number: '(303) 555-0142' }, '+13035550142'],
    [{ phone_number: '1-303-555-0142', country: 'USA' }, '+13035550142'],
    [{ phone_number: '+44 (0)20 7946 0018', country: 'GBR', state: 'LN' }, '+442079460018'],
  ])('keeps %j as %s', async (change, phone_number) => {
    expect(await call(change)).toMatchObject({ status: 200, kept: { phone_number } })
  })

  it.each([
    [{ phone_number: '+1 303 555 0142 x12' }, { phone_number: [noExtension] }],
    [{ phone_number: '(303) 555-0142', country: 'DEU', state: 'BE' }, { phone_number: [noCountryCode] }],
    [{ state: 'ZZ' }, { state: ['Choose a state.'] }],
    [{ state: 'ZZ', country: 'USA' }, { state: ['Choose a state.'] }],
  ])('refuses %j', async (change, error) => {
    expect(await call(change)).toMatchObject({ status: 422, error })
  })

  it.each(['AA', 'ae', 'AP', 'FM', 'MH', 'PW', 'GU', 'PR', 'VI', 'AS', 'MP', 'DC'])(
    '%s is in the USA',
    async (state) => {
      const at = { state, city: 'APO', zip_code: '09012' }
      expect(await call(at)).toMatchObject({ status: 200, kept: { state: state.toUpperCase(), country: 'USA' } })
    },
  )

  it.each([
    { state: 'ZZ', country: 'DEU', zip_code: '10115', phone_number: '+4930901820' },
    { state: '', country: 'DEU', zip_code: '10115', phone_number: '+4930901820' },
    { state: 'NSW', country: 'AUS', zip_code: '2000', phone_number: '+61255500142' },
    { state: '', country: 'HKG', zip_code: '', phone_number: '+85225550142' },
    { state: 'ON', country: 'CAN', zip_code: 'K1A 0B1', phone_number: '+16135550142' },
  ])('keeps an address of another country: %j', async (at) => {
    expect(await call(at)).toMatchObject({ status: 200, kept: at })
  })

  it.each([
    [{ zip_code: 'hello' }, { zip_code: ['Enter a ZIP code like 80202 or 80202-1234.'] }],
    [{ state: '' }, { state: ['Required'] }],
    [{ state: '', zip_code: '', country: 'DEU' }, { zip_code: ['Required'] }],
    [{ state: 'ON', zip_code: '80202', country: 'CAN' }, { zip_code: ['Enter a postal code like K1A 0B1.'] }],
  ])('refuses an address that its country does not have: %j', async (change, error) => {
    expect(await call({ phone_number: '+4930901820', ...change })).toMatchObject({ status: 422, error })
  })
})

it('a location that has another state from before is changed in everything else', async () => {
  const id = await given.location(practice, { state: 'ZZ' })
  const edit = (body: object) => test.raw(practice.owner, 'PUT', `/locations/${id}`, body)
  expect(await edit({ city: 'Boulder' })).toMatchObject({ status: 200 })
  expect(await edit({ city: 'Golden', state: 'ZZ', country: 'USA' })).toMatchObject({ status: 200 })
  expect(await edit({ state: 'YY' })).toMatchObject({ status: 422, body: { error: { state: ['Choose a state.'] } } })
})

it('a location with the armed forces is at home: only the methods of the USA ship there, and its zone is not known', async () => {
  const id = await given.location(practice, { state: 'AE', city: 'APO' })
  expect(await test.raw(practice.owner, 'GET', `/locations/${id}`)).toMatchObject({
    status: 200,
    body: { location: { country: 'USA', timezone_offset: null } },
  })
  const form = { location_id: id, shipping_location_id: id, export_type: 1, print_assignment: 1 } as const
  const sent = await given.case({ practice, form: { ...form, shipping_method: 'standard' } })
  expect(sent.id).toBeGreaterThan(0)
})

it('contacts keep phone numbers in the same form', async () => {
  const save = (phone_number: string) =>
    test.as(practice.owner).call(contacts.update, {
      params: { id: practice.id },
      body: { contacts: [{ first_name: 'Ruth', title: 'Desk', phone_number }] } as never,
    })
  expect((await save('303.555.0143')).body.contacts).toMatchObject([{ phone_number: '+13035550143' }])
  expect((await save('')).body.contacts).toMatchObject([{ phone_number: '' }])
  expect(await save('+13035550143 ext 7')).toMatchObject({
    status: 422,
    body: { error: { 'contacts.0.phone_number': [noExtension] } },
  })
})

it('locations are found by phone numbers in any notation', async () => {
  const id = await given.location(practice, { phone_number: '+441632960123' })
  for (const typed of ['+44 (0)1632 960123', '1632 960-123', '+44\u00a01632\u2011960']) {
    const { body } = await test.raw(practice.owner, 'GET', `/locations?search=${encodeURIComponent(typed)}`)
    expect([typed, (body.locations as { id: number }[]).map((row) => row.id)]).toEqual([typed, [id]])
  }
})

describe('what no one sees in a paste', () => {
  it('an email with it signs in; a password is taken as it is', async () => {
    const password = 'Tall\u00a0Hedge\u200b-41'
    const owner = (await given.practice()).owner
    const { db } = test.connection
    const { email } = await db.selectFrom('users').select('email').where('id', '=', owner.id).executeTakeFirstOrThrow()
    await db
      .updateTable('users')
      .set({ password_hash: await hash(password) })
      .where('id', '=', owner.id)
      .execute()
    const login = (sent: string, secret: string) =>
      test.as(null).call(auth.login, { body: { email: sent, password: secret } })
    expect((await login(`\u200b${email}\u00a0\ufeff`, password)).status).toBe(200)
    expect((await login(email, 'Tall Hedge-41')).status).toBe(401)
  })

  it('searches find what is seen, and names are kept without it', async () => {
    const name = `Zw${given.unique()}`.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
    const body = { first_name: 'Ada\u200b', last_name: `\ufeff${name}\u00a0Lee`, user_id: practice.owner.id }
    const made = await test
      .as(admin)
      .call(patients.create, { body: { ...body, organization_id: practice.id } as never })
    expect(made.body.patient).toMatchObject({ first_name: 'Ada', last_name: `${name} Lee` })
    const listed = await test.as(admin).call(patients.list, {
      query: { 'filter[search]': `\u200e${name}\u202flee\u200b` } as object,
    })
    expect(listed.body.patients.map(({ id }) => id)).toEqual([made.body.patient.id])
  })
})

/** Numbers of these tests alone: files share a database. */
describe('tracking numbers', () => {
  it.each([
    ['1z 7f3 9b2 03 8841 5526', '1Z7F39B20388415526', 'UPS'],
    ['9400-1777-3908-8415-5260-17', '9400177739088415526017', 'USPS'],
    // As scanner guns read them from labels.
    ['420802029400177739088415526024', '9400177739088415526024', 'USPS'],
    ['4208020212349400177739088415526031', '9400177739088415526031', 'USPS'],
    ['1001921334250001000300779039088415', '779039088415', 'FedEx'],
  ])('%s is kept as %s and found in any form', async (typed, kept, courier) => {
    const tech = await given.user('supervisor', ['Paula', 'Print'])
    const testCase = await given.case({ stage: 'approved', tech, form: printing })
    const { body } = await test.as(tech).call(patients.get, { params: { id: testCase.id } })
    const id = body.patient.open_request_id!
    const done = await test.as(tech).call(customerRequests.complete, {
      params: { id },
      body: { tracking_number: typed, seen: await requestSeenBy(test, tech, id) },
    })
    expect(done.body.customer_request.printing_request).toMatchObject({
      tracking_number: kept,
      courier: { name: courier },
    })
    for (const text of [
      typed,
      kept,
      kept.toLowerCase(),
      kept.replaceAll(/(.{3})/g, '$1\u00a0'),
      kept.split('').join('-'),
    ]) {
      const found = await test.as(tech).call(patients.list, { query: { 'filter[search]': text } as object })
      expect([text, found.body.patients.map((row) => row.id)]).toEqual([text, [testCase.id]])
      const filtered = await test.as(tech).call(patients.list, { query: { 'filter[tracking_number]': text } as object })
      expect([text, filtered.body.patients.map((row) => row.id)]).toEqual([text, [testCase.id]])
    }
  })
})

describe('names that differ by hyphens and spaces', () => {
  const letters = () => given.unique().replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)

  it('count as one name: the second case gets the suffix, and the page shows it before', async () => {
    const here = await given.practice()
    const form = { first_name: 'Anna Lee', last_name: 'Smith Jones' }
    await given.case({ practice: here, form })
    for (const last_name of ['Smith-Jones', 'SmithJones', 'smith jones']) {
      const query = { first_name: 'Annalee', last_name, organization_id: here.id }
      const { body } = await test.as(here.owner).call(patients.checkSimilar, { query })
      expect([last_name, body.data]).toMatchObject([last_name, { has_similar_patient: true, numeric_suffix: 1 }])
    }
    const second = await given.case({ practice: here, form: { first_name: 'AnnaLee', last_name: 'SmithJones' } })
    const { body } = await test.as(admin).call(patients.get, { params: { id: second.id } })
    expect(body.patient).toMatchObject({ full_name: 'AnnaLee SmithJones (1)' })
    // First and last name stay two.
    const query = { first_name: 'Anna', last_name: 'Lee Smith Jones', organization_id: here.id }
    expect((await test.as(here.owner).call(patients.checkSimilar, { query })).body.data.has_similar_patient).toBe(false)
  })

  it('never have one suffix, and keep theirs when one is written like the other', async () => {
    const here = await given.practice()
    const one = await given.case({ practice: here, form: { first_name: 'Ines', last_name: 'Roux Noir' } })
    const two = await given.case({ practice: here, form: { first_name: 'Ines', last_name: 'RouxNoir' } })
    const edit = (id: number, body: object) => test.as(admin).call(patients.update, { params: { id }, body })
    expect(await edit(one.id, { numeric_suffix: 1 })).toMatchObject({
      status: 422,
      body: { error: { numeric_suffix: ['Another case of this name has the suffix 1.'] } },
    })
    expect((await edit(two.id, { last_name: 'Roux Noir' })).body.patient.full_name).toBe('Ines Roux Noir (1)')
    // As rows from before: two of one name without a suffix.
    await sql`update patients set last_name = 'RouxNoir', numeric_suffix = null where id = ${two.id}`.execute(
      test.connection.db,
    )
    expect((await edit(two.id, { last_name: 'Roux Noir' })).body.patient.full_name).toBe('Ines Roux Noir (1)')
    expect(await given.staleRows()).toEqual([])
  })

  it('are found in every form, of patients, doctors and people', async () => {
    const unique = letters()
    const last = `Smith${unique} Jones`
    const spaced = await given.case({ practice, form: { first_name: 'Anna', last_name: last } })
    const found = async (text: string) =>
      (await test.as(admin).call(patients.list, { query: { 'filter[search]': text } as object })).body.patients.map(
        ({ id }) => id,
      )
    for (const typed of [
      last,
      `Smith${unique}-Jones`,
      `Smith${unique}Jones`,
      `smith${unique}jones, anna`.replace(',', ''),
    ])
      expect([typed, await found(typed)]).toEqual([typed, [spaced.id]])
    const glued = await given.case({ practice, form: { first_name: 'Ana', last_name: `DeLa${unique}` } })
    for (const typed of [`De La ${unique}`, `de-la-${unique}`, `Ana De La ${unique}`])
      expect([typed, await found(typed)]).toEqual([typed, [glued.id]])
    expect(await found(`Smith${unique}-Jonas`)).toEqual([])
    const person = await given.user('tech_support', ['Mary Ann', `O'Neil-${unique}`])
    for (const typed of [`Mary-Ann O'Neil ${unique}`, `O'Neil${unique}`, `ann o'neil-${unique}`]) {
      const query = { searchFullNameEmailQuery: typed } as object
      const listed = await test.as(admin).call(users.list, { query })
      expect([typed, listed.body.users.map(({ id }) => id)]).toEqual([typed, [person.id]])
    }
    expect(await given.staleRows()).toEqual([])
  })

  it('a pasted apostrophe is the one that names have, for the search, too', async () => {
    const unique = letters()
    const body = {
      first_name: 'Ada',
      last_name: `O´B${unique}`,
      user_id: practice.owner.id,
      organization_id: practice.id,
    }
    const made = await test.as(admin).call(patients.create, { body: body as never })
    expect(made.body.patient.last_name).toBe(`O'B${unique}`)
    const listed = await test.as(admin).call(patients.list, { query: { 'filter[search]': `o´b${unique}` } as object })
    expect(listed.body.patients.map(({ id }) => id)).toEqual([made.body.patient.id])
  })
})
