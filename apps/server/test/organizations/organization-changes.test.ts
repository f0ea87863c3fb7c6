import type { Me } from '@archwire/contract/auth/routes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { ownStores } from '../database.ts'
import { givenIn, type Given } from '../given.ts'
import { organizationCallsIn, organizationOf, refusalOf, type OrganizationCalls } from '../organization-calls.ts'
import { overtaken } from '../overtaken.ts'
import { userCallsIn } from '../user-calls.ts'

/** Organizations as they are changed: each field by those whose it is. */
let test: TestApp
let given: Given
let on: OrganizationCalls
let people: ReturnType<typeof userCallsIn>
let admin: TestUser
let supervisor: TestUser
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  on = organizationCallsIn(test)
  people = userCallsIn(test)
  admin = await given.user('admin')
  supervisor = await given.user('supervisor')
  tech = await given.user('tech_support')
})
afterAll(() => test.close())

describe('changing an organization', () => {
  it.each([
    [{ name: '' }, 'name', 'Required'],
    [{ organization_type: 'X' }, 'organization_type', 'Invalid name'],
    [{ organization_type: 'A'.repeat(21) }, 'organization_type', 'Invalid name'],
    [{ organization_type: 'Type 2' }, 'organization_type', 'Invalid name'],
    [
      { customer_service_manager_id: 2_000_000_000 },
      'customer_service_manager_id',
      'This person does not work for the lab.',
    ],
    [{ third_party_partner_id: 2_000_000_000 }, 'third_party_partner_id', 'This is not a partner lab.'],
  ])('%j is refused at %s', async (body, field, message) => {
    const { id } = await given.practice()
    expect(await on.put(admin, id, body)).toMatchObject(refusalOf(field, message))
  })

  it('the lab changes every field; what is left out stays', async () => {
    const practice = await given.practice()
    const { partner } = await given.practice({ partner: true })
    const edit = {
      name: 'Birch Dental',
      organization_type: 'orthodontist',
      customer_service_manager_id: tech.id,
      third_party_partner_id: partner!.id,
      rush_case_enabled: false,
      template_version: 1,
    }
    const answer = await on.put(supervisor, practice.id, { ...edit, version: 1 })
    expect(answer).toMatchObject({ status: 200, body: { message: 'The organization is saved.' } })
    const expected = {
      name: 'Birch Dental',
      organization_type: { name: 'Orthodontist' },
      customer_service_manager: { id: tech.id },
      third_party_partner: { id: partner!.id },
      rush_case_enabled: false,
      template_version: 1,
      version: 2,
    }
    expect(organizationOf(answer)).toMatchObject(expected)
    expect(organizationOf(await on.put(supervisor, practice.id, { name: 'Birch' }))).toMatchObject({
      ...expected,
      name: 'Birch',
      version: 3,
    })
    const none = { organization_type: '', customer_service_manager_id: null, third_party_partner_id: null }
    expect(organizationOf(await on.put(supervisor, practice.id, none))).toMatchObject({
      organization_type: null,
      customer_service_manager: null,
      third_party_partner: null,
    })
    expect(await on.put(supervisor, practice.id, { name: 'Late', version: 2 })).toMatchObject({ status: 409 })
  })

  it('owner and manager change the name, and nothing that the lab decides', async () => {
    const practice = await given.practice({ partner: true })
    const partner = practice.partner!.id
    for (const who of [practice.owner, practice.manager]) {
      expect((await on.put(who, practice.id, { name: `Cedar ${given.unique()}` })).status).toBe(200)
      for (const body of [
        { organization_type: 'DSO' },
        { organization_type: '' },
        { customer_service_manager_id: tech.id },
        { customer_service_manager_id: null },
        { third_party_partner_id: null },
        { third_party_partner_id: partner },
        { rush_case_enabled: true },
        { disabled: true },
        { disabled: false },
        { disabled_reason: '' },
        { name: 'Both', rush_case_enabled: false },
      ])
        expect((await on.put(who, practice.id, body)).status, JSON.stringify(body)).toBe(403)
    }
    for (const who of [practice.member, practice.assistant, tech, practice.partner!.user])
      for (const body of [{ name: 'Mine' }, {}]) expect((await on.put(who, practice.id, body)).status).toBe(403)
    expect((await on.put(practice.partner!.user, partner, { name: 'Mine' })).status).toBe(403)
    const other = await given.practice({ partner: true })
    for (const who of [other.owner, other.partner!.user])
      expect((await on.put(who, practice.id, { name: 'Theirs' })).status).toBe(404)
  })

  it('people with the right add a new type, once for upper and lower case', async () => {
    const { id } = await given.practice()
    const name = `Type ${given.unique().replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`.slice(0, 20)
    // May assign types, and add none.
    const limited = await given.user('tech_support')
    await sql`update users set custom_permissions = '{organizations.assign-organization-type,organizations.update}' where id = ${limited.id}`.execute(
      test.connection.db,
    )
    expect(await on.put(limited, id, { organization_type: name })).toMatchObject(
      refusalOf('organization_type', 'This type does not exist.'),
    )
    const other = await given.practice()
    const both = await Promise.all([
      on.put(admin, id, { organization_type: name }),
      on.put(supervisor, other.id, { organization_type: name.toUpperCase() }),
    ])
    const [first, second] = both.map((answer) => organizationOf(answer).organization_type)
    expect(first).toEqual(second)
    expect((await on.put(limited, id, { organization_type: name.toLowerCase() })).status).toBe(200)
    const { data } = (await on.types(tech)).body as { data: { id: number; name: string }[] }
    expect(data.filter((type) => type.name.toLowerCase() === name.toLowerCase())).toEqual([first])
    const names = data.map((type) => type.name.toLowerCase())
    expect(names).toEqual([...names].sort())
    expect(names).toEqual(expect.arrayContaining(['orthodontist', 'general dentist', 'pediatric dentist', 'dso']))
    expect((await on.types((await given.practice()).owner)).status).toBe(403)
  })

  it('only live people of the lab and live partner labs are named; a partner lab names none', async () => {
    const practice = await given.practice({ partner: true })
    const gone = await given.user('tech_support')
    await people.archive(admin, gone.id)
    const manager = 'This person does not work for the lab.'
    for (const id of [gone.id, practice.owner.id, practice.partner!.user.id])
      expect(await on.put(admin, practice.id, { customer_service_manager_id: id })).toMatchObject(
        refusalOf('customer_service_manager_id', manager),
      )
    const partner = 'This is not a partner lab.'
    const other = await given.practice({ partner: true })
    await on.archive(admin, other.partner!.id)
    for (const id of [practice.id, other.id, other.partner!.id])
      expect(await on.put(admin, practice.id, { third_party_partner_id: id })).toMatchObject(
        refusalOf('third_party_partner_id', partner),
      )
    expect(await on.put(admin, practice.partner!.id, { third_party_partner_id: practice.partner!.id })).toMatchObject(
      refusalOf('third_party_partner_id', 'A partner lab names no partner.'),
    )
  })

  it('a partner lab that is archived while a practice is about to name it is refused', async () => {
    const practice = await given.practice()
    const { partner } = await given.practice({ partner: true })
    const answer = await overtaken(
      test,
      sql`select 1 from organizations where id = ${partner!.id} for no key update`,
      () => on.put(admin, practice.id, { third_party_partner_id: partner!.id }),
      sql`update organizations set deleted_at = now() where id = ${partner!.id}`,
    )
    expect(answer).toMatchObject(refusalOf('third_party_partner_id', 'This is not a partner lab.'))
  })

  it('of twenty edits of one version one is saved', async () => {
    const { id } = await given.practice()
    const edits = Array.from({ length: 20 }, (_, n) => on.put(admin, id, { name: `Name ${n}`, version: 1 }))
    const statuses = (await Promise.all(edits)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
    expect((await on.rowOf(id)).version).toBe(2)
  })

  it('a new name reaches the lists of cases', async () => {
    const { practice, id } = await given.case({ stage: 'in_progress' })
    const name = `Renamed ${given.unique()}`
    await on.put(practice.owner, practice.id, { name })
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ organization_name: string; listed: string }>`
          select organization_name, row -> 'organization' ->> 'name' as listed from case_rows where patient_id = ${id}`.execute(
          test.connection.db,
        )
        expect(rows).toEqual([{ organization_name: name.toLowerCase(), listed: name }])
      },
      { timeout: 20_000, interval: 100 },
    )
    expect(await given.staleRows()).toEqual([])
  })

  it('rush cases are one setting, whichever page changes it; an older form of the other is refused', async () => {
    const { id } = await given.practice()
    const preferences = `/organizations/${id}/rx_form_preference`
    const form = async () =>
      (await test.raw(admin, 'GET', preferences)).body as unknown as {
        data: { version: number }
        metadata: { rush_case_enabled: boolean }
      }
    const before = await form()
    await on.put(admin, id, { rush_case_enabled: false })
    expect((await form()).metadata.rush_case_enabled).toBe(false)
    const edit = (version: number) => test.raw(admin, 'PUT', preferences, { rush_case_enabled: true, version })
    expect((await edit(before.data.version)).status).toBe(409)
    const { version } = organizationOf(await on.get(admin, id))
    expect((await edit((await form()).data.version)).status).toBe(200)
    expect(organizationOf(await on.get(admin, id)).rush_case_enabled).toBe(true)
    expect((await on.put(admin, id, { rush_case_enabled: false, version })).status).toBe(409)
  })
})

