import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { shareLinks } from '@archwire/contract/share-links/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { refreshCaseRows } from '../../src/modules/case-core/index.ts'
import { remindOfDeadlines } from '../../src/modules/cases/deadlines.ts'
import { remind } from '../../src/modules/cases/reminders.ts'
import { archiveOrganization } from '../../src/modules/organization-record/commands/archive.ts'
import { updateOrganization } from '../../src/modules/organization-record/commands/update.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { membersIn, type GivenMembers } from '../given/members.ts'
import { listen } from '../listen.ts'
import { organizationCallsIn, organizationOf, type OrganizationCalls } from '../organization-calls.ts'
import { putBytes, saidOf, sendFile } from '../send-file.ts'
import { countEvents } from '../told.ts'

/** Organizations as they are archived, restored, disabled and enabled (`organizations/archived`, `organizations/disabled`). */
let test: TestApp
let given: Given
let on: OrganizationCalls
let members: GivenMembers
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  on = organizationCallsIn(test)
  members = membersIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

const within5s = { timeout: 5_000, interval: 100 }
const thirdParty = 3
const gone = { status: 409, body: { error: 'This organization is archived.' } }

describe('an archive', () => {
  it('is made by the owner or the lab, once, on the version that was seen', async () => {
    const practice = await given.practice({ partner: true })
    for (const who of [practice.manager, practice.member, practice.assistant, practice.partner!.user])
      expect((await on.archive(who, practice.id)).status).toBe(403)
    expect((await on.archive(await given.user('tech_support'), practice.id)).status).toBe(403)
    expect((await on.archive((await given.practice()).owner, practice.id)).status).toBe(404)
    expect((await on.archive(practice.owner, practice.id, { version: 7 })).status).toBe(409)
    const answer = await on.archive(practice.owner, practice.id, { version: 1 })
    expect(answer).toMatchObject({ status: 200, body: { message: 'The organization is archived.' } })
    expect(organizationOf(answer)).toMatchObject({
      is_archived: true,
      version: 2,
      can: { archive: false, restore: false },
    })
    expect(await on.archive(admin, practice.id)).toMatchObject({
      status: 409,
      body: { error: 'This organization is archived already.' },
    })
  })

  it('of twenty at once one is done, and of twenty restores one', async () => {
    const { id } = await given.practice()
    const once = [200, ...Array<number>(19).fill(409)]
    const sorted = (answers: { status: number }[]) => answers.map(({ status }) => status).sort((a, b) => a - b)
    expect(sorted(await Promise.all(Array.from({ length: 20 }, () => on.archive(admin, id))))).toEqual(once)
    expect(sorted(await Promise.all(Array.from({ length: 20 }, () => on.restore(admin, id))))).toEqual(once)
  })

  it('its members lose it within five seconds on another server, and open pages refresh; a restore undoes it', async () => {
    const second = await openTestApp()
    try {
      const { practice, id } = await given.case()
      const headers = { authorization: `Bearer ${await test.token(practice.manager)}` }
      const stream = await listen(second, headers)
      const read = async (path: string) => (await second.raw(null, 'GET', path, undefined, headers)).status
      const own = async () =>
        ((await second.raw(null, 'GET', '/me', undefined, headers)).body as { user: { organizations: unknown[] } }).user
          .organizations.length
      expect(await read(`/patients/${id}`)).toBe(200)
      expect((await on.archive(admin, practice.id)).status).toBe(200)
      await vi.waitFor(async () => expect([await read(`/patients/${id}`), await own()]).toEqual([403, 0]), within5s)
      await vi.waitFor(() => expect(stream.heard.map(({ event }) => event)).toContain('resync'), within5s)
      // A write reads the session anew.
      const notes = { field: 'doctor_notes', text: 'Late' }
      expect((await second.raw(null, 'PUT', `/patients/${id}/notes`, notes, headers)).status).toBe(403)
      expect((await on.restore(practice.owner, practice.id)).status).toBe(403)
      expect(await on.restore(admin, practice.id)).toMatchObject({
        status: 200,
        body: { message: 'The organization is restored.' },
      })
      await vi.waitFor(async () => expect([await read(`/patients/${id}`), await own()]).toEqual([200, 1]), within5s)
      stream.close()
    } finally {
      await second.close()
    }
  })

  it('tells the organization’s pages, and those about its members', async () => {
    const practice = await given.practice()
    const actor = await given.actor(admin)
    const archive = (id: number) => (trx: Parameters<typeof archiveOrganization>[0]) =>
      archiveOrganization(trx, actor, id, { version: undefined, zone: test.config.labZone })
    expect(await countEvents(test, practice.id, archive(practice.id), 'organization.changed')).toBe(1)
    const other = await given.practice()
    // The people who see the member, and the member.
    expect(await countEvents(test, other.member.id, archive(other.id), 'user.changed')).toBe(2)
    const third = await given.practice()
    const disable = (trx: Parameters<typeof archiveOrganization>[0]) =>
      updateOrganization(trx, actor, third.id, { disabled: true }, test.config.labZone)
    expect(await countEvents(test, third.owner.id, disable, 'user.changed')).toBe(2)
  })

  it('people of two organizations keep the other one', async () => {
    const [first, second] = [await given.practice(), await given.practice()]
    await members.add(admin, second.id, { user_id: first.owner.id, role: 'organization_member' })
    await on.archive(first.owner, first.id)
    expect((await on.get(first.owner, second.id)).status).toBe(200)
    expect((await on.get(first.owner, first.id)).status).toBe(404)
  })

  it('an open invitation leads nowhere until the restore', async () => {
    const practice = await given.practice()
    const person = await given.user('doctor')
    const email = await members.emailOf(person)
    await members.invite(practice.owner, practice.id, { email })
    const mail = await vi.waitFor(
      async () => {
        const { rows } = await sql<{ id: number }>`
          select id from mails where to_address = ${email} and kind = 'access.invitation' and state = 'sent'`.execute(
          test.connection.db,
        )
        return (await test.mail!.received(rows[0]!.id))!
      },
      { timeout: 20_000, interval: 50 },
    )
    const token = /token=([\w-]+)/.exec(mail.text)![1]!
    const confirm = () => test.raw(null, 'POST', '/organizations/confirm_invitation', { token })
    await on.archive(admin, practice.id)
    expect((await confirm()).status).toBe(422)
    expect((await members.invite(admin, practice.id, { email })).status).toBe(409)
    await on.restore(admin, practice.id)
    expect((await confirm()).status).toBe(200)
  })

  it('a shared link shows nothing until the restore', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval' })
    const { practice, id } = testCase
    await test.connection.db.transaction().execute(async (trx) => {
      await sql`update patient_files set mesh_key = 'o/m' || id, processing = 'ready', viewer_id = md5(id::text)
        where patient_id = ${id}`.execute(trx)
      await refreshCaseRows(trx, [id])
    })
    const made = await test.as(practice.owner).call(shareLinks.create, { params: { id }, body: { kind: 'setup' } })
    const token = /\/shared\/([\w-]{43})$/.exec(made.body.url)![1]!
    const open = async () => (await test.as(null).call(shareLinks.scene, { params: { token } })).status
    const listed = async () =>
      (await test.as(admin).call(shareLinks.list, { params: { id } })).body.share_links.map((link) => link.open)
    expect([await open(), await listed()]).toEqual([200, [true]])
    await on.archive(admin, practice.id)
    expect([await open(), await listed()]).toEqual([404, [false]])
    await on.restore(admin, practice.id)
    expect([await open(), await listed()]).toEqual([200, [true]])
  })

  it('none of its people gets notices or reminders', async () => {
    const tech = await given.user('supervisor')
    const testCase = await given.case({ stage: 'awaiting_approval', tech })
    const { practice, id } = testCase
    const mine = await given.case({ stage: 'in_progress', practice })
    await sql`update rx_forms set approve_by = now() + interval '1 minute' where patient_id = ${id}`.execute(
      test.connection.db,
    )
    const told = async () => {
      const found = await sql<{ n: number }>`
        select (select count(*)::int from notifications n join memberships m on m.user_id = n.user_id where m.organization_id = ${practice.id})
          + (select count(*)::int from mails t join users u on u.email = t.to_address join memberships m on m.user_id = u.id
            where m.organization_id = ${practice.id}) ::int as n`.execute(test.connection.db)
      return found.rows[0]!.n
    }
    const waiting = async () =>
      (
        await sql`select 1 from outbox union all select 1 from pgboss.job where name = 'case.announce' and state < 'completed'`.execute(
          test.connection.db,
        )
      ).rows.length
    const settled = () => vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 20_000, interval: 100 })
    const hold = (on_hold: boolean) =>
      test.raw(admin, 'PUT', `/patients/${mine.id}/toggle_hold`, {
        on_hold,
        reason: 'Waiting',
        should_notify_doctor: true,
        action_owner_name: 'Sam',
      })
    await settled()
    const atFirst = await told()
    expect((await hold(true)).status).toBe(200)
    await settled()
    const before = await told()
    expect(before).toBeGreaterThan(atFirst)
    await on.archive(admin, practice.id)
    expect((await hold(false)).status).toBe(200)
    expect((await hold(true)).status).toBe(200)
    await settled()
    await remind(test.connection.db, 'http://archwire.test')
    await remindOfDeadlines({ db: test.connection.db, publicUrl: 'http://archwire.test', labZone: test.config.labZone })
    expect(await told()).toBe(before)
    const history = await sql`select 1 from case_history where patient_id = ${mine.id} and event = 'held'`.execute(
      test.connection.db,
    )
    expect(history.rows).toHaveLength(2)
  })

  it('an old case is refused, also with bytes that were sent before', async () => {
    const practice = await given.practice()
    const file = { name: 'old.ios', bytes: given.scan('upper', 2) }
    const params = { id: practice.id }
    const link = await test
      .as(admin)
      .call(rxForms.uploadLinkOfOrganization, { params, query: { ...saidOf(file), purpose: 'scan' } })
    const file_path = await putBytes(test, link.body, file.bytes)
    await on.archive(admin, practice.id)
    const old = {
      first_name: 'Ada',
      last_name: 'Byron',
      user_id: practice.owner.id,
      impression_date: '2015-03-02',
      ios_files: [{ file_path, name: file.name }],
    }
    const path = `/organizations/${practice.id}/rx_forms/old_case`
    expect(await test.raw(admin, 'POST', path, old)).toMatchObject(gone)
    await on.restore(admin, practice.id)
    expect((await test.raw(admin, 'POST', path, old)).status).toBe(200)
  })
})

