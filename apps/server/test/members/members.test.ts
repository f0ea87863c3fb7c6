import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember } from '../../src/modules/organizations/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { audited } from '../audited.ts'
import { crowd } from '../crowd.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { membersIn, type GivenMembers } from '../given/members.ts'

/** Members of an organization: added, removed, given another role. */
let test: TestApp
let given: Given
let on: GivenMembers
let supervisor: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  on = membersIn(test)
  supervisor = await given.user('supervisor')
  await on.withPassword(supervisor)
})
afterAll(() => test.close())

const join = (organization: number, user: TestUser, role: 'owner' | 'manager' | 'member' = 'member') =>
  test.connection.db.transaction().execute((trx) => addMember(trx, organization, user.id, `organization_${role}`))
const archive = (user: TestUser) =>
  sql`update users set deleted_at = now() where id = ${user.id}`.execute(test.connection.db)
const inPractice = ({ id }: GivenPractice, action: string) =>
  audited(test, 'organization_id = $1 and action = $2', [id, action])
const onlyOwner = 'This is the only owner of the organization. Make someone else an owner first.'
const anotherDoctor = 'Choose another doctor of the organization.'

describe('add_member', () => {
  it('staff add a practice’s person at once; the answer is the members, by last name', async () => {
    const practice = await given.practice()
    const known = await given.user('doctor', ['Ada', 'Aaron'])
    const { status, body } = await on.add(supervisor, practice.id, { user_id: known.id })
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'The member is added.' })
    expect(body.users[0]).toEqual({
      id: known.id,
      full_name: 'Ada Aaron',
      last_name: 'Aaron',
      email: await on.emailOf(known),
      roles: [{ name: 'doctor', label: 'Doctor' }],
      is_doctor: true,
      pivot: { role: { name: 'organization_member', label: 'Member' } },
      can: { change_role: true, remove: true },
    })
    expect(body.users).toHaveLength(5)
    expect(body.users.find(({ id }) => id === practice.owner.id)!.can).toEqual({ change_role: false, remove: false })
    expect(await inPractice(practice, 'organization.member_added')).toEqual([
      { data: { user_id: known.id, role: 'organization_member' }, user_id: supervisor.id },
    ])
    expect((await test.raw(known, 'GET', `/organizations/${practice.id}`)).status).toBe(200)
  })

  it('an owner adds a person whom they see in another organization of theirs', async () => {
    const [practice, second] = [await given.practice(), await given.practice()]
    await join(second.id, practice.owner, 'member')
    await on.withPassword(practice.owner)
    const body = { user_id: second.assistant.id, role: 'organization_owner' } as const
    expect((await on.add(practice.owner, practice.id, body)).status).toBe(200)
    expect((await on.rolesIn(practice.id)).get(second.assistant.id)).toBe('owner')
  })

  it.each([
    [
      'a member',
      async (practice: GivenPractice) => practice.member,
      'This person is a member of the organization already.',
    ],
    [
      'a person of the lab',
      () => given.user('admin'),
      'This person works for the lab, and is a member of no organization.',
    ],
    [
      'a partner’s person',
      () => given.user('lab_partner'),
      'This person works for a partner lab, and is a member of no practice.',
    ],
  ])('%s is refused', async (_who, person, error) => {
    const practice = await given.practice()
    const { status, body } = await on.add(supervisor, practice.id, { user_id: (await person(practice)).id })
    expect({ status, body }).toEqual({ status: 422, body: { error: { user_id: [error] }, code: 422 } })
  })

  it('a partner lab gets partner’s people, by staff', async () => {
    const { partner } = await given.practice({ partner: true })
    const [colleague, doctor] = [await given.user('lab_partner'), await given.user('doctor')]
    expect((await on.add(supervisor, partner!.id, { user_id: colleague.id })).status).toBe(200)
    expect((await on.add(supervisor, partner!.id, { user_id: doctor.id })).body).toMatchObject({
      error: { user_id: ['This person belongs to a practice, and is a member of no partner lab.'] },
    })
  })

  it('an archived person does not exist, an archived organization changes no more', async () => {
    const practice = await given.practice()
    const gone = await given.user('doctor')
    await archive(gone)
    expect((await on.add(supervisor, practice.id, { user_id: gone.id })).status).toBe(404)
    await sql`update organizations set deleted_at = now() where id = ${practice.id}`.execute(test.connection.db)
    const known = await given.user('doctor')
    const refused = await on.add(supervisor, practice.id, { user_id: known.id })
    expect(refused).toMatchObject({ status: 409, body: { error: 'This organization is archived.' } })
    expect((await on.add(practice.owner, practice.id, { user_id: known.id })).status).not.toBe(200)
  })

  it('twenty at once make one member', async () => {
    const practice = await given.practice()
    const known = await given.user('staff_member')
    const answers = await crowd(20, () => on.add(supervisor, practice.id, { user_id: known.id }))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 422),
    ])
    expect((await on.rolesIn(practice.id)).size).toBe(5)
  })
})

