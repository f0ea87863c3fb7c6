import { members } from '@archwire/contract/members/routes.ts'
import type { Member } from '@archwire/contract/members/schema.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { organizationCallsIn, organizationOf, refusalOf, type OrganizationCalls } from '../organization-calls.ts'
import { userCallsIn } from '../user-calls.ts'

/** Organizations as they are created with their owner, and found. */
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

const address = () => `${given.unique()}@example.com`
const create = (who: TestUser, body: object = {}) =>
  on.create(who, { first_name: 'Nora', last_name: 'New', email: address(), ...body })
const pattern = 'Must only contain alphanumeric characters or "-" in between.'

describe('creating an organization', () => {
  it.each([
    [{ first_name: '' }, 'first_name', 'Required'],
    [{ last_name: ' ' }, 'last_name', 'Required'],
    [{ email: '' }, 'email', 'Required'],
    [{ email: 'nobody' }, 'email', 'Enter a valid email'],
    [{ username: 'short' }, 'username', 'Must contain at least 6 characters.'],
    [{ username: 'a'.repeat(256) }, 'username', 'Only up to 255 characters is allowed.'],
    [{ username: '-hyphen' }, 'username', pattern],
    [{ account_number: 'U-1' }, 'account_number', 'Must contain at least 6 characters.'],
    [{ account_number: 'U'.repeat(21) }, 'account_number', 'Only up to 20 characters is allowed.'],
    [{ account_number: 'U 0000001' }, 'account_number', pattern],
    [{ kind: 'partner' }, 'organization', 'Required'],
  ])('%j is refused at %s', async (body, field, message) => {
    expect(await create(admin, body)).toMatchObject(refusalOf(field, message))
  })

  it('a practice without a name is unnamed, and its owner chooses a password by the link of a mail', async () => {
    const email = address()
    const answer = await create(tech, { email: email.toUpperCase(), username: 'nora-new' })
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'The organization is created. We have sent its owner a link to choose a password.' },
    })
    const organization = organizationOf(answer)
    expect(organization).toMatchObject({
      name: `Account ${organization.id}`,
      own_name: '',
      kind: 'practice',
      owner: { full_name: 'Nora New', email },
      startup_fee_paid: false,
      startup_fee_waived_by: null,
      survey_response: null,
      no_startup_fee: false,
      onboarding_id: null,
      organization_manager: null,
      organization_type: null,
      organization_type_id: null,
      third_party_partner: null,
      management_notes: '',
      number_of_members: 1,
      number_of_open_cases: 0,
      version: 1,
    })
    expect(organization.account_number).toMatch(/^O-\d{6}$/)
    const { rows } = await sql`select password_hash from users where email = ${email}`.execute(test.connection.db)
    expect(rows).toEqual([{ password_hash: null }])
    const mail = await people.mailTo(email, 'access.initial')
    const token = people.tokenIn(mail)
    const word = 'Tall-Hedge-41'
    const chosen = await test.raw(null, 'POST', '/reset', {
      token,
      password: word,
      password_confirmation: word,
    })
    expect(chosen.status).toBe(200)
    expect(await people.signIn(email, word)).toMatchObject({
      status: 200,
      body: {
        user: {
          username: 'nora-new',
          roles: [{ name: 'doctor' }],
          organizations: [{ id: organization.id, pivot: { role: { name: 'organization_owner' } } }],
        },
      },
    })
    // The second call, which can be repeated.
    expect(await on.waive(tech, organization.id)).toMatchObject({ status: 200 })
    expect(organizationOf(await on.get(tech, organization.id))).toMatchObject({
      startup_fee_paid: true,
      startup_fee_waived_by: 'Test Person',
      no_startup_fee: true,
      onboarding_id: expect.any(Number),
    })
  })

  it('keeps its name and the account number of its owner', async () => {
    const account_number = `OWN-${given.unique()}`.slice(0, 20)
    const answer = await create(supervisor, { organization: '  Alder Orthodontics ', account_number })
    expect(organizationOf(answer)).toMatchObject({ name: 'Alder Orthodontics', own_name: 'Alder Orthodontics' })
    const { owner } = organizationOf(answer)
    expect((await people.get(admin, owner!.id)).body.user).toMatchObject({ account_number })
    expect(await create(admin, { account_number: account_number.toLowerCase() })).toMatchObject(
      refusalOf('account_number', 'This account number belongs to another account.'),
    )
  })

  it('refuses an email that an account has, also an archived one, and leaves nothing behind', async () => {
    const email = await people.emailOf(tech)
    const count = () => sql<{ n: number }>`select count(*)::int as n from organizations`.execute(test.connection.db)
    const before = await count()
    expect(await create(admin, { email: email.toUpperCase() })).toMatchObject(
      refusalOf('email', 'This email belongs to another account.'),
    )
    const archived = await given.user('doctor')
    await people.archive(admin, archived.id)
    expect((await create(admin, { email: await people.emailOf(archived) })).status).toBe(422)
    expect((await count()).rows).toEqual(before.rows)
  })

  it('of twenty at once with one email one is made', async () => {
    const email = address()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(admin, { email })))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(422)])
  })

  it('a partner lab is made by people who manage organizations; its owner works for a partner', async () => {
    const body = { kind: 'partner', organization: `Polaris ${given.unique()}` }
    expect((await create(tech, body)).status).toBe(403)
    const made = await create(supervisor, body)
    expect(organizationOf(made)).toMatchObject({ kind: 'partner', name: body.organization, startup_fee_paid: false })
    const { owner } = organizationOf(made)
    expect((await people.get(admin, owner!.id)).body.user).toMatchObject({ roles: [{ name: 'lab_partner' }] })
    expect((await on.waive(admin, organizationOf(made).id)).status).toBe(403)
  })

  it('is staff’s alone', async () => {
    const practice = await given.practice({ partner: true })
    for (const who of [practice.owner, practice.manager, practice.member, practice.partner!.user])
      expect((await create(who)).status).toBe(403)
  })
})

