import { licenses } from '@archwire/contract/licenses/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { licenseCalls, licensed } from './license-calls.ts'

/** Licenses of practices, as the lab keeps them (`licenses/list`, `licenses/page`). */
let test: TestApp
let given: Given
let admin: TestUser
let calls: ReturnType<typeof licenseCalls>
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  calls = licenseCalls(test, admin)
})
afterAll(() => test.close())

describe('a license', () => {
  it('is its owner’s, Standard, with one seat; another member can be picked', async () => {
    const practice = await licensed(test, given)
    expect(await calls.of(practice.licenseId)).toMatchObject({
      organization: { id: practice.id },
      user: { id: practice.owner.id },
      license_type: { id: 1, name: 'Standard', rules: { allow_buy_seats: false } },
      seats: 1,
      bought_seats: 0,
      activated_at: null,
      expiration_date: null,
      can: { update: true, update_seats: true, delete: true },
    })
    const picked = await calls.set(practice.licenseId, { user_id: practice.member.id })
    expect(picked.body.license.user!.id).toBe(practice.member.id)
    expect(await calls.set(practice.licenseId, { user_id: admin.id })).toMatchObject({
      status: 422,
      body: { error: { user_id: ['Choose a member of this practice.'] } },
    })
    await sql`delete from memberships where user_id = ${practice.member.id}`.execute(test.connection.db)
    expect((await calls.of(practice.licenseId)).user!.id).toBe(practice.owner.id)
  })

  it('becomes Multi-seat with seats, and Standard again with one', async () => {
    const { licenseId } = await licensed(test, given)
    expect(await calls.set(licenseId, { seats: 2 })).toMatchObject({
      status: 422,
      body: { error: { seats: ['A Standard license has one seat.'] } },
    })
    const multi = await calls.set(licenseId, { license_type_id: 2, seats: 500 })
    expect(multi.body.license).toMatchObject({ license_type: { id: 2, rules: { allow_buy_seats: true } }, seats: 500 })
    for (const seats of [0, 501, 1.5]) expect((await calls.set(licenseId, { seats })).status).toBe(422)
    expect(await calls.set(licenseId, { license_type_id: 1 })).toMatchObject({
      status: 409,
      body: { error: 'The license includes 500 seats. Set them to 1 first.' },
    })
    expect((await calls.set(licenseId, { license_type_id: 1, seats: 2 })).status).toBe(422)
    expect((await calls.set(licenseId, { license_type_id: 1, seats: 1 })).body.license).toMatchObject({
      license_type: { id: 1 },
      seats: 1,
    })
    expect((await calls.set(licenseId, { seats: 1, version: 1 })).status).toBe(409)
  })

  it('is deleted without devices alone, and then given anew; a practice has one', async () => {
    const practice = await licensed(test, given)
    const body = { organization_id: practice.id, license_type_id: 2, seats: 3, user_id: practice.member.id }
    expect(await calls.create(body)).toMatchObject({ status: 409, body: { error: 'This practice has a license.' } })
    await calls.signInOn(practice.owner, 'mac-1')
    expect((await calls.remove(practice.licenseId)).status).toBe(409)
    const [device] = (await calls.of(practice.licenseId)).devices
    // A blocked device takes no seat, but it is one.
    await calls.setDevice(device!.id, { is_blocked: true })
    expect((await calls.remove(practice.licenseId)).status).toBe(409)
    await calls.removeDevice(device!.id)
    expect((await calls.remove(practice.licenseId)).body.message).toBe('The license is deleted.')
    expect((await calls.signInOn(practice.owner, 'mac-1')).body).toMatchObject({
      error: 'This practice has no license. Ask the lab.',
    })
    const made = await calls.create(body)
    expect(made.body.license).toMatchObject({ seats: 3, license_type: { id: 2 }, user: { id: practice.member.id } })
    expect((await calls.signInOn(practice.owner, 'mac-1')).status).toBe(200)
  })

  it('is not given to a practice without a subscription, and not changed while it is disabled', async () => {
    const { id } = await given.practice()
    expect((await calls.create({ organization_id: id, license_type_id: 1, seats: 1 })).status).toBe(409)
    const practice = await licensed(test, given)
    await sql`update organizations set disabled_at = now() where id = ${practice.id}`.execute(test.connection.db)
    expect((await calls.set(practice.licenseId, { license_type_id: 2, seats: 2 })).status).toBe(409)
    expect((await calls.switchTo(practice.licenseId, false)).status).toBe(409)
    expect((await calls.of(practice.licenseId)).can).toEqual({ update: false, update_seats: false, delete: false })
  })

  it('is switched off once, from the lab’s today on', async () => {
    const { licenseId } = await licensed(test, given)
    const off = (await calls.switchTo(licenseId, false)).body.license
    expect((await calls.switchTo(licenseId, false)).body.license).toEqual(off)
    expect((await calls.switchTo(licenseId, true)).body.license.expiration_date).toBeNull()
  })
})

