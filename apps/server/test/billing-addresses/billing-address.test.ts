import { billingAddress } from '@archwire/contract/billing-address/routes.ts'
import type { BillingAddressEdit } from '@archwire/contract/billing-address/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billingAddressOf } from '../../src/modules/billing-addresses/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

/** Where the invoices of a practice go (`organizations/billing-address`). */
let test: TestApp
let given: Given
let admin: TestUser
let practice: GivenPractice
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  practice = await given.practice({ partner: true })
})
afterAll(() => test.close())

const address = {
  first_name: 'Victor',
  last_name: 'Lang',
  email: 'books@example.com',
  phone_number: '+13035550145',
  street_address: '1200 Larimer Street',
  city: 'Denver',
  state: 'CO',
  zip_code: '80204',
}
const whole = { ...address, street_address_line_2: '', country: 'USA' }
const at = ({ id }: GivenPractice) => ({ params: { id } })
const read = (where = practice, who = where.owner) => test.as(who).call(billingAddress.get, at(where))
const save = (
  change: Partial<BillingAddressEdit> = {},
  { where = practice, who }: { where?: GivenPractice; who?: TestUser } = {},
) => test.as(who ?? where.owner).call(billingAddress.update, { ...at(where), body: { ...address, ...change } as never })
const refused = (status: number, error: unknown) => ({ status, body: { error } })

describe('the address', () => {
  it('is none at first; saved, it is of the USA unless it says otherwise', async () => {
    const place = await given.practice()
    expect((await read(place)).body).toEqual({ billing_address: null, version: 1, can: { update: true } })
    expect((await save({ state: 'co', first_name: ' Victor ' }, { where: place })).body).toEqual({
      billing_address: whole,
      version: 2,
      can: { update: true },
      message: 'The billing address is saved.',
    })
    const abroad = { country: 'DEU', state: 'BE', street_address_line_2: 'Hinterhaus' }
    expect((await save(abroad, { where: place })).body.billing_address).toEqual({ ...whole, ...abroad })
    expect((await read(place, place.member)).body).toMatchObject({
      billing_address: { ...whole, ...abroad },
      version: 3,
      can: { update: false },
    })
  })

  it('refuses the second of two edits at once', async () => {
    const place = await given.practice()
    expect((await save({ version: 1 }, { where: place })).status).toBe(200)
    expect(await save({ version: 1, city: 'Boulder' }, { where: place, who: place.manager })).toMatchObject(
      refused(409, 'Someone else changed this in the meantime.'),
    )
    const both = await Promise.all([
      save({ version: 2, city: 'Aspen' }, { where: place }),
      save({ version: 2, city: 'Vail' }, { where: place }),
    ])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  })

  it('is shown on a practice’s page to people with the right to read it', async () => {
    await save()
    const of = async (who: TestUser) => billingAddressOf(test.connection.db, await given.actor(who), practice.id)
    expect(await of(practice.member)).toEqual(whole)
    expect(await of(admin)).toEqual(whole)
    expect(await of(practice.partner!.user)).toBeNull()
    await expect(of((await given.practice()).owner)).rejects.toThrow('This organization does not exist.')
    const without = await given.practice()
    expect(await billingAddressOf(test.connection.db, await given.actor(admin), without.id)).toBeNull()
  })
})

const state = 'Must be exactly 2 characters.'
const phone = 'Invalid phone number.'
it.each<[string, string, string]>([
  ...['first_name', 'last_name', 'email', 'phone_number', 'street_address', 'city', 'state', 'zip_code'].map(
    (field): [string, string, string] => [field, ' ', 'Required'],
  ),
  ['country', '', 'Required'],
  ['country', 'XXX', 'Unknown country.'],
  ['country', 'US', 'Unknown country.'],
  ['email', 'books', 'Enter a valid email'],
  ['state', 'C', state],
  ['state', 'COL', state],
  ['phone_number', '1303555014', phone],
  ['phone_number', '+03035550145', phone],
  ['phone_number', '+123456', phone],
  ['phone_number', '+1234567890123456', phone],
  ['phone_number', '+1303-55', phone],
  ['first_name', 'x'.repeat(101), 'At most 100 characters.'],
])('%s "%s" is refused: %s', async (field, value, message) => {
  expect(await save({ [field]: value })).toMatchObject(refused(422, { [field]: [message] }))
})

it.each(['+1234567', '+123456789012345'])('the phone number %s is taken', async (phone_number) =>
  expect((await save({ phone_number })).status).toBe(200),
)

describe('who may', () => {
  it('owner, manager and the lab’s managers change it, members and tech support read it, no one else', async () => {
    const people: [string, TestUser, number, number][] = [
      ['super_admin', await given.user('super_admin'), 200, 200],
      ['admin', admin, 200, 200],
      ['supervisor', await given.user('supervisor'), 200, 200],
      ['tech_support', await given.user('tech_support'), 200, 403],
      ['owner', practice.owner, 200, 200],
      ['manager', practice.manager, 200, 200],
      ['member', practice.member, 200, 403],
      ['assistant', practice.assistant, 200, 403],
      ['partner', practice.partner!.user, 403, 403],
      ['stranger', (await given.practice()).owner, 404, 404],
    ]
    for (const [name, who, reads, writes] of people) {
      const answers = [await read(practice, who), await save({}, { who })]
      expect([name, ...answers.map(({ status }) => status)]).toEqual([name, reads, writes])
    }
  })

  it('no one while the practice is disabled or archived', async () => {
    const place = await given.practice()
    await save({}, { where: place })
    const set = (change: object) =>
      test.connection.db.updateTable('organizations').set(change).where('id', '=', place.id).execute()
    const byLab = { where: place, who: admin }
    await set({ disabled_at: new Date() })
    expect((await read(place)).body).toMatchObject({ billing_address: whole, can: { update: false } })
    expect((await save({}, { where: place })).status).toBe(403)
    expect(await save({}, byLab)).toMatchObject(refused(409, 'This organization is disabled.'))
    await set({ disabled_at: null, deleted_at: new Date() })
    expect((await read(place, admin)).body).toMatchObject({ billing_address: whole, can: { update: false } })
    expect(await save({}, byLab)).toMatchObject(refused(409, 'This organization is archived.'))
  })
})
