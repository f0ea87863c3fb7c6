import { accounts } from '@archwire/contract/accounts/routes.ts'
import { auth } from '@archwire/contract/auth/routes.ts'
import { organizations } from '@archwire/contract/organizations/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { settings } from '@archwire/contract/settings/routes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashPassword } from '../../src/modules/auth/index.ts'
import { staleCaseRows } from '../../src/modules/case-core/case-row.sql.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { audited } from '../audited.ts'
import { givenIn, type Given } from '../given.ts'
import { ownStores } from '../database.ts'

let test: TestApp
let given: Given
let supervisor: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  supervisor = await given.user('supervisor')
})
afterAll(() => test.close())

const me = async (who: TestUser) => (await test.as(who).call(auth.me, {})).body.user

describe('settings and announcements', () => {
  it('say what the lab charges, in dollars and percent', async () => {
    const { body } = await test.as((await given.practice()).member).call(settings.get)
    expect(body.settings).toMatchObject({
      credit_card: { fee: 1.49 },
      registration_fee: 200,
      deep_link_scheme: 'dibs://',
      lab: { time_zone: test.config.labZone, address: [], phone_number: '' },
    })
  })

  it('everyone reads the own announcement, empty ones are none, a stale edit is refused', async () => {
    const { owner } = await given.practice()
    const { body } = await test.as(supervisor).call(settings.announcements)
    const doctors = body.announcements.find(({ visibility }) => visibility === 'doctor')!
    const text = `Closed on Thursday ${given.unique()}`
    const save = (body: string, version?: number) =>
      test.as(supervisor).call(settings.saveAnnouncement, { params: { id: doctors.id }, body: { body, version } })
    expect((await save(text, doctors.version)).status).toBe(200)
    expect((await save('Late', doctors.version)).status).toBe(409)
    expect((await test.as(owner).call(settings.announcement)).body.announcement).toMatchObject({
      body: text,
      visibility: 'doctor',
      last_updated_by: { id: supervisor.id },
    })
    expect((await test.as(supervisor).call(settings.announcement)).body.announcement?.body).not.toBe(text)
    const partner = (await given.practice({ partner: true })).partner!.user
    const internal = body.announcements.find(({ visibility }) => visibility === 'internal')!
    const forLab = { params: { id: internal.id }, body: { body: `Printer 3 ${given.unique()}` } }
    expect((await test.as(supervisor).call(settings.saveAnnouncement, forLab)).status).toBe(200)
    expect((await test.as(supervisor).call(settings.announcement)).body.announcement).toMatchObject(forLab.body)
    expect((await test.as(partner).call(settings.announcement)).body.announcement).toBeNull()
    forLab.body.body = ''
    await test.as(supervisor).call(settings.saveAnnouncement, forLab)
    expect((await save('x'.repeat(16_777_001))).body).toMatchObject({
      error: { body: ['Maximum character limit exceeded.'] },
    })
    await save('')
    expect((await test.as(owner).call(settings.announcement)).body.announcement).toBeNull()
  })
})

