import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { issueToken } from '../../src/modules/auth/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { audited } from '../audited.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { password, userCallsIn, userOf } from '../user-calls.ts'

/** People as staff add, read and change them. */
let test: TestApp
let given: Given
let calls: ReturnType<typeof userCallsIn>
let practice: GivenPractice
let supervisor: TestUser
let tech: TestUser
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  calls = userCallsIn(test)
  practice = await given.practice({ partner: true })
  supervisor = await calls.withPassword(await given.user('supervisor'))
  tech = await calls.withPassword(await given.user('tech_support'))
  admin = await calls.withPassword(await given.user('admin'))
})
afterAll(() => test.close())

const soon = { timeout: 20_000, interval: 50 }
const address = () => `${given.unique()}@example.com`
const add = (who: TestUser, body: object = {}) =>
  test.raw(who, 'POST', '/users', {
    first_name: 'Nora',
    last_name: 'New',
    email: address(),
    role: 'doctor',
    current_password: password,
    ...body,
  })
const refusal = (field: string, message: string) => ({ status: 422, body: { error: { [field]: [message] } } })
const pattern = 'Must only contain alphanumeric characters or "-" in between.'

describe('adding a user', () => {
  it.each([
    [{ first_name: '' }, 'first_name', 'Required'],
    [{ last_name: ' ' }, 'last_name', 'Required'],
    [{ email: 'nobody' }, 'email', 'Enter a valid email'],
    [{ role: undefined }, 'role', 'Required'],
    [{ role: 'organization_owner' }, 'role', 'Required'],
    [{ username: 'short' }, 'username', 'Must contain at least 6 characters.'],
    [{ username: 'a'.repeat(256) }, 'username', 'Only up to 255 characters is allowed.'],
    [{ username: 'with space' }, 'username', pattern],
    [{ username: '-hyphen' }, 'username', pattern],
    [{ username: 'hyphen-' }, 'username', pattern],
    [{ role: 'lab_partner' }, 'organization_id', 'Required'],
    [{ organization_id: 2_000_000_000 }, 'organization_id', 'This organization does not exist.'],
    [{ role: 'supervisor', organization_id: 1 }, 'organization_id', 'Lab staff belong to no organization.'],
  ])('%j is refused at %s', async (body, field, message) => {
    expect(await add(admin, body)).toMatchObject(refusal(field, message))
  })

  it('a doctor of a practice gets a link, chooses a password and signs in', async () => {
    const email = address()
    const answer = await add(tech, { email: email.toUpperCase(), username: 'nora-new', organization_id: practice.id })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'The user is added. We have sent them a link to choose a password.',
        user: {
          first_name: 'Nora',
          email,
          username: 'nora-new',
          account_number: expect.stringMatching(/^U-\d{6}$/),
          roles: [{ name: 'doctor', label: 'Doctor' }],
          organization_id: practice.id,
          organizations: [{ id: practice.id, pivot: { role: { name: 'organization_member' } }, open_cases: 0 }],
          is_verified: false,
          is_archived: false,
          number_of_cases: 0,
          version: 1,
        },
      },
    })
    const { id } = userOf(answer)
    expect(
      await audited(test, `action = 'organization.member_added' and organization_id = $1 and user_id = $2`, [
        practice.id,
        tech.id,
      ]),
    ).toEqual([{ data: { user_id: id, role: 'organization_member' }, user_id: tech.id }])
    expect((await calls.signIn(email)).status).toBe(401)
    const mail = await calls.mailTo(email, 'access.initial')
    expect(mail.text).toContain('&mode=initial')
    expect(mail.text).not.toContain('userRole')
    const set = { password: 'Tall-Hedge-41', password_confirmation: 'Tall-Hedge-41', token: calls.tokenIn(mail) }
    expect((await test.raw(null, 'POST', '/reset', set)).status).toBe(200)
    expect((await calls.signIn(email, 'Tall-Hedge-41')).body).toMatchObject({
      user: { email, organizations: [{ id: practice.id }] },
    })
    expect(userOf(await calls.get(tech, id))).toMatchObject({ is_verified: true })
  })

  it('a person who asks to verify later gets a link to the first password; an earlier link signs no one in', async () => {
    const email = address()
    const { id } = userOf(await add(tech, { email }))
    const first = calls.tokenIn(await calls.mailTo(email, 'access.initial'))
    const verification = await issueToken(test.connection.db, 'verification', id)
    const verify = (token: string) => test.raw(null, 'POST', '/verify', { token })
    expect(await verify(verification)).toMatchObject({ status: 200, body: { token: null, user: null } })
    const { rows } = await sql`select 1 from sessions where user_id = ${id}`.execute(test.connection.db)
    expect(rows).toEqual([])
    await sql`update users set email_verified_at = null where id = ${id}`.execute(test.connection.db)
    await sql`update one_time_tokens set created_at = created_at - interval '16 minutes' where user_id = ${id}`.execute(
      test.connection.db,
    )
    expect((await test.raw(null, 'POST', '/resend_verification', { email })).status).toBe(200)
    const again = await vi.waitFor(async () => {
      const token = calls.tokenIn(await calls.mailTo(email, 'access.initial'))
      expect(token).not.toBe(first)
      return token
    }, soon)
    const set = (token: string) =>
      test.raw(null, 'POST', '/reset', { password, password_confirmation: password, token })
    expect((await set(first)).status).toBe(422)
    expect((await set(again)).status).toBe(200)
    expect((await calls.signIn(email)).status).toBe(200)
    const { rows: mails } = await sql`
      select 1 from mails where to_address = ${email} and kind = 'access.verification'`.execute(test.connection.db)
    expect(mails).toEqual([])
  })

  it('staff are led back to their own sign-in; a partner belongs to its lab', async () => {
    const email = address()
    expect((await add(admin, { email, role: 'tech_support' })).status).toBe(200)
    expect((await calls.mailTo(email, 'access.initial')).text).toContain('&mode=initial&userRole=tech_support')
    const partner = (organization_id: number) => add(supervisor, { role: 'lab_partner', organization_id })
    expect(await partner(practice.id)).toMatchObject(refusal('organization_id', 'This is not a partner lab.'))
    expect(userOf(await partner(practice.partner!.id))).toMatchObject({ organizations: [{ id: practice.partner!.id }] })
    expect(await add(supervisor, { organization_id: practice.partner!.id })).toMatchObject(
      refusal('organization_id', 'This is a partner lab, not a practice.'),
    )
  })

  it.each([
    [undefined, 'Required'],
    ['Wrong-1-Wrong', 'This is not your password.'],
  ])('a role of the lab asks for the editor’s own password: with %s it is refused', async (current_password, error) => {
    const email = address()
    const sent = { email, role: 'supervisor', current_password }
    expect(await add(admin, sent)).toMatchObject(refusal('current_password', error))
    const { rows } = await sql`select 1 from users where email = ${email}`.execute(test.connection.db)
    expect(rows).toEqual([])
    expect((await add(admin, { email, role: 'doctor', current_password })).status).toBe(200)
  })

  it('an email is taken once, also that of an archived person, also by eight at once', async () => {
    const email = address()
    const taken = refusal('email', 'This email belongs to another account.')
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(admin, { email })))
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    for (const answer of answers.filter((one) => one !== done[0])) expect(answer).toMatchObject(taken)
    expect((await calls.archive(admin, userOf(done[0]!).id)).status).toBe(200)
    expect(await add(admin, { email: email.toUpperCase() })).toMatchObject(taken)
  })
})

