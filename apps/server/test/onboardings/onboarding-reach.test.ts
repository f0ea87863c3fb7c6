import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { onboarded, onboardingCalls } from './onboarding-calls.ts'

/** Who reaches which onboardings, and in which order staff see them (`onboarding/who`, `onboarding/list`). */
let test: TestApp
let given: Given
let admin: TestUser
let calls: ReturnType<typeof onboardingCalls>
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  calls = onboardingCalls(test, admin)
})
afterAll(() => test.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const idsOf = async (query: object, who = admin) => (await calls.list(query, who)).body.onboardings.map(({ id }) => id)

describe('roles', () => {
  it('staff and the practice’s own people, each as far as their role goes', async () => {
    const custom = await given.user('tech_support')
    await sql`update users set custom_permissions = '{onboardings.proceed}' where id = ${custom.id}`.execute(
      test.connection.db,
    )
    // By hand: read, metadata, a step of the lab, a step of the practice.
    const table: [
      string,
      (practice: Awaited<ReturnType<typeof onboarded>>) => TestUser | Promise<TestUser>,
      number[],
    ][] = [
      ['super_admin', () => given.user('super_admin'), [200, 200, 200, 200]],
      ['admin', () => admin, [200, 200, 200, 200]],
      ['supervisor', () => given.user('supervisor'), [200, 200, 200, 200]],
      ['tech_support', () => given.user('tech_support'), [200, 403, 403, 403]],
      ['tech_support with the permission', () => custom, [200, 403, 200, 200]],
      ['owner', ({ owner }) => owner, [200, 403, 403, 200]],
      ['manager', ({ manager }) => manager, [200, 403, 403, 200]],
      ['member', ({ member }) => member, [200, 403, 403, 403]],
      ['assistant', ({ assistant }) => assistant, [200, 403, 403, 403]],
      ['partner', async () => (await given.practice({ partner: true })).partner!.user, [404, 403, 404, 404]],
      ['stranger', async () => (await given.practice()).owner, [404, 403, 404, 404]],
    ]
    for (const [role, find, wanted] of table) {
      const [atLab, atPractice] = [await onboarded(test, given), await onboarded(test, given)]
      await calls.to(atLab.onboardingId, 3)
      const [who, own] = [await find(atLab), await find(atPractice)]
      const statuses = [
        (await calls.of(atLab.onboardingId, who)).status,
        (await calls.save(atLab.onboardingId, { tracking_number: 'ABCDEF' }, who)).status,
        (await calls.proceed(atLab.onboardingId, { current_step: 3 }, who)).status,
        (await calls.proceed(atPractice.onboardingId, { current_step: 1 }, own)).status,
      ]
      expect([role, statuses]).toEqual([role, wanted])
    }
  })

  it('a partner lab that the practice named reads none', async () => {
    const practice = await given.practice({ partner: true })
    const other = await onboarded(test, given)
    await sql`update organizations set third_party_partner_id =
      (select third_party_partner_id from organizations where id = ${practice.id}) where id = ${other.id}`.execute(
      test.connection.db,
    )
    const partner = practice.partner!.user
    expect((await calls.of(other.onboardingId, partner)).status).toBe(404)
    expect(await idsOf({}, partner)).toEqual([])
  })

  it('the list answers people of a practice their own', async () => {
    const [one] = [await onboarded(test, given), await onboarded(test, given)]
    for (const who of [one.owner, one.manager]) expect(await idsOf({}, who)).toEqual([one.onboardingId])
  })
})

describe('a practice that is disabled or archived', () => {
  it('changes nothing; archived ones are in no list', async () => {
    const { id, onboardingId, owner } = await onboarded(test, given)
    await sql`update organizations set disabled_at = now() where id = ${id}`.execute(test.connection.db)
    expect((await calls.proceed(onboardingId, {}, owner)).status).toBe(403)
    expect(await calls.proceed(onboardingId, {})).toMatchObject({
      status: 409,
      body: { error: 'This organization is disabled.' },
    })
    expect((await calls.of(onboardingId, owner)).body.onboarding.can).toEqual({
      proceed: false,
      update_metadata: false,
    })
    expect(await idsOf({ chosen_wi_organization_id: String(id) })).toEqual([onboardingId])
    await sql`update organizations set disabled_at = null, deleted_at = now() where id = ${id}`.execute(
      test.connection.db,
    )
    expect((await calls.of(onboardingId, owner)).status).toBe(404)
    expect((await calls.save(onboardingId, { tracking_number: 'ABCDEF' })).status).toBe(409)
    expect(await idsOf({ chosen_wi_organization_id: String(id) })).toEqual([])
  })
})

describe('the list of staff', () => {
  it('has those on which nothing happened for 7 days first, completed ones last', async () => {
    const [fresh, old, older, done] = [
      await onboarded(test, given, daysAgo(6)),
      await onboarded(test, given, daysAgo(8)),
      await onboarded(test, given, daysAgo(30)),
      await onboarded(test, given, daysAgo(60)),
    ]
    await calls.to(done.onboardingId, 11)
    await calls.proceed(done.onboardingId, { current_step: 11 })
    const ours = { chosen_wi_organization_id: [fresh, old, older, done].map(({ id }) => id).join(',') }
    const { onboardings: rows, meta } = (await calls.list(ours)).body
    expect(rows.map(({ id }) => id)).toEqual([older, old, fresh, done].map(({ onboardingId }) => onboardingId))
    expect(rows.map(({ is_waiting }) => is_waiting)).toEqual([true, true, false, false])
    expect(meta.total).toBe(4)
    // It has moved: it waits no longer.
    await calls.proceed(older.onboardingId, { current_step: 1 })
    expect((await idsOf(ours))[0]).toBe(old.onboardingId)
    expect(await idsOf({ ...ours, status: '1,5' })).toEqual([old, fresh, older].map(({ onboardingId }) => onboardingId))
    expect(await idsOf({ ...ours, status: '10' })).toEqual([done.onboardingId])
    expect(await idsOf({ ...ours, status: '5' })).toEqual([older.onboardingId])
    expect((await idsOf({ ...ours, sort: '-current_step' }))[0]).toBe(done.onboardingId)
    expect((await calls.list({ status: '3' })).status).toBe(422)
  })

  it('is found by part of the name or the account number, under both names of the search', async () => {
    const { id, onboardingId } = await onboarded(test, given)
    const { organization } = (await calls.of(onboardingId)).body.onboarding
    const ours = { chosen_wi_organization_id: String(id) }
    for (const text of [organization.name, organization.name.slice(1).toUpperCase(), organization.account_number])
      for (const key of ['search_organization_name', 'searchOrganizationName'])
        expect(await idsOf({ ...ours, [key]: text })).toEqual([onboardingId])
    expect(await idsOf({ ...ours, search_organization_name: '100% nobody' })).toEqual([])
  })
})