describe('remove_member', () => {
  it('a member loses the organization, the cases stay under the name', async () => {
    const practice = await given.practice()
    const testCase = await given.case({ practice, form: { user_id: practice.member.id } })
    await sql`insert into location_users (organization_id, location_id, user_id)
      select organization_id, id, ${practice.member.id} from locations where organization_id = ${practice.id}`.execute(
      test.connection.db,
    )
    const { status, body } = await on.remove(practice.manager, practice.id, { user_id: practice.member.id })
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'The member is removed.' })
    expect(body.users.map(({ id }) => id)).not.toContain(practice.member.id)
    expect(await inPractice(practice, 'organization.member_removed')).toEqual([
      { data: { user_id: practice.member.id, role: 'organization_member' }, user_id: practice.manager.id },
    ])
    const shown = await test.as(practice.owner).call(patients.get, { params: { id: testCase.id } })
    expect(shown.body.patient.user_id).toBe(practice.member.id)
    const { rows } = await sql`select 1 from location_users where organization_id = ${practice.id}`.execute(
      test.connection.db,
    )
    expect(rows).toEqual([])
  })

  it('open cases go to the chosen doctor, one entry of the history for each; completed ones stay', async () => {
    const practice = await given.practice()
    const form = { user_id: practice.member.id }
    const open = await given.case({ practice, form })
    const done = await given.case({ practice, form })
    await sql`update patients set patient_status_id = 5 where id = ${done.id}`.execute(test.connection.db)
    const body = { user_id: practice.member.id, hand_over_to: practice.owner.id }
    expect((await on.remove(practice.owner, practice.id, body)).status).toBe(200)
    const doctorOf = async (id: number) =>
      (await test.as(practice.owner).call(patients.get, { params: { id } })).body.patient.user_id
    expect(await doctorOf(open.id)).toBe(practice.owner.id)
    expect(await doctorOf(done.id)).toBe(practice.member.id)
    const { history } = (await test.as(practice.owner).call(patients.history, { params: { id: open.id } })).body
    expect(history.filter(({ event }) => event === 'handed_over')).toMatchObject([
      { label: 'Handed over to another doctor', note: 'Mia Member → Olga Owner' },
    ])
    expect(await given.staleRows()).not.toContain(open.id)
  })

  it.each([
    ['the leaving person', (practice: GivenPractice) => practice.member.id],
    ['an assistant', (practice: GivenPractice) => practice.assistant.id],
    ['a stranger', () => 999_999_999],
  ])('to %s nothing is handed over', async (_who, to) => {
    const practice = await given.practice()
    const body = { user_id: practice.member.id, hand_over_to: to(practice) }
    const answer = await on.remove(practice.owner, practice.id, body)
    expect(answer).toMatchObject({ status: 422, body: { error: { hand_over_to: [anotherDoctor] } } })
    expect((await on.rolesIn(practice.id)).has(practice.member.id)).toBe(true)
  })

  it('an archived member can be removed by people with the right to remove members', async () => {
    const practice = await given.practice()
    await archive(practice.member)
    const body = { user_id: practice.member.id }
    expect((await on.remove(practice.assistant, practice.id, body)).status).toBe(403)
    expect((await on.remove(practice.manager, practice.id, body)).status).toBe(200)
    expect((await on.rolesIn(practice.id)).has(practice.member.id)).toBe(false)
    expect((await on.remove(practice.manager, practice.id, body)).status).toBe(404)
  })

  it('who is no member is a 404', async () => {
    const [practice, other] = [await given.practice(), await given.practice()]
    const answer = await on.remove(supervisor, practice.id, { user_id: other.member.id })
    expect(answer).toMatchObject({ status: 404, body: { error: 'This member does not exist.' } })
  })

  it('the only owner stays; an archived owner does not count', async () => {
    const practice = await given.practice()
    const second = await given.user('doctor')
    await join(practice.id, second, 'owner')
    await archive(second)
    const refused = await on.remove(supervisor, practice.id, { user_id: practice.owner.id })
    expect(refused).toMatchObject({ status: 409, body: { error: onlyOwner } })
  })

  it('two owners who remove and demote each other, twenty at once: one stays', async () => {
    const practice = await given.practice()
    const second = await given.user('doctor')
    await join(practice.id, second, 'owner')
    const owners = [practice.owner, second]
    await on.withPassword(...owners)
    const answers = await crowd<{ status: number }>(20, (index) => {
      const [who, other] = index % 2 === 0 ? [owners[0]!, owners[1]!] : [owners[1]!, owners[0]!]
      return index % 4 < 2
        ? on.remove(who, practice.id, { user_id: other.id })
        : on.change(who, practice.id, { user_id: other.id, role: 'organization_member' })
    })
    const left = [...(await on.rolesIn(practice.id)).values()].filter((role) => role === 'owner')
    expect(left).toEqual(['owner'])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => ![200, 403, 404, 409].includes(status))).toEqual([])
  })
})