describe('organizations', () => {
  it('are found by name and account number in any order of words, by those who reach them', async () => {
    const practice = await given.practice({ partner: true })
    const other = await given.practice({ partner: true })
    const [row] = (
      await sql<{ name: string; account_number: string }>`
        select name, account_number from organizations where id = ${practice.id}`.execute(test.connection.db)
    ).rows
    const search = (who: TestUser, searchString: string) =>
      test.as(who).call(organizations.list, { query: { searchString } })
    for (const text of [row!.name, row!.account_number, `${row!.account_number} ${row!.name.toUpperCase()}`])
      expect((await search(supervisor, text)).body.organizations.map(({ id }) => id)).toEqual([practice.id])
    expect((await search(practice.partner!.user, 'practice')).body.organizations.map(({ id }) => id)).toEqual([
      practice.id,
    ])
    expect((await search(other.partner!.user, row!.name)).body.meta.total).toBe(0)
    expect((await search(practice.owner, row!.name)).status).toBe(403)
    const ids = `${practice.id},${practice.partner!.id}`
    const ofKind = async (who: TestUser, kind?: 'practice' | 'partner') =>
      (await test.as(who).call(organizations.list, { query: { ids, kind } })).body.organizations.map(({ id }) => id)
    expect(await ofKind(supervisor)).toEqual([practice.id])
    expect(await ofKind(supervisor, 'practice')).toEqual([practice.id])
    expect(await ofKind(supervisor, 'partner')).toEqual([practice.partner!.id])
    expect(await ofKind(other.partner!.user, 'partner')).toEqual([])
    const both = await test.as(supervisor).call(organizations.list, { query: { ids: `${other.id},${practice.id}` } })
    expect(both.body.organizations.map(({ id }) => id).sort((a, b) => a - b)).toEqual([practice.id, other.id])
    expect(both.body.organizations[0]).toMatchObject({
      owner: { full_name: 'Olga Owner' },
      main_location: { city: 'Denver' },
      startup_fee_paid: true,
    })
  })

  it('are sent with the documents’ keys; who has no role has none in words (people/roles)', async () => {
    const practice = await given.practice()
    await sql`update organizations set suspended_at = '2026-11-02T08:00:00Z' where id = ${practice.id}`.execute(
      test.connection.db,
    )
    const user = await me(practice.owner)
    expect(user.roles).toEqual([{ name: 'doctor', label: 'Doctor' }])
    expect(user.organizations).toMatchObject([
      {
        id: practice.id,
        // Onboarding: the fee is settled, the rest is still to come.
        status: 2,
        disabled_at: null,
        deleted_at: null,
        contract: { suspended_at: '2026-11-02T08:00:00.000Z', license: null },
        main_location: { location_name: 'Main' },
        locations: [{ location_name: 'Main' }],
        current_user_assigned_locations: [],
      },
    ])
    const nobody = await given.user(null)
    expect((await me(nobody)).roles).toEqual([{ name: 'no_role', label: 'No role' }])
    const { body } = await test.as(nobody).call(auth.me, {})
    expect(body.deep_link_scheme).toBe('dibs://')
  })

  it('say what I may do within one', async () => {
    const practice = await given.practice()
    const ask = async (who: TestUser) =>
      (await test.as(who).call(organizations.currentUserPermissions, { params: { id: practice.id } })).body.permissions
    expect(await ask(practice.owner)).toContain('organization.patients.view-any')
    expect(await ask(practice.member)).not.toContain('organization.patients.view-any')
    expect(await ask(supervisor)).toContain('patients.supervise')
  })

  it('a waived start-up fee lets a practice submit, once, and is audited', async () => {
    const practice = await given.practice({ paid: false })
    const admin = await given.user('admin')
    const waive = (who: TestUser) => test.as(who).call(organizations.waiveStartupFee, { params: { id: practice.id } })
    expect((await me(practice.owner)).organizations[0]!.startup_fee_paid).toBe(false)
    expect((await waive(practice.owner)).status).toBe(403)
    const answers = await Promise.all(Array.from({ length: 20 }, () => waive(admin)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect((await me(practice.owner)).organizations[0]!.startup_fee_paid).toBe(true)
    // The application may not read its audit log; its owner may.
    const owner = new pg.Client({ connectionString: ownStores().databaseUrl })
    await owner.connect()
    const { rows } = await owner.query(
      `select 1 from audit_log where organization_id = $1 and user_id = $2 and action = 'organization.startup_fee_waived'`,
      [practice.id, admin.id],
    )
    await owner.end()
    expect(rows).toHaveLength(1)
  })
})

describe('the own profile', () => {
  const password = 'Tall-Hedge-41'
  async function withPassword(): Promise<TestUser & { email: string }> {
    const { owner } = await given.practice()
    await sql`update users set password_hash = ${await hashPassword(password)} where id = ${owner.id}`.execute(
      test.connection.db,
    )
    return { ...owner, email: (await me(owner)).email }
  }
  const change = (who: TestUser, body: object) => test.as(who).call(accounts.updateProfile, { body })
  const mailTo = (to: string, kind: string) =>
    vi.waitFor(
      async () => {
        const { rows } = await sql<{ id: number }>`
          select id from mails where to_address = ${to} and kind = ${kind} order by id desc limit 1`.execute(
          test.connection.db,
        )
        const mail = rows[0] && (await test.mail!.received(rows[0].id))
        expect(mail, `${kind} to ${to}`).toBeDefined()
        return mail!
      },
      { timeout: 60_000, interval: 50 },
    )

  it('shows a doctor’s new name in the list of cases soon', async () => {
    const practice = await given.practice()
    const { id } = await given.case({ practice })
    const { status, body } = await change(practice.owner, { last_name: 'Renamed', time_zone: 'America/New_York' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.user).toMatchObject({ full_name: 'Olga Renamed', time_zone: 'America/New_York', version: 2 })
    await vi.waitFor(
      async () => {
        const list = await test.as(practice.owner).call(patients.list)
        expect(list.body.patients.find((listed) => listed.id === id)?.user?.full_name).toBe('Olga Renamed')
      },
      { timeout: 60_000, interval: 50 },
    )
    expect(await staleCaseRows(test.connection.db)).not.toContain(id)
  })

  it.each([
    ['America/Indiana/Indianapolis', 'America/Indiana/Indianapolis'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['Etc/UTC', 'Etc/UTC'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['europe/kiev', 'Europe/Kiev'],
  ])('keeps the time zone %s as the database writes it (screens/dates)', async (sent, kept) => {
    const { owner } = await given.practice()
    expect((await change(owner, { time_zone: sent })).body.user).toMatchObject({ time_zone: kept })
    const { rows } = await sql`select now() at time zone time_zone from users where id = ${owner.id}`.execute(
      test.connection.db,
    )
    expect(rows).toHaveLength(1)
  })

  it.each(['+05:00', 'IST', 'SystemV/PST8'])(
    'refuses %s, which PostgreSQL reads otherwise or not',
    async (time_zone) => {
      const { owner } = await given.practice()
      expect((await change(owner, { time_zone })).body).toMatchObject({
        error: { time_zone: ['This time zone is unknown.'] },
      })
    },
  )

  it('refuses a stale version and an unknown zone', async () => {
    const { owner } = await given.practice()
    expect((await change(owner, { first_name: 'Ada', version: 1 })).status).toBe(200)
    expect((await change(owner, { first_name: 'Eva', version: 1 })).status).toBe(409)
    expect((await change(owner, { time_zone: 'Mars/Olympus' })).body).toMatchObject({
      error: { time_zone: [expect.any(String)] },
    })
  })

  it('a new email asks for the password, waits for its mail, and the old address gets one, too', async () => {
    const who = await withPassword()
    const email = `${given.unique()}@example.com`
    expect((await change(who, { email })).body).toMatchObject({ error: { current_password: ['Required'] } })
    expect((await change(who, { email, current_password: 'Wrong-1-Wrong' })).status).toBe(422)
    const asked = await change(who, { email, current_password: password })
    expect(asked.body.user).toMatchObject({ email: who.email, pending_email: email })
    await mailTo(who.email, 'access.email_changing')
    const token = /token=([\w-]+)/.exec((await mailTo(email, 'access.new_email')).text)![1]!
    expect((await me(who)).email).toBe(who.email)
    const uses = await Promise.all(
      Array.from({ length: 50 }, () => test.as(null).call(accounts.verify, { body: { token } })),
    )
    expect(uses.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await sql<{ email: string }>`select email from users where id = ${who.id}`.execute(
      test.connection.db,
    )
    expect(rows).toEqual([{ email }])
    const told = await audited(test, `action = 'account.email_changed' and subject_id = $1`, [who.id])
    expect(told).toEqual([{ data: { from: who.email, to: email }, user_id: who.id }])
    await mailTo(who.email, 'access.email_changed')
  })

  it('someone else’s address is refused, and a guessed password is counted like a failed sign-in', async () => {
    const who = await withPassword()
    const other = await withPassword()
    expect((await change(who, { email: other.email, current_password: password })).body).toMatchObject({
      error: { email: [expect.any(String)] },
    })
    const guess = () => change(who, { email: `${given.unique()}@example.com`, current_password: 'Wrong-1-Wrong' })
    for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(422)
    expect((await guess()).status).toBe(429)
  })
})

describe('the code of a link to the desktop application', () => {
  const asBearer = (code: string, path = '/me') =>
    test.raw(null, 'GET', path, undefined, { authorization: `Bearer ${code}` })
  const codeOf = async (who: TestUser) => (await test.as(who).call(auth.desktopCode, {})).body.desktop_code

  it('opens "who am I" once, and nothing else', async () => {
    const { owner } = await given.practice()
    const code = await codeOf(owner)
    expect((await asBearer(code, '/patients')).status).toBe(401)
    const uses = await Promise.all(Array.from({ length: 50 }, () => asBearer(code)))
    expect(uses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(uses.find(({ status }) => status === 200)!.body.user).toMatchObject({ id: owner.id })
    expect((await asBearer(code)).status).toBe(401)
  })

  it('lives five minutes', async () => {
    const { owner } = await given.practice()
    const code = await codeOf(owner)
    await sql`update one_time_tokens set expires_at = now() - interval '1 second' where user_id = ${owner.id}`.execute(
      test.connection.db,
    )
    expect((await asBearer(code)).status).toBe(401)
  })

  it('opens nothing once its session has idled for too long', async () => {
    const staff = await given.user('admin')
    const code = await codeOf(staff)
    await sql`update sessions set last_seen_at = now() - interval '31 minutes' where user_id = ${staff.id}`.execute(
      test.connection.db,
    )
    expect((await asBearer(code)).status).toBe(401)
  })
})

it('the permissions that may be added to one person never hold permissions.manage', async () => {
  const { body } = await test.as(supervisor).call(accounts.customPermissions)
  const names = body.custom_permissions.map(({ permission }) => permission)
  expect(names).toContain('users.view-dashboard')
  expect(names).not.toContain('permissions.manage')
  expect(body.custom_permissions.filter(({ audience }) => audience === 'practice')).toHaveLength(8)
})