describe('reading a user', () => {
  it('staff read anyone; a partner reads doctors of practices that named it, without actions', async () => {
    await given.case({ practice })
    const [organization] = (userOf(await calls.get(tech, practice.owner.id)) as never as { organizations: object[] })
      .organizations
    expect(organization).toMatchObject({ id: practice.id, open_cases: 1 })
    const seen = userOf(await calls.get(practice.partner!.user, practice.owner.id))
    expect(seen).toMatchObject({
      id: practice.owner.id,
      number_of_cases: 0,
      grantable_roles: [],
      custom_permissions: [],
    })
    expect(Object.values(seen.can as object)).not.toContain(true)
    const other = await given.practice()
    for (const stranger of [other.owner, practice.assistant, practice.partner!.user, supervisor, { id: 2_000_000_000 }])
      expect((await calls.get(practice.partner!.user, stranger.id)).status).toBe(404)
    for (const who of [practice.owner, practice.assistant])
      expect((await calls.get(who, practice.member.id)).status).toBe(403)
  })

  it('lists archived people for people with the right to see them', async () => {
    // Files share a database: no other one has this name.
    const last_name = `Quill${given.unique()}`
    const { id } = userOf(await add(admin, { last_name }))
    const list = (who: TestUser, more = '') =>
      test.raw(who, 'GET', `/users?searchFullNameEmailQuery=${last_name}${more}`)
    expect((await list(tech)).body).toMatchObject({ users: [{ id, is_archived: false }] })
    await calls.archive(admin, id)
    expect((await list(tech)).body).toMatchObject({ users: [] })
    expect((await list(admin, '&archived=1')).body).toMatchObject({ users: [{ id, is_archived: true }] })
    expect((await list(tech, '&archived=1')).status).toBe(403)
    expect((await list(tech, '&archived=0')).status).toBe(200)
    expect(userOf(await calls.get(tech, id))).toMatchObject({ is_archived: true, deleted_at: expect.any(String) })
  })
})

