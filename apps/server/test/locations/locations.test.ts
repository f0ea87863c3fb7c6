import { addressLocked } from '@archwire/contract/locations/address-lock.ts'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '../../src/db/client.ts'
import { updateLocation } from '../../src/modules/locations/commands.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { updateRows } from '../shown-case.ts'
import { countEvents } from '../told.ts'

let test: TestApp
let given: Given
let practice: GivenPractice
let admin: TestUser
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  practice = await given.practice({ partner: true })
  admin = await given.user('admin')
  tech = await given.user('tech_support')
})
afterAll(() => test.close())

const written = {
  location_name: 'North branch',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'north@example.com',
  phone_number: '+13035550199',
  street_address: '9 North Road',
  city: 'Boulder',
  state: 'co',
  zip_code: '80301',
}
const add = (who: TestUser, body: object = {}, organization: GivenPractice = practice) =>
  test.raw(who, 'POST', '/locations', { ...written, organization_id: organization.id, ...body })
const edit = (who: TestUser, id: number, body: object) => test.raw(who, 'PUT', `/locations/${id}`, body)
const remove = (who: TestUser, id: number) => test.raw(who, 'DELETE', `/locations/${id}`)
const see = (who: TestUser, id: number) => test.raw(who, 'GET', `/locations/${id}`)
const idOf = ({ body }: { body: unknown }) => (body as { location: { id: number } }).location.id
const names = ({ body }: { body: unknown }) =>
  (body as { locations: { location_name: string }[] }).locations.map((row) => row.location_name)
const list = (who: TestUser, query: string) => test.raw(who, 'GET', `/locations?${query}`)
const mainOf = async ({ id }: GivenPractice) => {
  const { rows } = await sql<{
    id: number
  }>`select id from locations where organization_id = ${id} and is_main`.execute(test.connection.db)
  return rows.map((row) => row.id)
}
const member = (permissions: string[], organization = practice) =>
  sql`update memberships set custom_permissions = ${permissions}::text[] where organization_id = ${organization.id} and user_id = ${organization.member.id}`.execute(
    test.connection.db,
  )

describe('a location', () => {
  it('is added with its people, and refreshes open pages', async () => {
    const answer = await add(practice.owner, { users: [practice.member.id] })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'The location is added.',
        location: {
          state: 'CO',
          country: 'USA',
          full_name: 'Ada Byron',
          full_address: '9 North Road, Boulder, CO 80301, USA',
          users: [practice.member.id],
          is_main: false,
          has_incomplete_requests: false,
          version: 1,
          can: { update: true, update_address: true, make_main: true, delete: true },
        },
      },
    })
    expect([-360, -420]).toContain((answer.body.location as { timezone_offset: number }).timezone_offset)
    const id = idOf(answer)
    const actor = await given.actor(practice.owner)
    const change = (trx: Trx) => updateLocation(trx, actor, id, { city: 'Golden' })
    // One for the organization, and one for the member who works there.
    expect(await countEvents(test, id, change, 'location.changed')).toBe(2)
  })

  it.each([
    ['location_name', ''],
    ['first_name', ' '],
    ['last_name', ''],
    ['street_address', ''],
    ['city', ''],
    ['zip_code', ''],
    ['email', 'no address'],
    ['phone_number', '0305550199'],
    ['phone_number', '+123456'],
    ['phone_number', '+1234567890123456'],
    ['state', 'C'],
    ['state', 'COL'],
    ['country', 'USX'],
  ])('is refused with %s = "%s", in words at the field', async (field, value) => {
    const answer = await add(practice.owner, { [field]: value })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.error as object)).toEqual([field])
  })

  it.each(['+1234567', '+123456789012345'])('takes the telephone number %s', async (phone_number) => {
    expect((await add(practice.owner, { phone_number })).status).toBe(200)
  })

  it('is worked at by people of its organization only', async () => {
    const stranger = await given.practice()
    expect(await add(practice.owner, { users: [stranger.owner.id] })).toMatchObject({
      status: 422,
      body: { error: { users: ['Only members of the organization can be assigned.'] } },
    })
    const id = idOf(await add(practice.owner))
    await edit(practice.owner, id, { users: [practice.member.id, practice.manager.id] })
    const { body } = await edit(practice.owner, id, { users: [practice.manager.id] })
    expect(body.location).toMatchObject({ users: [practice.manager.id] })
  })

  it('is changed on the version that was seen, what is left out stays', async () => {
    const id = idOf(
      await add(practice.owner, { users: [practice.member.id], country: 'CAN', state: 'BC', zip_code: 'V0A 1H0' }),
    )
    expect((await edit(practice.owner, id, { city: 'Golden', version: 1 })).body.location).toMatchObject({
      city: 'Golden',
      country: 'CAN',
      state: 'BC',
      timezone_offset: null,
      users: [practice.member.id],
      version: 2,
    })
    expect(await edit(practice.owner, id, { city: 'Aspen', version: 1 })).toMatchObject({
      status: 409,
      body: { error: 'Someone else changed this in the meantime.' },
    })
    expect((await edit(practice.owner, id, { city: 'Vail' })).status).toBe(200)
  })
})