describe('the list', () => {
  const list = async (query: object, who = admin) =>
    (await test.as(who).call(licenses.list, { query: query as never })).body.licenses.map(({ id }) => id)

  it('is found by practice, account number and person, by type, and by whether it is on', async () => {
    const practice = await licensed(test, given)
    const { organization, user } = await calls.of(practice.licenseId)
    const ours = { chosen_wi_organization_id: String(practice.id) }
    for (const full_name_like of [organization.name, organization.account_number, user!.email])
      expect(await list({ ...ours, full_name_like })).toEqual([practice.licenseId])
    expect(await list({ ...ours, full_name_like: 'Nobody at all' })).toEqual([])
    expect([await list({ ...ours, license_type_id: '1' }), await list({ ...ours, license_type_id: '2' })]).toEqual([
      [practice.licenseId],
      [],
    ])
    await calls.switchTo(practice.licenseId, false)
    expect([await list({ ...ours, is_active: 'true' }), await list({ ...ours, is_active: 'false' })]).toEqual([
      [],
      [practice.licenseId],
    ])
  })

  it('is sorted by each of its columns, both ways', async () => {
    const [one, two] = [await licensed(test, given), await licensed(test, given)]
    await calls.signInOn(two.owner, 'mac-1')
    await calls.set(one.licenseId, { license_type_id: 2, seats: 2 })
    const ours = { chosen_wi_organization_id: `${one.id},${two.id}` }
    expect(await list(ours)).toEqual([two.licenseId, one.licenseId])
    expect(await list({ ...ours, sort: '-seats' })).toEqual([one.licenseId, two.licenseId])
    // Those that no one has activated come last, both ways.
    for (const sort of ['activated_at', '-activated_at'])
      expect(await list({ ...ours, sort })).toEqual([two.licenseId, one.licenseId])
  })
})

describe('roles', () => {
  it('staff manage licenses, tech_support without deleting; no one else reads them', async () => {
    // By hand: list, page, types; type, seats, status; device changed, device removed; given with one seat, with three,
    // deleted; a practice's own, seats bought.
    const never = [403, 403, 200, 403, 403, 403, 403, 403, 403, 403, 403]
    const table: [string, () => Promise<TestUser> | TestUser, number[]][] = [
      [
        'super_admin',
        () => given.user('super_admin'),
        [200, 200, 200, 200, 200, 200, 200, 200, 409, 409, 200, 200, 403],
      ],
      ['admin', () => admin, [200, 200, 200, 200, 200, 200, 200, 200, 409, 409, 200, 200, 403]],
      ['supervisor', () => given.user('supervisor'), [200, 200, 200, 200, 403, 200, 200, 200, 409, 403, 200, 200, 403]],
      [
        'tech_support',
        () => given.user('tech_support'),
        [200, 200, 200, 200, 403, 200, 200, 200, 409, 403, 403, 200, 403],
      ],
      ['partner', async () => (await given.practice({ partner: true })).partner!.user, [...never, 404, 403]],
      ['stranger', async () => (await given.practice()).owner, [...never, 404, 404]],
      ['owner', () => theirs.owner, [...never, 200, 422]],
      ['manager', () => theirs.manager, [...never, 403, 403]],
      ['member', () => theirs.member, [...never, 403, 403]],
      ['assistant', () => theirs.assistant, [...never, 403, 403]],
    ]
    const theirs = await licensed(test, given)
    await calls.signInOn(theirs.owner, 'mac-1')
    for (const [role, find, wanted] of table) {
      const who = await find()
      const practice = role in theirs ? theirs : await licensed(test, given)
      const { licenseId: id } = practice
      if (practice !== theirs) await calls.signInOn(practice.owner, 'mac-1')
      const [device] = (await calls.of(id)).devices
      const body = { organization_id: practice.id, license_type_id: 2 }
      const statuses = [
        (await test.as(who).call(licenses.list, {})).status,
        (await test.as(who).call(licenses.get, { params: { id } })).status,
        (await test.as(who).call(licenses.types, {})).status,
        (await calls.set(id, { license_type_id: 2 }, who)).status,
        (await calls.set(id, { seats: 3 }, who)).status,
        (await calls.switchTo(id, true, who)).status,
        (await calls.setDevice(device!.id, { name: 'Lab' }, who)).status,
        (await calls.removeDevice(device!.id, who)).status,
        (await calls.create(body, who)).status,
        (await calls.create({ ...body, seats: 3 }, who)).status,
        (await calls.remove(id, who)).status,
        (await calls.own(practice, who)).status,
        // The owner, without a password.
        (await calls.buy(practice, { seats: 1, expected_price: 0 }, who)).status,
      ]
      expect([role, statuses]).toEqual([role, wanted])
    }
  })

  it('included seats, which are value, are set by people who manage invoices, too', async () => {
    const { licenseId, id } = await licensed(test, given)
    const supervisor = await given.user('supervisor')
    expect((await calls.set(licenseId, { license_type_id: 2 }, supervisor)).body.license).toMatchObject({
      license_type: { id: 2 },
      seats: 1,
      can: { update: true, update_seats: false, delete: true },
    })
    for (const seats of [1, 3, 500, null])
      expect(await calls.set(licenseId, { seats }, supervisor)).toMatchObject({
        status: 403,
        body: { error: "You don't have permission to set seats." },
      })
    await calls.remove(licenseId)
    const made = await calls.create({ organization_id: id, license_type_id: 2 }, supervisor)
    expect(made.body.license).toMatchObject({ license_type: { id: 2 }, seats: 1 })
    expect((await calls.set(made.body.license.id, { seats: 3 })).body.license.seats).toBe(3)
  })

  it('of a practice its owners read their own license with its devices', async () => {
    const practice = await licensed(test, given)
    await calls.signInOn(practice.owner, 'mac-1', { device_name: 'Front desk' })
    const { body } = await calls.own(practice, practice.owner)
    expect(body).toMatchObject({ license: { devices: [{ name: 'Front desk' }] }, can: { buy_seats: false } })
    const statuses = []
    for (const who of [practice.manager, practice.member, practice.assistant])
      statuses.push((await calls.own(practice, who)).status)
    expect(statuses).toEqual([403, 403, 403])
  })
})