describe('changing a user', () => {
  it('changes names and user name, keeps the rest, and is refused on an older version', async () => {
    const { id } = userOf(await add(tech, { username: 'nora-new' }))
    const changed = await calls.put(tech, id, { last_name: 'Newer', version: 1 })
    expect(changed.body).toMatchObject({
      message: 'The user is saved.',
      user: {
        full_name: 'Nora Newer',
        username: 'nora-new',
        version: 2,
        can: { update: true, update_identity: false },
      },
    })
    expect((await calls.put(tech, id, { last_name: 'Newest', version: 1 })).status).toBe(409)
    expect(userOf(await calls.put(tech, id, { username: '' }))).toMatchObject({ username: null, last_name: 'Newer' })
  })

  it.each([
    [{ first_name: '' }, 'first_name', 'Required'],
    [{ email: 'nobody' }, 'email', 'Enter a valid email'],
    [{ role: 'owner' }, 'role', 'Required'],
    [{ username: 'short' }, 'username', 'Must contain at least 6 characters.'],
    [{ username: 'a'.repeat(256) }, 'username', 'Only up to 255 characters is allowed.'],
    [{ username: 'with space' }, 'username', pattern],
    [{ account_number: 'U-1' }, 'account_number', 'Must contain at least 6 characters.'],
    [{ account_number: 'a'.repeat(21) }, 'account_number', 'Only up to 20 characters is allowed.'],
    [{ account_number: 'U_000_001' }, 'account_number', pattern],
  ])('%j is refused at %s', async (body, field, message) => {
    const { id } = await given.user('doctor')
    expect(await calls.put(supervisor, id, body)).toMatchObject(refusal(field, message))
  })

  it('an empty account number says that it is required', async () => {
    const { id } = await given.user('doctor')
    const { body } = await calls.put(supervisor, id, { account_number: '' })
    expect((body.error as { account_number: string[] }).account_number[0]).toBe('Required')
  })

  it('an account number belongs to one person, whatever its case', async () => {
    const [one, two] = [await given.user('doctor'), await given.user('doctor')]
    const number = `N-${given.unique()}`.slice(-12).replace(/^-/, 'N').toUpperCase()
    expect(userOf(await calls.put(supervisor, one.id, { account_number: number }))).toMatchObject({
      account_number: number,
    })
    expect((await calls.put(supervisor, one.id, { account_number: number })).status).toBe(200)
    expect(await calls.put(supervisor, two.id, { account_number: number.toLowerCase() })).toMatchObject(
      refusal('account_number', 'This account number belongs to another account.'),
    )
  })

  it('a new email asks for the editor’s password, is refused where it is taken, and waits', async () => {
    const person = await calls.withPassword(await given.user('doctor'))
    const [old, email] = [await calls.emailOf(person), address()]
    expect(await calls.put(supervisor, person.id, { email })).toMatchObject(refusal('current_password', 'Required'))
    expect(await calls.put(supervisor, person.id, { email, current_password: 'Wrong-1-Wrong' })).toMatchObject(
      refusal('current_password', 'This is not your password.'),
    )
    // In another case it is the same address.
    expect((await calls.put(supervisor, person.id, { email: old.toUpperCase() })).status).toBe(200)
    const taken = { email: await calls.emailOf(tech), current_password: password }
    expect(await calls.put(supervisor, person.id, taken)).toMatchObject(
      refusal('email', 'This email belongs to another account.'),
    )
    const saved = await calls.put(supervisor, person.id, { email, current_password: password })
    expect(saved.body).toMatchObject({
      message:
        'The user is saved. The new email waits for a click in the mail that we have sent to it, and for 24 hours. The old address can cancel it.',
      user: { email: old, email_change: { email, is_confirmed: false } },
    })
    expect(
      await audited(test, `action = 'user.changed' and subject_id = $1 and data ? 'email_asked_for'`, [person.id]),
    ).toEqual([{ data: { fields: ['email'], email_asked_for: email }, user_id: supervisor.id }])
  })

  it('an email that changes before the first password takes its link along', async () => {
    const [old, email] = [address(), address()]
    const { id } = userOf(await add(admin, { email: old }))
    const token = calls.tokenIn(await calls.mailTo(old, 'access.initial'))
    expect((await calls.put(admin, id, { email, current_password: password })).status).toBe(200)
    const set = (link: string) =>
      test.raw(null, 'POST', '/reset', { password, password_confirmation: password, token: link })
    const fresh = calls.tokenIn(await calls.mailTo(email, 'access.initial'))
    expect((await set(token)).status).toBe(422)
    expect((await set(fresh)).status).toBe(200)
  })

  it('a doctor who becomes an assistant can hand the open cases over (people/hand-over)', async () => {
    const own = await given.practice()
    const testCase = await given.case({ practice: own, form: { user_id: own.member.id } })
    const change = (body: object) => calls.put(admin, own.member.id, { current_password: password, ...body })
    expect(await change({ hand_over_to: own.owner.id, first_name: 'Mia' })).toMatchObject(
      refusal('hand_over_to', 'Cases are handed over where a doctor becomes a staff member.'),
    )
    expect(await change({ role: 'staff_member', hand_over_to: own.assistant.id })).toMatchObject(
      refusal('hand_over_to', 'Choose a doctor of the same organization.'),
    )
    const changed = await change({ role: 'staff_member', hand_over_to: own.owner.id })
    expect(userOf(changed)).toMatchObject({ roles: [{ name: 'staff_member' }] })
    const { rows } = await sql`select user_id from patients where id = ${testCase.id}`.execute(test.connection.db)
    expect(rows).toEqual([{ user_id: own.owner.id }])
  })

  it('a new role asks for the password, and leaves only permissions that go with it', async () => {
    const person = await given.user('supervisor')
    await sql`update users set custom_permissions = '{orders.manage,organization.patients.view-any}'
      where id = ${person.id}`.execute(test.connection.db)
    expect(await calls.put(admin, person.id, { role: 'tech_support' })).toMatchObject(
      refusal('current_password', 'Required'),
    )
    const changed = await calls.put(admin, person.id, { role: 'tech_support', current_password: password })
    expect(userOf(changed)).toMatchObject({ roles: [{ name: 'tech_support' }] })
    const { rows } = await sql`select custom_permissions from users where id = ${person.id}`.execute(test.connection.db)
    expect(rows).toEqual([{ custom_permissions: ['orders.manage'] }])
    expect(await calls.put(admin, person.id, { role: 'doctor', current_password: password })).toMatchObject({
      status: 409,
      body: { error: 'Lab staff and people of practices cannot trade roles. Create a separate user instead.' },
    })
    expect(
      await calls.put(admin, practice.owner.id, { role: 'lab_partner', current_password: password }),
    ).toMatchObject({ status: 409, body: { error: 'This role does not go with the organizations of this user.' } })
  })
})