const thirdPartyCase = async (practice: GivenPractice) =>
  given.case({
    stage: 'in_progress',
    practice,
    tech: practice.partner!.user,
    form: { submission_completed_by: thirdParty },
  })

describe('a partner lab', () => {
  const setup = () => ({ name: 'setup.ios', bytes: given.scan('upper', 2), as: 'ios' }) as const

  it.each(['archived', 'no longer naming it'])(
    'finishes its work for a practice that is %s, and begins none',
    async (state) => {
      const practice = await given.practice({ partner: true })
      const partner = practice.partner!.user
      const { id } = await thirdPartyCase(practice)
      if (state === 'archived') await on.archive(admin, practice.id)
      else await on.put(admin, practice.id, { third_party_partner_id: null })
      expect((await test.as(partner).call(patients.get, { params: { id } })).status).toBe(200)
      const sent = await sendFile(test, partner, id, setup())
      expect(sent.status, JSON.stringify(sent.body)).toBe(200)
      const download = { params: { id: sent.body.patient_file.id } }
      expect((await test.as(partner).call(patientFiles.downloadLink, download)).status).toBe(200)
      const form = given.form(practice, { submission_completed_by: thirdParty })
      const submitted = await test.raw(partner, 'POST', `/organizations/${practice.id}/rx_forms`, form)
      expect(submitted.status).toBe(state === 'archived' ? 409 : 404)
      expect((await on.get(partner, practice.id)).status).toBe(404)
      const { seen } = (await test.as(partner).call(patients.get, { params: { id } })).body.patient
      const done = { approved_by: 'Dr. Example, by phone', seen }
      expect((await test.raw(partner, 'POST', `/patients/${id}/complete_setup`, done)).status).toBe(200)
    },
  )

  it('new cases of a practice follow its new partner, those in work stay', async () => {
    const practice = await given.practice({ partner: true })
    const next = (await given.practice({ partner: true })).partner!
    const running = await thirdPartyCase(practice)
    await on.put(admin, practice.id, { third_party_partner_id: next.id })
    const begun = await given.case({ practice, form: { submission_completed_by: thirdParty } })
    const reads = async (who: TestUser, id: number) =>
      (await test.as(who).call(patients.get, { params: { id } })).status
    expect([await reads(practice.partner!.user, running.id), await reads(practice.partner!.user, begun.id)]).toEqual([
      200, 404,
    ])
    expect([await reads(next.user, running.id), await reads(next.user, begun.id)]).toEqual([404, 200])
    expect((await on.list(next.user)).body.organizations).toMatchObject([
      { id: expect.any(Number) },
      { id: expect.any(Number) },
    ])
  })
})

