import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { licenseCalls, licensed } from './license-calls.ts'

/** Devices on which the desktop application signs in (`licenses/device`). */
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

const noSeat = 'Every seat of this license is taken. Remove a device, or get another seat.'

describe('a device that signs in with a code', () => {
  it('takes a seat and activates the license; the next time it is seen again', async () => {
    const practice = await licensed(test, given)
    expect(await calls.of(practice.licenseId)).toMatchObject({ activated_at: null, available_seats: 1, devices: [] })
    expect((await calls.signInOn(practice.owner, 'mac-1', { device_name: 'Front desk' })).status).toBe(200)
    const first = await calls.of(practice.licenseId)
    expect(first).toMatchObject({
      activated_at: expect.any(String),
      available_seats: 0,
      devices: [{ name: 'Front desk', is_blocked: false, last_seen_by: { id: practice.owner.id } }],
    })
    expect((await calls.signInOn(practice.member, 'mac-1')).status).toBe(200)
    const again = await calls.of(practice.licenseId)
    expect(again.activated_at).toBe(first.activated_at)
    expect(again.devices).toMatchObject([
      { id: first.devices[0]!.id, name: 'Front desk', last_seen_by: { id: practice.member.id } },
    ])
  })

  it('is refused without a free seat, and the code stays usable', async () => {
    const practice = await licensed(test, given)
    await calls.signInOn(practice.owner, 'mac-1')
    const code = await calls.codeOf(practice.owner)
    for (const device of ['mac-2', 'mac-2'])
      expect(await calls.signInOn(practice.owner, device, { code })).toMatchObject({
        status: 409,
        body: { error: noSeat },
      })
    expect((await calls.signInOn(practice.owner, 'mac-1', { code })).status).toBe(200)
    expect((await calls.signInOn(practice.owner, 'mac-1', { code })).status).toBe(401)
    expect((await calls.of(practice.licenseId)).devices).toHaveLength(1)
  })

  it('is refused while the license is off, known or new; it comes in once it is on again', async () => {
    const practice = await licensed(test, given)
    await calls.set(practice.licenseId, { license_type_id: 2, seats: 3 })
    await calls.signInOn(practice.owner, 'mac-1')
    expect((await calls.switchTo(practice.licenseId, false)).body.license.expiration_date).toMatch(/^\d{4}-\d\d-\d\d$/)
    for (const device of ['mac-1', 'mac-2'])
      expect(await calls.signInOn(practice.owner, device)).toMatchObject({
        status: 409,
        body: { error: 'The license of this practice is off. Ask the lab.' },
      })
    expect((await calls.switchTo(practice.licenseId, true)).body.license.expiration_date).toBeNull()
    expect((await calls.signInOn(practice.owner, 'mac-2')).status).toBe(200)
  })

  it('one of 20 at once gets the only seat', async () => {
    const practice = await licensed(test, given)
    const people = [practice.owner, practice.manager, practice.member, practice.assistant]
    const codes = await Promise.all(Array.from({ length: 20 }, (_, at) => calls.codeOf(people[at % 4]!)))
    const answers = await Promise.all(codes.map((code, at) => calls.signInOn(practice.owner, `pc-${at}`, { code })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
    expect((await calls.of(practice.licenseId)).devices).toHaveLength(1)
  })

  it('changes nothing where a session, not a code, asks, and for people of the lab', async () => {
    const practice = await licensed(test, given)
    expect((await test.raw(practice.owner, 'GET', '/me?device_id=mac-1')).status).toBe(200)
    expect((await calls.of(practice.licenseId)).devices).toEqual([])
    expect((await calls.signInOn(admin, 'lab-pc')).status).toBe(200)
  })

  it('is refused for a disabled practice, and the code stays usable', async () => {
    const practice = await licensed(test, given)
    const disable = (at: Date | null) =>
      sql`update organizations set disabled_at = ${at} where id = ${practice.id}`.execute(test.connection.db)
    const code = await calls.codeOf(practice.owner)
    await disable(new Date())
    expect((await calls.signInOn(practice.owner, 'mac-1', { code })).status).toBe(409)
    await disable(null)
    expect(await calls.of(practice.licenseId)).toMatchObject({ activated_at: null, devices: [] })
    expect((await calls.signInOn(practice.owner, 'mac-1', { code })).status).toBe(200)
  })

  it('names itself in one line, or the code stays usable', async () => {
    const practice = await licensed(test, given)
    const code = await calls.codeOf(practice.owner)
    for (const device of ['', 'x'.repeat(201), 'a\nb'])
      expect((await calls.signInOn(practice.owner, device, { code })).status).toBe(422)
    expect((await calls.signInOn(practice.owner, 'x'.repeat(200), { code })).status).toBe(200)
  })
})

describe('the lab', () => {
  it('removes a device: its seat is free, and the same device comes again as a new one', async () => {
    const practice = await licensed(test, given)
    await calls.signInOn(practice.owner, 'mac-1')
    const { devices } = await calls.of(practice.licenseId)
    expect((await calls.removeDevice(devices[0]!.id)).body.message).toBe('The device is removed.')
    expect(await calls.of(practice.licenseId)).toMatchObject({ available_seats: 1, devices: [] })
    expect((await calls.signInOn(practice.owner, 'mac-2')).status).toBe(200)
    expect((await calls.signInOn(practice.owner, 'mac-1')).body).toMatchObject({ error: noSeat })
    expect((await calls.removeDevice(devices[0]!.id)).status).toBe(404)
  })

  it('keeps a device out: it takes no seat, and needs a free one to come back', async () => {
    const practice = await licensed(test, given)
    await calls.signInOn(practice.owner, 'mac-1')
    const [device] = (await calls.of(practice.licenseId)).devices
    const blocked = await calls.setDevice(device!.id, { is_blocked: true, version: device!.version })
    expect(blocked.body.device).toMatchObject({ is_blocked: true, version: device!.version + 1 })
    expect(await calls.signInOn(practice.owner, 'mac-1')).toMatchObject({
      status: 409,
      body: { error: 'The lab has blocked this device.' },
    })
    expect((await calls.signInOn(practice.owner, 'mac-2')).status).toBe(200)
    expect(await calls.setDevice(device!.id, { is_blocked: false })).toMatchObject({
      status: 409,
      body: { error: noSeat },
    })
    await calls.set(practice.licenseId, { license_type_id: 2, seats: 2 })
    expect((await calls.setDevice(device!.id, { is_blocked: false, name: 'Lab 2' })).status).toBe(200)
    expect((await calls.signInOn(practice.owner, 'mac-1')).status).toBe(200)
  })

  it('does not change a device on an older version', async () => {
    const practice = await licensed(test, given)
    await calls.signInOn(practice.owner, 'mac-1')
    const [device] = (await calls.of(practice.licenseId)).devices
    expect((await calls.setDevice(device!.id, { name: 'A', version: device!.version })).status).toBe(200)
    expect((await calls.setDevice(device!.id, { name: 'B', version: device!.version })).status).toBe(409)
    expect((await calls.of(practice.licenseId)).devices).toMatchObject([{ name: 'A' }])
  })
})
