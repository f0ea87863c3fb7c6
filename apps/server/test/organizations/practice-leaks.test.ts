import { notificationSettings } from '@archwire/contract/notification-settings/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailSettings } from '../../src/modules/notifications/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { membersIn, type GivenMembers } from '../given/members.ts'
import { organizationCallsIn, type OrganizationCalls } from '../organization-calls.ts'
import { saidOf } from '../send-file.ts'

/** What people outside a practice, or who have left it, must not get of it. */
let test: TestApp
let given: Given
let members: GivenMembers
let on: OrganizationCalls
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  members = membersIn(test)
  on = organizationCallsIn(test)
  admin = await given.user('super_admin')
})
afterAll(() => test.close())

describe('emails about cases to additional addresses (notices/additional-emails)', () => {
  const desk = 'desk@example.com'
  const read = async ({ id, owner }: GivenPractice) =>
    (await test.as(owner).call(notificationSettings.get, { params: { id } })).body
  const sentTo = async ({ id }: GivenPractice) =>
    (await mailSettings(test.connection.db, id, 'setup_completed')).additional
  /** A practice whose member is on the lists of two kinds. */
  const withMember = async () => {
    const practice = await given.practice()
    const email = await members.emailOf(practice.member)
    const both = { enabled: true, additional_emails: [email.toUpperCase(), desk] }
    const body = { setup_completed: both, print_completed: { enabled: false, additional_emails: [email] } }
    const { id, owner } = practice
    expect((await test.as(owner).call(notificationSettings.update, { params: { id }, body })).status).toBe(200)
    expect(new Set(await sentTo(practice))).toEqual(new Set(both.additional_emails))
    return practice
  }

  it('do not reach a removed member, whose address leaves the lists of this practice alone', async () => {
    const [practice, other] = [await withMember(), await withMember()]
    const email = await members.emailOf(practice.member)
    const theirs = { monthly_invoice: { enabled: true, additional_emails: [email] } }
    await test.as(other.owner).call(notificationSettings.update, { params: { id: other.id }, body: theirs })
    const [before, untouched] = [await read(practice), await read(other)]
    expect((await members.remove(practice.owner, practice.id, { user_id: practice.member.id })).status).toBe(200)
    const after = await read(practice)
    expect(after.data).toEqual({
      ...before.data,
      setup_completed: { enabled: true, additional_emails: [desk] },
      print_completed: { enabled: false, additional_emails: [] },
    })
    expect(after.version).toBe(before.version + 1)
    expect(await read(other)).toEqual(untouched)
    // Someone who is on no list leaves none behind.
    await members.remove(practice.owner, practice.id, { user_id: practice.assistant.id })
    expect((await read(practice)).version).toBe(after.version)
  })

  it('do not reach an archived person, and do again after the restore', async () => {
    const practice = await withMember()
    const turn = (method: 'PUT' | 'POST', verb: string) =>
      test.raw(admin, method, `/users/${practice.member.id}/${verb}`, {})
    expect((await turn('PUT', 'archive')).status).toBe(200)
    expect(await sentTo(practice)).toEqual([desk])
    expect((await turn('POST', 'restore')).status).toBe(200)
    expect(await sentTo(practice)).toHaveLength(2)
  })

  it('do not reach a deleted person', async () => {
    const practice = await withMember()
    expect((await test.raw(admin, 'DELETE', `/users/${practice.member.id}`, {})).status).toBe(200)
    expect(await sentTo(practice)).toEqual([desk])
  })
})

it('a partner lab cannot ask which practices a person belongs to who is no doctor (people/partner)', async () => {
  const { id, owner, manager, partner } = await given.practice({ partner: true })
  const found = async (who: TestUser, person: TestUser) =>
    ((await on.list(who, `?userId=${person.id}`)).body.organizations as { id: number }[]).map((found) => found.id)
  expect(await found(admin, manager)).toEqual([id])
  expect(await found(partner!.user, owner)).toEqual([id])
  expect(await found(partner!.user, manager)).toEqual([])
})

it('people of a disabled partner lab get no link to upload, and are offered nothing (organizations/disabled)', async () => {
  const practice = await given.practice({ partner: true })
  const { id: lab, user } = practice.partner!
  const { id } = await given.case({
    stage: 'in_progress',
    practice,
    tech: user,
    form: { submission_completed_by: 3 },
  })
  const query = { ...saidOf({ name: 'setup.ios', bytes: given.scan('upper', 2) }), purpose: 'scan' } as const
  const links = async () => [
    (
      await test.raw(
        user,
        'GET',
        `/patient_files/upload_link?${new URLSearchParams({ ...query, patient_id: id, size: query.size } as never)}`,
      )
    ).status,
    (
      await test.raw(
        user,
        'GET',
        `/organizations/${practice.id}/rx_forms/upload_link?${new URLSearchParams(query as never)}`,
      )
    ).status,
  ]
  const offered = async () =>
    Object.entries((await test.as(user).call(patients.get, { params: { id } })).body.patient.can)
      .filter(([, can]) => can)
      .map(([name]) => name)
  expect(await links()).toEqual([200, 200])
  expect(await offered()).not.toEqual([])
  await on.put(admin, lab, { disabled: true })
  // A read may use a session that was read up to two seconds before.
  await vi.waitFor(async () => expect(await links()).toEqual([403, 403]), { timeout: 5_000, interval: 100 })
  expect(await offered()).toEqual([])
})