it('a reason for disabling is read by its people and the lab, replaced with the next one, and cleared by enabling', async () => {
  const practice = await given.practice({ partner: true })
  const { id, owner } = practice
  const reads = async (user: TestUser) => organizationOf(await on.get(user, id)).disabled_reason
  const own = async () =>
    ((await test.raw(owner, 'GET', '/me')).body as { user: Me }).user.organizations[0]!.disabled_reason
  expect(await on.put(admin, id, { disabled_reason: 'Too early' })).toMatchObject(
    refusalOf('disabled_reason', 'A reason comes with disabling.'),
  )
  expect((await on.put(admin, id, { disabled: true, disabled_reason: 'x'.repeat(256) })).status).toBe(422)
  expect((await on.put(admin, id, { disabled: true })).status).toBe(200)
  expect(await reads(admin)).toBe('')
  const { version } = organizationOf(await on.get(admin, id))
  expect((await on.put(admin, id, { disabled: true, disabled_reason: ' Moved\u00a0 away ', version })).status).toBe(200)
  expect((await on.put(admin, id, { disabled: true, disabled_reason: 'Late', version })).status).toBe(409)
  expect([await reads(admin), await reads(tech), await own()]).toEqual(['Moved away', 'Moved away', 'Moved away'])
  expect(await reads(practice.partner!.user)).toBe('')
  expect((await on.put(admin, id, { disabled: false })).status).toBe(200)
  expect([await reads(admin), await own()]).toEqual(['', ''])
})

