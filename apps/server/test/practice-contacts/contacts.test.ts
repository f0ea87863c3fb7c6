import { contacts } from '@archwire/contract/contacts/routes.ts'
import type { ContactsEdit } from '@archwire/contract/contacts/schema.ts'
import { members } from '@archwire/contract/members/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'

/** The contacts of a practice, saved as one list (`organizations/contacts`). */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

type Sent = Partial<ContactsEdit['contacts'][number]>
const at = ({ id }: GivenPractice) => ({ params: { id } })
const ruth = { first_name: 'Ruth', title: 'Office manager' }
const noor = { first_name: 'Noor', last_name: 'Haddad', title: 'Front desk', phone_number: '+13035550144' }
const list = (practice: GivenPractice, who = practice.owner) => test.as(who).call(contacts.list, at(practice))
const save = (
  practice: GivenPractice,
  rows: Sent[],
  { who = practice.owner, version }: { who?: TestUser; version?: number } = {},
) => test.as(who).call(contacts.update, { ...at(practice), body: { contacts: rows, version } as never })
const refused = (status: number, error: unknown) => ({ status, body: { error } })
const invitationsOf = async (practice: GivenPractice) =>
  (await test.as(practice.owner).call(members.invitations, at(practice))).body.invitations

describe('the list', () => {
  it('is empty at first, and kept as it is sent', async () => {
    const practice = await given.practice()
    expect((await list(practice)).body).toEqual({ contacts: [], version: 1, can: { update: true } })
    const { status, body } = await save(practice, [
      { ...ruth, first_name: ' Ruth ', email: 'ruth@example.com', notes: 'Call before noon.\nNot on Fridays.' },
      noor,
    ])
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'The contacts are saved.',
      version: 2,
      contacts: [
        {
          first_name: 'Ruth',
          last_name: '',
          title: 'Office manager',
          email: 'ruth@example.com',
          phone_number: '',
          notes: 'Call before noon.\nNot on Fridays.',
          is_create_account: false,
        },
        { ...noor, email: '', notes: '', is_create_account: false },
      ],
    })
    const { message: _, ...saved } = body
    expect((await list(practice, practice.member)).body).toEqual({ ...saved, can: { update: false } })
  })

  it('those with an id stay, others are added, missing ones are removed, in the order sent', async () => {
    const practice = await given.practice()
    const [first, second] = (await save(practice, [ruth, noor])).body.contacts
    const next = await save(practice, [
      { ...noor, id: second!.id, title: 'Reception' },
      { first_name: 'Milo', title: 'Lab coordinator' },
    ])
    const rows = next.body.contacts
    expect(rows).toMatchObject([{ id: second!.id, title: 'Reception' }, { first_name: 'Milo' }])
    expect([first!.id, second!.id]).not.toContain(rows[1]!.id)
    expect((await save(practice, [])).body).toMatchObject({ contacts: [], version: 4 })
  })

  it('refuses the second of two edits at once, and loses nothing', async () => {
    const practice = await given.practice()
    const { version, contacts: rows } = (await save(practice, [ruth])).body
    expect((await save(practice, [...rows, noor], { who: practice.manager, version })).status).toBe(200)
    expect(await save(practice, [], { version })).toMatchObject(
      refused(409, 'Someone else changed this in the meantime.'),
    )
    expect((await list(practice)).body.contacts).toHaveLength(2)
    const current = (await list(practice)).body.version
    const both = await Promise.all([
      save(practice, [], { version: current }),
      save(practice, [ruth], { version: current }),
    ])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  })

  it('a contact that was removed, is another practice’s, or is listed twice', async () => {
    const [practice, others] = [await given.practice(), await given.practice()]
    const theirs = (await save(others, [ruth])).body.contacts[0]!
    const own = (await save(practice, [ruth])).body.contacts[0]!
    const missing = ['This contact is no longer in the list.']
    expect(await save(practice, [{ ...ruth, id: theirs.id }])).toMatchObject(refused(422, { 'contacts.0.id': missing }))
    expect(await save(practice, [own, { ...ruth, id: 999_999_999 }])).toMatchObject(
      refused(422, { 'contacts.1.id': missing }),
    )
    expect(await save(practice, [own, own])).toMatchObject(refused(422, { 'contacts.1.id': ['Each once'] }))
    expect((await list(others)).body.contacts).toEqual([theirs])
    expect((await list(practice)).body.contacts).toEqual([own])
  })

  it('at most a hundred', async () => {
    const practice = await given.practice()
    const many = Array.from({ length: 100 }, () => ruth)
    expect((await save(practice, many)).body.contacts).toHaveLength(100)
    expect(await save(practice, [...many, ruth])).toMatchObject(refused(422, { contacts: ['At most 100 contacts.'] }))
  })
})

it.each<[Sent, string, string]>([
  [{ first_name: ' ' }, 'first_name', 'First Name is required'],
  [{ title: '' }, 'title', 'Title is required'],
  [{ email: 'ruth' }, 'email', 'Email is invalid'],
  [{ email: 'ruth@example' }, 'email', 'Email is invalid'],
  [{ phone_number: '303 555' }, 'phone_number', 'Invalid phone number.'],
  [{ first_name: 'x'.repeat(101) }, 'first_name', 'At most 100 characters.'],
  [{ last_name: 'x'.repeat(101) }, 'last_name', 'At most 100 characters.'],
  [{ notes: 'x'.repeat(1_001) }, 'notes', 'At most 1000 characters.'],
  [{ is_create_account: true }, 'email', 'An email is required to create an account.'],
])('%j is refused at its row: %s, %s', async (change, field, message) => {
  const practice = await given.practice()
  const kept = (await save(practice, [ruth])).body.contacts
  expect(await save(practice, [...kept, noor, { ...ruth, ...change }])).toMatchObject(
    refused(422, { [`contacts.2.${field}`]: [message] }),
  )
  expect((await list(practice)).body.contacts).toEqual(kept)
})