describe('who', () => {
  it('of a practice adds, changes and deletes: owner and manager; members with the permission', async () => {
    const answers = await Promise.all([practice.owner, practice.manager].map((who) => add(who)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const id = idOf(answers[0]!)
    for (const who of [practice.member, practice.assistant, tech]) {
      expect((await add(who)).status).toBe(403)
      expect((await edit(who, id, { city: 'Golden' })).status).toBe(403)
      expect((await remove(who, id)).status).toBe(403)
    }
    await member(['organization.locations.create', 'organization.locations.update'])
    expect((await add(practice.member)).status).toBe(200)
    expect((await edit(practice.member, id, { city: 'Golden' })).status).toBe(200)
    expect((await remove(practice.member, id)).status).toBe(403)
    await member([])
  })

  it('of the lab manages those of every practice', async () => {
    const id = idOf(await add(admin))
    expect((await edit(admin, id, { city: 'Golden' })).status).toBe(200)
    expect((await remove(admin, id)).status).toBe(200)
  })

  it('works at a partner lab: its own to change, those of practices that named it to read', async () => {
    const partner = practice.partner!
    const own = await add(partner.user, { organization_id: partner.id })
    expect(own.status).toBe(200)
    expect((await edit(partner.user, idOf(own), { city: 'Golden' })).status).toBe(200)
    const [main] = await mainOf(practice)
    expect((await see(partner.user, main!)).body.location).toMatchObject({
      can: { update: false, update_address: false, make_main: false, delete: false },
      why_not: {},
    })
    expect((await edit(partner.user, main!, { city: 'Golden' })).status).toBe(403)
    expect((await add(partner.user)).status).toBe(403)
    expect((await remove(partner.user, main!)).status).toBe(403)
  })

  it('is a member sees the assigned ones; all, where none is assigned', async () => {
    const ownPractice = await given.practice()
    const branch = await given.location(ownPractice)
    expect(names(await list(ownPractice.member, ''))).toHaveLength(2)
    await edit(ownPractice.owner, branch, { users: [ownPractice.member.id] })
    expect(names(await list(ownPractice.member, ''))).toHaveLength(1)
    expect((await see(ownPractice.member, branch)).status).toBe(200)
    const [main] = await mainOf(ownPractice)
    expect((await see(ownPractice.member, main!)).status).toBe(404)
    expect(names(await list(ownPractice.assistant, ''))).toHaveLength(2)
    const assigned = await test.raw(
      ownPractice.member,
      'GET',
      `/organizations/${ownPractice.id}/list_assigned_locations`,
    )
    expect((assigned.body.locations as { id: number }[]).map(({ id }) => id)).toEqual([branch])
  })

  it('belongs to a disabled organization reads only; the lab changes nothing either', async () => {
    const closed = await given.practice()
    const [main] = await mainOf(closed)
    await sql`update organizations set disabled_at = now() where id = ${closed.id}`.execute(test.connection.db)
    expect((await see(closed.owner, main!)).body.location).toMatchObject({ can: { update: false, delete: false } })
    expect((await add(closed.owner, {}, closed)).status).toBe(403)
    expect((await edit(closed.owner, main!, { city: 'Golden' })).status).toBe(403)
    const refused = { status: 409, body: { error: 'This organization is disabled.' } }
    expect(await add(admin, {}, closed)).toMatchObject(refused)
    expect(await edit(admin, main!, { city: 'Golden' })).toMatchObject(refused)
    const { can, why_not } = (await see(admin, main!)).body.location as { can: object; why_not: object }
    expect(can).toMatchObject({ update: false, delete: false })
    expect(why_not).toMatchObject({ update: 'This organization is disabled.' })
  })
})

describe('the address, while a case that is open names the location', () => {
  let busy: GivenPractice
  let open: GivenCase
  /** Of the case that is open, behind the product's back. */
  const setForm = (change: RawBuilder<unknown>) =>
    updateRows(
      test,
      open.id,
      sql`update rx_forms set ${change} where organization_id = ${busy.id} and patient_id = ${open.id}`,
    )
  let main: number
  beforeAll(async () => {
    busy = await given.practice()
    open = await given.case({ practice: busy })
    ;[main] = (await mainOf(busy)) as [number]
    await member(['organization.locations.update'], busy)
  })

  it('cannot be changed by people who do not manage the organization; the rest can', async () => {
    expect((await see(busy.member, main)).body.location).toMatchObject({
      has_incomplete_requests: true,
      can: { update: true, update_address: false },
      why_not: { update_address: addressLocked },
    })
    const { body: listed } = await list(busy.member, '')
    expect(listed.locations).toMatchObject([{ id: main, can: { update_address: false } }])
    expect(listed.locations).not.toMatchObject([{ why_not: expect.anything() }])
    expect(await edit(busy.member, main, { city: 'Golden', location_name: 'Elsewhere' })).toMatchObject({
      status: 409,
      body: { error: addressLocked },
    })
    const { body } = await see(busy.member, main)
    expect(body.location).toMatchObject({ city: 'Denver', location_name: 'Main' })
    // As the form sends it: the address goes along unchanged.
    expect((await edit(busy.member, main, { city: 'Denver', location_name: 'Head office' })).status).toBe(200)
  })

  it('is changed by managers and the lab', async () => {
    for (const who of [busy.owner, busy.manager, admin])
      expect((await edit(who, main, { city: `Golden ${who.id}` })).status).toBe(200)
  })

  it('is free again once the work is over', async () => {
    await setForm(sql`status_id = 4`)
    expect((await edit(busy.member, main, { city: 'Golden' })).status).toBe(200)
  })

  it('is kept by an open print, and by a form that only ships there', async () => {
    const branch = await given.location(busy)
    await setForm(sql`status_id = 2, shipping_location_id = ${branch}`)
    expect((await see(busy.member, branch)).body.location).toMatchObject({ has_incomplete_requests: true })
    await setForm(sql`status_id = 4`)
    const printed = await given.case({
      practice: busy,
      stage: 'approved',
      form: { export_type: 1, print_assignment: 1, insert_brackets_assignment: 1, shipping_method: 'standard' },
    })
    await updateRows(
      test,
      printed.id,
      sql`update printing_requests set location_id = ${branch} where organization_id = ${busy.id} and patient_id = ${printed.id}`,
    )
    expect((await see(busy.member, branch)).body.location).toMatchObject({ has_incomplete_requests: true })
  })
})

describe('the main location', () => {
  it('moves, and there is one at any time, however many move it at once', async () => {
    const practiceWithWork = await given.practice()
    const branches = await Promise.all([1, 2, 3, 4].map(() => given.location(practiceWithWork)))
    const [before] = await mainOf(practiceWithWork)
    const answers = await Promise.all(branches.map((id) => edit(practiceWithWork.owner, id, { is_main: true })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const after = await mainOf(practiceWithWork)
    expect(after).toHaveLength(1)
    expect(after[0]).not.toBe(before)
  })

  it('stays: it is not deleted', async () => {
    const [main] = await mainOf(practice)
    expect(await remove(practice.owner, main!)).toMatchObject({
      status: 409,
      body: { error: 'This is the main location. Make another one the main location first.' },
    })
  })

  it('is made by the account setup, not before', async () => {
    const unfinished = await given.practice({ paid: false })
    await sql`update locations set is_main = false where organization_id = ${unfinished.id}`.execute(test.connection.db)
    const id = await given.location(unfinished)
    expect(await edit(admin, id, { is_main: true })).toMatchObject({ status: 409 })
  })
})

describe('deleting', () => {
  const kept = async (id: number) => {
    const { rows } = await sql<{ archived: boolean }>`
      select deleted_at is not null as archived from locations where id = ${id}`.execute(test.connection.db)
    return rows[0]
  }

  it('takes away one that no case named, with its people', async () => {
    const id = idOf(await add(practice.owner, { users: [practice.member.id] }))
    expect(await remove(practice.owner, id)).toMatchObject({
      status: 200,
      body: { message: 'The location is deleted.' },
    })
    expect(await kept(id)).toBeUndefined()
    expect((await see(practice.owner, id)).status).toBe(404)
    expect((await remove(practice.owner, id)).status).toBe(404)
  })

  it('archives one that a case named: the case still says where', async () => {
    const branch = await given.location(practice)
    const testCase = await given.case({ practice, form: { location_id: branch } })
    expect((await remove(practice.owner, branch)).status).toBe(200)
    expect(await kept(branch)).toEqual({ archived: true })
    expect((await see(practice.owner, branch)).status).toBe(404)
    const form = await test.raw(practice.owner, 'GET', `/rx_forms/${testCase.rxFormId}`)
    expect(form.body.rx_form).toMatchObject({ location: { id: branch } })
  })
})