describe('change_role', () => {
  it('asks for the editor’s own password', async () => {
    const practice = await given.practice()
    await on.withPassword(practice.owner)
    const body = { user_id: practice.member.id, role: 'organization_manager' } as const
    expect(await on.change(practice.owner, practice.id, body, 'Not-the-one-1')).toMatchObject({
      status: 422,
      body: { error: { current_password: ['This is not your password.'] } },
    })
    const { status, body: answer } = await on.change(practice.owner, practice.id, body)
    expect({ status, message: answer.message }).toEqual({ status: 200, message: 'The role is changed.' })
    expect((await on.rolesIn(practice.id)).get(practice.member.id)).toBe('manager')
    expect(await inPractice(practice, 'organization.member_role_changed')).toMatchObject([
      { data: { user_id: practice.member.id, from: 'organization_member', to: 'organization_manager' } },
    ])
    expect(await on.change(practice.owner, practice.id, body)).toMatchObject({
      status: 409,
      body: { error: 'This person has this role in the organization already.' },
    })
  })

  it('refuses people without the right before checking the password', async () => {
    const practice = await given.practice()
    await on.withPassword(practice.manager)
    const body = { user_id: practice.owner.id, role: 'organization_member' } as const
    const wrong = await on.change(practice.manager, practice.id, body, 'Not-the-one-1')
    expect(wrong.status).toBe(403)
    const tried = ['account.sign_in_failed', practice.manager.id]
    expect(await audited(test, 'action = $1 and user_id = $2', tried)).toEqual([])
  })

  it('an owner steps down while another one is there, and may change no one from then on', async () => {
    const practice = await given.practice()
    await on.withPassword(practice.owner)
    const down = { user_id: practice.owner.id, role: 'organization_member' } as const
    expect(await on.change(practice.owner, practice.id, down)).toMatchObject({
      status: 409,
      body: { error: onlyOwner },
    })
    await join(practice.id, await given.user('doctor'), 'owner')
    const { status, body } = await on.change(practice.owner, practice.id, down)
    expect(status).toBe(200)
    expect(body.users.flatMap(({ can }) => Object.values(can))).not.toContain(true)
    const next = { user_id: practice.member.id, role: 'organization_manager' } as const
    expect((await on.change(practice.owner, practice.id, next)).status).toBe(403)
  })
})
