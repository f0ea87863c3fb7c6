import { conversations } from '@archwire/contract/conversations/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailAway } from '../../src/modules/conversations/mail-away.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { crowd } from '../crowd.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { updateRows } from '../shown-case.ts'
import { talking, type Talking } from '../talking.ts'
import { mailText } from '../mail-text.ts'

/** A hold is a question that a message answers; and who is away gets a mail (docs/product). */
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

describe('mail to who is away', () => {
  const later = (testCase: GivenCase, minutes: number) =>
    updateRows(
      test,
      testCase.id,
      sql`update message_recipients set sent_at = sent_at - make_interval(mins => ${minutes}),
        mailed_at = mailed_at - make_interval(mins => ${minutes}) where patient_id = ${testCase.id}`,
    )
  const run = () => mailAway({ db: test.connection.db, publicUrl: 'https://portal.example' })
  const mailsAbout = async ({ id }: GivenCase) =>
    (
      await sql<{ subject: string; text: string; to_address: string }>`
        select subject, ${mailText} as text, to_address from mails where kind = 'case.message' and link like ${`%/${id}#conversation`} order by id`.execute(
        test.connection.db,
      )
    ).rows

  it('goes after five minutes to who has not read it, once; it says who and where, never what', async () => {
    const testCase = await talk.workedOn()
    await talk.say(tech, testCase, 'The patient has a secret.')
    await run()
    expect(await mailsAbout(testCase)).toEqual([])
    await later(testCase, 6)
    await Promise.all([run(), run()])
    await run()
    const mails = await mailsAbout(testCase)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain(`https://portal.example/patient-details/${testCase.id}#conversation`)
    expect(mails[0]!.text).toContain(`${labName} sent you a message`)
    const { body } = await test.as(tech).call(patients.get, { params: { id: testCase.id } })
    for (const secret of ['secret', body.patient.last_name, 'Tomas'])
      expect(`${mails[0]!.subject} ${mails[0]!.text}`).not.toContain(secret)
  })

  it('not to who has read it, nor twice within the hour, but again after it', async () => {
    const testCase = await talk.workedOn()
    const { owner } = testCase.practice
    const first = await talk.say(tech, testCase, 'One')
    await test.as(owner).call(conversations.read, { params: { id: testCase.id }, body: { up_to: first.id } })
    await later(testCase, 6)
    await run()
    expect(await mailsAbout(testCase)).toEqual([])
    await talk.say(tech, testCase, 'Two')
    await later(testCase, 6)
    await run()
    await talk.say(tech, testCase, 'Three')
    await later(testCase, 6)
    await run()
    expect(await mailsAbout(testCase)).toHaveLength(1)
    await later(testCase, 61)
    await run()
    expect((await mailsAbout(testCase)).map(({ subject }) => subject.replace(/^.*: /, ''))).toEqual([
      'a new message',
      '2 new messages',
    ])
  })

  it('not to who no longer sees the case', async () => {
    const testCase = await talk.workedOn()
    await talk.say(tech, testCase, 'One')
    await sql`delete from memberships where user_id = ${testCase.practice.owner.id}`.execute(test.connection.db)
    await later(testCase, 6)
    await run()
    expect(await mailsAbout(testCase)).toEqual([])
  })
})

