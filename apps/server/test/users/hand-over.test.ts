import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addMember } from '../../src/modules/organizations/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenPractice } from '../given.ts'
import { membersIn, type GivenMembers } from '../given/members.ts'
import { listen } from '../listen.ts'

/** The cases of a doctor who leaves go to another one (`people/hand-over`). */
let test: TestApp
let given: Given
let on: GivenMembers
let supervisor: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  on = membersIn(test)
  supervisor = await given.user('supervisor')
})
afterAll(() => test.close())

const anotherDoctor = 'Choose another doctor of the organization.'
const join = (organization: number, user: TestUser) =>
  test.connection.db.transaction().execute((trx) => addMember(trx, organization, user.id, 'organization_member'))

describe('hand_over_patients', () => {
  it('all cases of a doctor who has left go to another one, archived and completed ones too', async () => {
    const practice = await given.practice()
    const form = { user_id: practice.member.id }
    const cases = [await given.case({ practice, form }), await given.case({ practice, form })]
    await sql`update patients set patient_status_id = 5, deleted_at = now() where id = ${cases[1]!.id}`.execute(
      test.connection.db,
    )
    await on.remove(practice.owner, practice.id, { user_id: practice.member.id })
    const body = { from_user_id: practice.member.id, to_user_id: practice.owner.id }
    expect((await on.handOver(practice.manager, practice.id, body)).body).toEqual({
      handed_over: 2,
      message: '2 cases are handed over.',
    })
    const { rows } = await sql<{ user_id: number; entries: number }>`select p.user_id,
      (select count(*)::int from case_history h where h.patient_id = p.id and h.event = 'handed_over') as entries
      from patients p where p.organization_id = ${practice.id}`.execute(test.connection.db)
    expect(rows).toEqual([1, 2].map(() => ({ user_id: practice.owner.id, entries: 1 })))
    expect(await on.handOver(practice.manager, practice.id, body)).toMatchObject({
      status: 404,
      body: { error: 'This doctor does not exist.' },
    })
  })

  it('hundreds of cases go in one call, each with its entry', async () => {
    const practice = await given.practice()
    await sql`insert into patients (organization_id, user_id, first_name, last_name, numeric_suffix, patient_status_id)
      select ${practice.id}, ${practice.member.id}, 'Many', 'Cases', n, 1 from generate_series(1, 405) n`.execute(
      test.connection.db,
    )
    const body = { from_user_id: practice.member.id, to_user_id: practice.owner.id }
    expect((await on.handOver(supervisor, practice.id, body)).body.handed_over).toBe(405)
    const { rows } = await sql<{ cases: number; entries: number }>`select
      (select count(*)::int from patients where organization_id = ${practice.id} and user_id = ${practice.owner.id}) as cases,
      (select count(*)::int from case_history where organization_id = ${practice.id} and event = 'handed_over') as entries`.execute(
      test.connection.db,
    )
    expect(rows).toEqual([{ cases: 405, entries: 405 }])
    expect((await on.handOver(supervisor, practice.id, body)).body).toEqual({
      handed_over: 0,
      message: '0 cases are handed over.',
    })
  })

  it.each([
    ['the same person', (practice: GivenPractice) => practice.member.id],
    ['an assistant', (practice: GivenPractice) => practice.assistant.id],
    ['a doctor of another practice', async () => (await given.practice()).owner.id],
  ])('not to %s', async (_who, to) => {
    const practice = await given.practice()
    const body = { from_user_id: practice.member.id, to_user_id: await to(practice) }
    const answer = await on.handOver(practice.owner, practice.id, body)
    expect(answer).toMatchObject({ status: 422, body: { error: { to_user_id: [anotherDoctor] } } })
  })

  it('refreshes open pages of both doctors', async () => {
    const practice = await given.practice()
    const second = await given.user('doctor')
    await join(practice.id, second)
    const testCase = await given.case({ practice, form: { user_id: practice.member.id } })
    const streams = await Promise.all(
      [practice.member, second].map(async (who) => listen(test, { authorization: `Bearer ${await test.token(who)}` })),
    )
    const body = { from_user_id: practice.member.id, to_user_id: second.id }
    expect((await on.handOver(practice.owner, practice.id, body)).body.handed_over).toBe(1)
    await vi.waitFor(() => expect(streams.map((stream) => stream.about(testCase.id))).toEqual([true, true]), {
      timeout: 5_000,
    })
    for (const stream of streams) stream.close()
    expect((await test.as(second).call(patients.get, { params: { id: testCase.id } })).status).toBe(200)
  })
})