describe('a disabled organization', () => {
  it('is disabled and enabled by the lab; what changes nothing is no refusal', async () => {
    const practice = await given.practice()
    const turn = (who: TestUser, disabled: boolean) => on.put(who, practice.id, { disabled })
    expect(organizationOf(await turn(admin, true))).toMatchObject({
      disabled_at: expect.any(String),
      can: { enable: true },
    })
    const { disabled_at } = await on.rowOf(practice.id)
    expect((await turn(admin, true)).status).toBe(200)
    expect((await on.rowOf(practice.id)).disabled_at).toEqual(disabled_at)
    const refused = { status: 409, body: { error: 'This organization is disabled.' } }
    for (const body of [{ name: 'New' }, { organization_type: 'DSO' }, { rush_case_enabled: false, disabled: false }])
      expect(await on.put(admin, practice.id, body)).toMatchObject(refused)
    expect((await on.waive(admin, practice.id)).body.error).toBe(refused.body.error)
    expect((await on.notes(admin, practice.id, 'Owes us a call.')).status).toBe(200)
    for (const who of [practice.owner, practice.manager]) {
      expect((await turn(who, false)).status).toBe(403)
      expect((await on.put(who, practice.id, { name: 'Mine' })).status).toBe(403)
      expect((await on.archive(who, practice.id)).status).toBe(403)
      expect((await on.get(who, practice.id)).status).toBe(200)
    }
    expect(organizationOf(await turn(admin, false))).toMatchObject({ disabled_at: null })
    expect((await on.put(practice.owner, practice.id, { name: 'Mine again' })).status).toBe(200)
    await turn(admin, true)
    expect((await on.archive(admin, practice.id)).status).toBe(200)
    expect((await turn(admin, false)).body.error).toBe('This organization is archived.')
  })

  it('its people sign in and see that it is', async () => {
    const practice = await given.practice()
    await on.put(admin, practice.id, { disabled: true })
    const { body } = await test.raw(practice.member, 'GET', '/me')
    expect(body).toMatchObject({ user: { organizations: [{ id: practice.id, disabled_at: expect.any(String) }] } })
  })

  it('as a partner lab, its people read their cases and change nothing but what is their own', async () => {
    const practice = await given.practice({ partner: true })
    const { id, user } = practice.partner!
    const testCase = await thirdPartyCase(practice)
    const notes = { field: 'management_notes', text: 'Ready on Friday' }
    const write = async () => (await test.raw(user, 'PUT', `/patients/${testCase.id}/notes`, notes)).status
    expect(await write()).toBe(200)
    await on.put(admin, id, { disabled: true })
    expect(await write()).toBe(403)
    expect((await test.as(user).call(patients.get, { params: { id: testCase.id } })).status).toBe(200)
    expect((await test.raw(user, 'PUT', '/profile', { first_name: 'Still', last_name: 'Here' })).status).toBe(200)
    await on.put(admin, id, { disabled: false })
    expect(await write()).toBe(200)
  })
})