describe('a hold is a question', () => {
  it('is answered and released by one message, which says so to the lab', async () => {
    const testCase = await talk.workedOn()
    const { owner } = testCase.practice
    await talk.hold(tech, testCase, 'Which shade?')
    const before = await talk.read(owner, testCase)
    expect(before).toMatchObject({ hold: { reason: 'Which shade?' }, can: { write: true, release: true } })
    const sent = await talk.send(owner, testCase, { text: 'A2, please.', releases_hold_id: before.hold!.id })
    expect(sent.body).toMatchObject({
      entry: { released: true, text: 'A2, please.' },
      message: 'Sent. The case is no longer on hold.',
    })
    const { patient } = (await test.as(tech).call(patients.get, { params: { id: testCase.id } })).body
    expect(patient.is_on_hold).toBe(false)
    expect(patient.on_hold_notes[0]).toMatchObject({ note: 'A2, please.', is_on_hold_note: true, name: 'Olga Owner' })
    expect(await talk.textsOf(tech, testCase)).toEqual([
      'message Olga Owner: A2, please.',
      'held Tomas Tech: Which shade?',
    ])
    expect(await talk.bellsOf(tech, testCase)).toHaveLength(1)
  })

  it('an answer of the lab names no one of the lab to the practice, not in the notes of the hold either', async () => {
    const testCase = await talk.workedOn()
    await talk.hold(testCase.practice.owner, testCase, 'Please wait.')
    const { hold: open } = await talk.read(tech, testCase)
    const sent = await talk.send(tech, testCase, { text: `@[${tech.id}] goes on.`, releases_hold_id: open!.id })
    expect(sent.status).toBe(200)
    for (const route of [patients.get, patients.history]) {
      const { body } = await test.as(testCase.practice.owner).call(route, { params: { id: testCase.id } })
      expect(JSON.stringify(body)).not.toContain('Tomas')
    }
  })

  it('one of fifty answers at once releases; all stay as messages, and the others learn why', async () => {
    const testCase = await talk.workedOn()
    const { owner } = testCase.practice
    await talk.hold(tech, testCase, 'Which shade?')
    const { hold: open } = await talk.read(owner, testCase)
    const answers = await crowd(50, (index) =>
      talk.send(owner, testCase, { text: `Answer ${index}`, releases_hold_id: open!.id }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(49)
    expect(new Set(refused.map(({ body }) => (body as unknown as { error: string }).error))).toEqual(
      new Set(['This case was taken off hold in the meantime. Your message was added to the conversation.']),
    )
    const { entries } = await talk.read(owner, testCase, { perPage: 100 })
    expect(entries.filter(({ kind }) => kind === 'message')).toHaveLength(50)
    expect(entries.filter(({ released }) => released)).toHaveLength(1)
    const { history } = (await test.as(tech).call(patients.history, { params: { id: testCase.id } })).body
    expect(history.filter(({ event }) => event === 'unheld')).toHaveLength(1)
  })

  it('repeats the same answer to the second who tries again with the same key, and writes once', async () => {
    const testCase = await talk.workedOn()
    const { owner } = testCase.practice
    await talk.hold(tech, testCase, 'Which shade?')
    const { hold: open } = await talk.read(owner, testCase)
    await talk.send(owner, testCase, { text: 'A2', releases_hold_id: open!.id })
    const late = () =>
      talk.send(
        owner,
        testCase,
        { text: 'A3', releases_hold_id: open!.id },
        { 'idempotency-key': `late-answer-${testCase.id}` },
      )
    const [first, second] = [await late(), await late()]
    expect([first.status, second.status]).toEqual([409, 409])
    expect(second.body).toEqual(first.body)
    expect((await talk.textsOf(owner, testCase)).filter((line) => line.endsWith('A3'))).toHaveLength(1)
  })

  it('another hold is not released by an answer to the one before', async () => {
    const testCase = await talk.workedOn()
    const { owner } = testCase.practice
    await talk.hold(tech, testCase, 'Which shade?')
    const { hold: first } = await talk.read(owner, testCase)
    await test.as(tech).call(patients.toggleHold, { params: { id: testCase.id }, body: { on_hold: false } })
    await talk.hold(tech, testCase, 'Which arch?')
    const late = await talk.send(owner, testCase, { text: 'A2', releases_hold_id: first!.id })
    expect([late.status, (late.body as unknown as { error: string }).error]).toEqual([
      409,
      'This case is now on hold for another reason. Your message was added to the conversation.',
    ])
    expect((await talk.read(owner, testCase)).hold).toMatchObject({ reason: 'Which arch?' })
  })

  it('only people who can take a case off hold answer so; others write messages', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await given.case({
      practice,
      form: { submission_completed_by: 3 },
    })
    await talk.hold(practice.owner, testCase, 'We wait for the patient.')
    const partner = practice.partner!.user
    const { hold: open, can } = await talk.read(partner, testCase)
    const answer = await talk.send(partner, testCase, { text: 'Fine', releases_hold_id: open!.id })
    expect(answer.status).toBe(can.release ? 200 : 403)
    expect(can.write).toBe(true)
  })
})
