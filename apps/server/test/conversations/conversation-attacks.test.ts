import { conversations } from '@archwire/contract/conversations/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actorOf, readUser } from '../../src/modules/auth/index.ts'
import { readMessages } from '../../src/modules/conversations/commands.ts'
import { mailAway } from '../../src/modules/conversations/mail-away.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { updateRows } from '../shown-case.ts'
import { talking, type Talking } from '../talking.ts'

/** What someone tries with a conversation who means no good. */
let test: TestApp
let given: Given
let tech: TestUser
let talk: Talking
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support', ['Tomas', 'Tech'])
  talk = talking(test, given, tech)
})
afterAll(() => test.close())

it('a number tells no one who works at the lab: its people are refused like those who do not exist', async () => {
  const practice = await given.practice({ partner: true })
  const testCase = await given.case({ practice, form: { submission_completed_by: 3 } })
  const partner = practice.partner!.user
  const tell = async (who: TestUser, id: number) => {
    const { status, body } = await talk.send(who, testCase, { text: `@[${id}] look` })
    return { status, body }
  }
  const unknown = await tell(practice.owner, 2_000_000_000)
  expect(unknown.status).toBe(422)
  for (const id of [tech.id, partner.id]) expect(await tell(practice.owner, id)).toEqual(unknown)
  expect(await tell(partner, tech.id)).toEqual(unknown)
  expect(await talk.textsOf(tech, testCase)).toEqual([])
  expect(await talk.bellsOf(tech, testCase)).toEqual([])
  // The lab itself, and the partner's own people, are theirs to name.
  expect((await tell(partner, practice.owner.id)).status).toBe(200)
  expect((await tell(tech, partner.id)).status).toBe(200)
  expect((await talk.send(practice.owner, testCase, { text: '@[lab] look' })).status).toBe(200)
})

it('a mail that is being written while its case is deleted for good leaves nothing of it', async () => {
  const number = 'VANISHING-77'
  const testCase = await talk.workedOn()
  const admin = await given.user('admin')
  await talk.say(tech, testCase, 'Hello')
  await updateRows(
    test,
    testCase.id,
    sql`update message_recipients set sent_at = sent_at - interval '6 minutes' where patient_id = ${testCase.id}`,
  )
  const { db } = test.connection
  await updateRows(test, testCase.id, sql`update patients set case_number_text = ${number} where id = ${testCase.id}`)
  const { patient } = (await test.as(admin).call(patients.get, { params: { id: testCase.id } })).body
  const whole = { params: { id: testCase.id }, body: { full_name: patient.full_name } }
  await given.uncharge(testCase)
  const removing = async () => {
    await test.as(admin).call(patients.archive, { params: { id: testCase.id } })
    return test.as(admin).call(patients.remove, whole)
  }
  let removed: Promise<{ status: number }> | undefined
  // The deletion starts after the words of the mail were read, and before it is there.
  const slowly = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!removed && result.rows.some(({ label }) => label === number)) {
        removed = removing()
        await wait(300)
      }
      return result
    },
  })
  await mailAway({ db: slowly, publicUrl: 'https://portal.example' })
  expect((await removed)?.status).toBe(200)
  const { rows } = await sql`select 1 from mails where subject like ${`%${number}%`}`.execute(db)
  expect(rows).toEqual([])
})

it('a message that is written while its reader says that all is read stays unread, and in the bell', async () => {
  const testCase = await talk.workedOn()
  const { owner } = testCase.practice
  const first = await talk.say(tech, testCase, 'One')
  const { db } = test.connection
  const reader = actorOf((await readUser(db, owner.id))!, { id: null, address: '' })!
  let second: Promise<unknown> | undefined
  const slowly = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!second && result.rows.some((row) => row.left === 0)) {
        second = talk.say(tech, testCase, 'Two')
        await wait(400)
      }
      return result
    },
  })
  await slowly.transaction().execute((trx) => readMessages(trx, reader, testCase.id, first.id))
  expect(second).toBeDefined()
  await second
  expect((await talk.read(owner, testCase)).unread).toBe(1)
  expect(await talk.bellsOf(owner, testCase)).toEqual([expect.stringContaining('Two')])
})

it('who lost the case between a message and its mail gets none, is counted nothing, and finds it missing like any other', async () => {
  const practice = await given.practice({ partner: true })
  const testCase = await given.case({
    practice,
    form: { submission_completed_by: 3, user_id: practice.member.id },
  })
  const partner = practice.partner!.user
  await talk.say(partner, testCase, 'Hello')
  await talk.say(tech, testCase, `@[${practice.member.id}] and @[${partner.id}]`)
  await updateRows(
    test,
    testCase.id,
    sql`update message_recipients set sent_at = sent_at - interval '6 minutes' where patient_id = ${testCase.id}`,
  )
  // Another doctor takes the case over, and the lab does the work itself.
  await updateRows(
    test,
    testCase.id,
    sql`update patients set user_id = ${practice.owner.id}, created_by_user_id = ${practice.owner.id}, partner_organization_id = null
      where id = ${testCase.id}`,
  )
  const { db } = test.connection
  await mailAway({ db, publicUrl: 'https://portal.example' })
  const { rows } = await sql<{ to_address: string }>`
    select m.to_address from mails m join users u on u.email = m.to_address
    where m.kind = 'case.message' and u.id in (${practice.member.id}, ${partner.id})`.execute(db)
  expect(rows).toEqual([])
  for (const who of [practice.member, partner]) {
    expect(await talk.bellsOf(who, testCase)).toEqual([])
    for (const id of [testCase.id, 2_000_000_000]) {
      const params = { params: { id } }
      const answers = await Promise.all([
        test.as(who).call(conversations.list, params),
        test.as(who).call(conversations.people, params),
        test.as(who).call(conversations.send, { ...params, body: { text: 'x' } }),
        test.as(who).call(conversations.read, { ...params, body: { up_to: 1 } }),
      ])
      for (const { status, body } of answers)
        expect([status, body]).toEqual([404, { error: 'This case does not exist.', code: 404 }])
    }
  }
})

it('a key whose answer lost the hold is no other answer, of no one else', async () => {
  const testCase = await talk.workedOn()
  const { owner, manager } = testCase.practice
  await talk.hold(tech, testCase, 'Which shade?')
  const { hold } = await talk.read(owner, testCase)
  const answers = { releases_hold_id: hold!.id }
  await talk.send(owner, testCase, { text: 'A2', ...answers })
  const key = { 'idempotency-key': `lost-${testCase.id}-abcdef` }
  expect((await talk.send(manager, testCase, { text: 'A3', ...answers }, key)).status).toBe(409)
  expect((await talk.send(manager, testCase, { text: 'A4', ...answers }, key)).status).toBe(422)
  expect((await talk.send(manager, testCase, { text: 'A3' }, key)).status).toBe(422)
  // Of another person the same key is another call.
  expect((await talk.send(owner, testCase, { text: 'A3' }, key)).status).toBe(200)
  expect((await talk.textsOf(tech, testCase)).filter((line) => line.startsWith('message'))).toHaveLength(3)
})