it('every change leaves its line for auditors, and none of its words', async () => {
  const { id } = await given.practice({ paid: false })
  await on.put(supervisor, id, { name: 'Secret name', rush_case_enabled: false })
  await on.waive(supervisor, id)
  await on.notes(tech, id, 'Secret notes')
  await on.put(admin, id, { disabled: true, disabled_reason: 'Secret reason' })
  await on.put(admin, id, { disabled: false })
  await on.archive(admin, id)
  await on.restore(admin, id)
  // One with an order, which the waiver made, is never deleted.
  const deleted = await given.practice({ paid: false })
  const account = (await on.rowOf(deleted.id)).account_number
  await on.remove(admin, deleted.id, account)
  // The application may not read its audit log; its owner may.
  const owner = new pg.Client({ connectionString: ownStores().databaseUrl })
  await owner.connect()
  const { rows } = await owner.query<{ action: string; user_id: number; data: unknown }>(
    `select action, user_id, data from audit_log where subject = 'organization' and subject_id = any($1) order by id`,
    [[id, deleted.id]],
  )
  await owner.end()
  expect(rows).toEqual([
    { action: 'organization.changed', user_id: supervisor.id, data: { fields: ['name', 'rush_case_enabled'] } },
    { action: 'organization.startup_fee_waived', user_id: supervisor.id, data: null },
    { action: 'organization.notes_changed', user_id: tech.id, data: null },
    { action: 'organization.disabled', user_id: admin.id, data: { fields: ['disabled_reason'] } },
    { action: 'organization.enabled', user_id: admin.id, data: null },
    { action: 'organization.archived', user_id: admin.id, data: null },
    { action: 'organization.restored', user_id: admin.id, data: null },
    { action: 'organization.deleted', user_id: admin.id, data: { account_number: account } },
  ])
})