describe('finding organizations', () => {
  it('the archived ones are a list of their own, for people who see archived records', async () => {
    const practice = await given.practice({ partner: true })
    const ids = `ids=${practice.id}`
    const totals = async (query: string) => (await on.list(supervisor, query)).body.meta
    expect(await totals(`?${ids}`)).toMatchObject({ total: 1 })
    expect(await totals(`?${ids}&archived=1`)).toMatchObject({ total: 0 })
    await on.archive(admin, practice.id)
    expect(await totals(`?${ids}`)).toMatchObject({ total: 0 })
    expect((await on.list(supervisor, `?${ids}&archived=1`)).body.organizations).toMatchObject([
      { id: practice.id, is_archived: true },
    ])
    for (const who of [tech, practice.partner!.user])
      expect((await on.list(who, `?${ids}&archived=1`)).status).toBe(403)
    expect((await on.list(practice.partner!.user)).body.meta).toMatchObject({ total: 0 })
  })

  it('an archived one is read by the lab alone', async () => {
    const practice = await given.practice({ partner: true })
    expect((await on.get(practice.owner, practice.id)).status).toBe(200)
    await on.archive(admin, practice.id)
    expect((await on.get(tech, practice.id)).status).toBe(200)
    expect((await on.get(practice.partner!.user, practice.id)).status).toBe(404)
    const stranger = await given.practice({ partner: true })
    for (const who of [stranger.owner, stranger.partner!.user])
      expect((await on.get(who, practice.id)).body).toEqual({ error: 'This organization does not exist.', code: 404 })
  })

  it('everyone reads what is theirs to read', async () => {
    const practice = await given.practice({ partner: true, paid: false })
    await on.waive(admin, practice.id)
    await on.notes(tech, practice.id, 'Calls after noon.')
    const partner = practice.partner!
    const read = async (who: TestUser, id = practice.id) => organizationOf(await on.get(who, id))
    const asLab = { management_notes: 'Calls after noon.', startup_fee_waived_by: 'Test Person' }
    const outside = { management_notes: null, startup_fee_waived_by: null, survey_response: null }
    expect(await read(tech)).toMatchObject(asLab)
    const managed = { organization_manager: { id: practice.manager.id }, no_startup_fee: true }
    for (const who of [tech, practice.owner, practice.member]) expect(await read(who)).toMatchObject(managed)
    const hidden = { organization_manager: null, onboarding_id: null, no_startup_fee: null }
    expect(await read(partner.user)).toMatchObject(hidden)
    for (const who of [practice.owner, practice.manager, practice.member, practice.assistant, partner.user])
      expect(await read(who)).toMatchObject({
        ...outside,
        number_of_members: 4,
        third_party_partner: { id: partner.id },
      })
    // The owner is a doctor, whom the partner reads anyway.
    expect((await read(partner.user)).owner!.email).not.toBe('')
    await sql`update users set role = 'staff_member' where id = ${practice.owner.id}`.execute(test.connection.db)
    expect((await read(partner.user)).owner).toMatchObject({ full_name: 'Olga Owner', email: '' })
    expect((await on.list(partner.user)).body.organizations).toMatchObject([{ owner: { email: '' } }])
    expect((await read(practice.manager)).owner!.email).not.toBe('')
    // A partner's people read their own organization with its owner's email, a practice not that of its partner.
    const own = await read(partner.user, partner.id)
    expect(own).toMatchObject({ kind: 'partner', number_of_members: 1 })
    expect(own.owner!.email).not.toBe('')
    expect((await on.get(practice.owner, partner.id)).status).toBe(404)
  })

  it('who looks after a practice is for the practice and the lab, its type for who gives types', async () => {
    const practice = await given.practice({ partner: true })
    const values = { organization_type: 'Orthodontist', customer_service_manager_id: tech.id }
    expect((await on.put(admin, practice.id, values)).status).toBe(200)
    const read = async (who: TestUser) => {
      const { organization_type, customer_service_manager } = organizationOf(await on.get(who, practice.id))
      return [organization_type?.name, customer_service_manager?.id]
    }
    expect(await read(admin)).toEqual(['Orthodontist', tech.id])
    for (const who of [practice.owner, practice.manager, practice.member, practice.assistant])
      expect(await read(who)).toEqual([undefined, tech.id])
    expect(await read(practice.partner!.user)).toEqual([undefined, undefined])
  })

  it('members and locations come along where they are asked for, as far as the reader sees them', async () => {
    const practice = await given.practice({ partner: true })
    const second = await given.location(practice, { location_name: 'Boulder' })
    const read = async (who: TestUser, include: string) => {
      const answer = await test.raw(who, 'GET', `/organizations/${practice.id}?include=${include}`)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const { users, locations } = organizationOf(answer) as { users?: Member[]; locations?: { id: number }[] }
      return { users: users?.map(({ id }) => id), locations: locations?.map(({ id }) => id) }
    }
    const listed = async (who: TestUser) =>
      (await test.as(who).call(members.list, { params: { id: practice.id } })).body.users.map(({ id }) => id)
    const everywhere = [expect.any(Number), second]
    for (const who of [admin, practice.owner, practice.manager, practice.partner!.user])
      expect(await read(who, 'users,locations')).toEqual({ users: await listed(who), locations: everywhere })
    expect(await read(admin, 'users')).toEqual({ users: await listed(admin), locations: undefined })
    expect(await read(admin, 'locations')).toEqual({ users: undefined, locations: everywhere })
    await sql`insert into location_users (organization_id, location_id, user_id)
      values (${practice.id}, ${second}, ${practice.member.id})`.execute(test.connection.db)
    expect(await read(practice.member, 'locations')).toMatchObject({ locations: [second] })
    for (const include of ['', 'fees', 'users,'])
      expect((await test.raw(admin, 'GET', `/organizations/${practice.id}?include=${include}`)).status).toBe(422)
  })

  it('open cases are those that an archive leaves to be finished, within the reader’s reach', async () => {
    const { practice } = await given.case({ stage: 'in_progress' })
    await given.case({ stage: 'completed', practice })
    const count = async (who: TestUser) => organizationOf(await on.get(who, practice.id)).number_of_open_cases
    expect(await count(admin)).toBe(1)
    expect(await count(practice.owner)).toBe(1)
    expect(await count(practice.member)).toBe(0)
  })
})