describe('an account for a contact', () => {
  const invited = (email: string): Sent => ({ ...ruth, email, is_create_account: true })

  it('is an invitation as a member, sent once', async () => {
    const practice = await given.practice()
    const email = `${given.unique()}@example.com`
    const { contacts: rows } = (await save(practice, [noor, invited(email)])).body
    expect(rows.map(({ is_create_account }) => is_create_account)).toEqual([false, true])
    const sent = { email, is_doctor: false, pivot: { role: { name: 'organization_member' } } }
    expect(await invitationsOf(practice)).toMatchObject([sent])
    const mails = () =>
      sql<{ id: number }>`select id from mails where to_address = ${email}`.execute(test.connection.db)
    expect((await mails()).rows).toHaveLength(1)
    // Saved again, by someone whose page says so or not, it is not sent again.
    expect((await save(practice, rows)).status).toBe(200)
    const again = await save(practice, [rows[0]!, { ...rows[1]!, is_create_account: false, title: 'Owner' }])
    expect(again.body.contacts[1]).toMatchObject({ title: 'Owner', is_create_account: true })
    expect((await mails()).rows).toHaveLength(1)
  })

  it('of a member, of one who is invited, or twice at once: said at the row, nothing saved, nothing sent', async () => {
    const practice = await given.practice()
    const { rows: people } = await sql<{ email: string }>`
      select email from users where id = ${practice.member.id}`.execute(test.connection.db)
    const waiting = `${given.unique()}@example.com`
    await test.as(practice.owner).call(members.invite, { ...at(practice), body: { email: waiting } })
    const fresh = `${given.unique()}@example.com`
    const already = ['This person is invited already.']
    expect(
      await save(practice, [
        noor,
        invited(fresh),
        invited(people[0]!.email),
        invited(waiting.toUpperCase()),
        invited(fresh),
      ]),
    ).toMatchObject(
      refused(422, {
        'contacts.2.email': ['This person is a member of the organization already.'],
        'contacts.3.email': already,
        'contacts.4.email': already,
      }),
    )
    expect((await list(practice)).body.contacts).toEqual([])
    expect((await invitationsOf(practice)).map(({ email }) => email)).toEqual([waiting])
  })

  it('for at most ten at once', async () => {
    const practice = await given.practice()
    const eleven = Array.from({ length: 11 }, () => invited(`${given.unique()}@example.com`))
    expect(await save(practice, [noor, ...eleven])).toMatchObject(
      refused(422, { 'contacts.11.email': ['At most 10 accounts at once.'] }),
    )
    expect(await invitationsOf(practice)).toEqual([])
    expect((await save(practice, eleven.slice(1))).status).toBe(200)
    expect(await invitationsOf(practice)).toHaveLength(10)
  })

  it('can be asked for once an earlier invitation has ended', async () => {
    const practice = await given.practice()
    const email = `${given.unique()}@example.com`
    await test.as(practice.owner).call(members.invite, { ...at(practice), body: { email } })
    await sql`update invitations set expires_at = now() - interval '1 minute' where email = ${email}`.execute(
      test.connection.db,
    )
    expect((await save(practice, [invited(email)])).status).toBe(200)
  })
})

describe('who may', () => {
  it('owner, manager and the lab’s managers change, members and tech support read, no one else', async () => {
    const practice = await given.practice({ partner: true })
    const people: [string, TestUser, number, number][] = [
      ['super_admin', await given.user('super_admin'), 200, 200],
      ['admin', admin, 200, 200],
      ['supervisor', await given.user('supervisor'), 200, 200],
      ['tech_support', await given.user('tech_support'), 200, 403],
      ['owner', practice.owner, 200, 200],
      ['manager', practice.manager, 200, 200],
      ['member', practice.member, 200, 403],
      ['assistant', practice.assistant, 200, 403],
      ['partner', practice.partner!.user, 403, 403],
      ['stranger', (await given.practice()).owner, 404, 404],
    ]
    for (const [name, who, reads, writes] of people) {
      const answers = [await list(practice, who), await save(practice, [ruth], { who })]
      expect([name, ...answers.map(({ status }) => status)]).toEqual([name, reads, writes])
      if (reads === 200) expect([name, (await list(practice, who)).body.can.update]).toEqual([name, writes === 200])
    }
  })

  it('no one while the practice is disabled or archived; its people lose an archived one', async () => {
    const practice = await given.practice()
    await save(practice, [ruth])
    const set = (change: object) =>
      test.connection.db.updateTable('organizations').set(change).where('id', '=', practice.id).execute()
    await set({ disabled_at: new Date() })
    expect((await list(practice)).body).toMatchObject({ contacts: [ruth], can: { update: false } })
    expect((await save(practice, [])).status).toBe(403)
    expect(await save(practice, [], { who: admin })).toMatchObject(refused(409, 'This organization is disabled.'))
    await set({ disabled_at: null, deleted_at: new Date() })
    expect((await list(practice)).status).toBe(403)
    expect((await list(practice, admin)).body).toMatchObject({ contacts: [ruth], can: { update: false } })
    expect(await save(practice, [], { who: admin })).toMatchObject(refused(409, 'This organization is archived.'))
  })
})
