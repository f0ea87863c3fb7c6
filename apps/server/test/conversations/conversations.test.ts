import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mostMessagesADay } from '@archwire/contract/conversations/limits.ts'
import { conversations } from '@archwire/contract/conversations/routes.ts'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { talking, type Talking } from '../talking.ts'

/** What practice and lab write to each other about a case (docs/product/cases.md). */
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

describe('one thread', () => {
  it('practice and lab write in turn; practices read the lab, the lab reads who it was', async () => {
    const testCase = await talk.workedOn()
    const { owner, manager } = testCase.practice
    await talk.say(owner, testCase, 'Is the scan good enough?')
    await talk.say(tech, testCase, 'Yes, it is.')
    expect(await talk.textsOf(manager, testCase)).toEqual([
      `message ${labName}: Yes, it is.`,
      'message Olga Owner: Is the scan good enough?',
    ])
    expect(await talk.textsOf(tech, testCase)).toEqual([
      'message Tomas Tech: Yes, it is.',
      'message Olga Owner: Is the scan good enough?',
    ])
    const [answer, question] = (await talk.read(owner, testCase)).entries
    expect(question).toMatchObject({ is_mine: true, is_management: false })
    expect(answer).toMatchObject({ is_mine: false, is_management: true })
  })

  it('what asked for an answer is between: holds, changes asked for, setups sent', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech })
    const { owner } = testCase.practice
    await talk.say(owner, testCase, 'Looks good.')
    expect((await talk.hold(tech, testCase, 'Which shade?')).status).toBe(200)
    const { entries } = await talk.read(owner, testCase)
    expect(entries.map(({ kind, text }) => [kind, text])).toEqual([
      ['held', 'Which shade?'],
      ['message', 'Looks good.'],
      ['ready', ''],
    ])
  })

  it('pages go back in time and leave nothing out', async () => {
    const testCase = await talk.workedOn()
    for (let count = 1; count <= 7; count++) await talk.say(testCase.practice.owner, testCase, `Message ${count}`)
    const pages = await Promise.all([1, 2, 3].map((page) => talk.read(tech, testCase, { page, perPage: 3 })))
    expect(pages.flatMap(({ entries }) => entries.map(({ text }) => text))).toEqual(
      [7, 6, 5, 4, 3, 2, 1].map((count) => `Message ${count}`),
    )
    expect(pages[0]!.meta).toMatchObject({ total: 7, last_page: 3 })
  })

  it('an empty message is refused at its field; photos or a comment need no words', async () => {
    const testCase = await talk.workedOn()
    const { owner } = testCase.practice
    for (const text of ['', '   \n ']) {
      const { status, body } = await talk.send(owner, testCase, { text })
      expect([status, body]).toEqual([422, { error: { text: ['Required'] }, code: 422 }])
    }
    const bytes = new Uint8Array(
      readFileSync(join(import.meta.dirname, '../../../../samples/photos/case-a-frontal.jpg')),
    )
    await given.photoFile(testCase, owner, { bytes, name: 'front.jpg' })
    const [photo] = (await test.as(owner).call(patientFiles.images, { params: { id: testCase.id } })).body.images
    const sent = await talk.send(owner, testCase, { photo_ids: [photo!.id] })
    expect(sent.body.entry).toMatchObject({ text: '', photo_ids: [photo!.id] })
    expect((await test.as(owner).call(patientFiles.remove, { params: { id: photo!.id } })).status).toBe(200)
    expect((await talk.read(tech, testCase)).entries[0]).toMatchObject({ photo_ids: [] })
  })

  it('photos and comments of another case are refused, and nothing is written', async () => {
    const [testCase, other] = [await talk.workedOn(), await talk.workedOn()]
    const bytes = new Uint8Array(
      readFileSync(join(import.meta.dirname, '../../../../samples/photos/case-a-frontal.jpg')),
    )
    await given.photoFile(other, other.practice.owner, { bytes, name: 'front.jpg' })
    const [photo] = (await test.as(tech).call(patientFiles.images, { params: { id: other.id } })).body.images
    for (const body of [
      { text: 'See', photo_ids: [photo!.id] },
      { text: 'See', pin_id: 2_000_000_000 },
    ])
      expect((await talk.send(testCase.practice.owner, testCase, body)).status).toBe(422)
    expect(await talk.textsOf(tech, testCase)).toEqual([])
  })

  it('of an archived case no one writes; people of a disabled practice only read', async () => {
    const archived = await talk.workedOn()
    const admin = await given.user('admin')
    await test.as(admin).call(patients.archive, { params: { id: archived.id } })
    const told = await talk.send(tech, archived, { text: 'Hello' })
    expect([told.status, told.body]).toEqual([409, { error: 'This case is archived.', code: 409 }])
    expect((await talk.read(tech, archived)).why_not).toMatchObject({ write: 'This case is archived.' })
    const testCase = await talk.workedOn()
    await sql`update organizations set disabled_at = now() where id = ${testCase.practice.id}`.execute(
      test.connection.db,
    )
    expect((await talk.send(testCase.practice.owner, testCase, { text: 'Hello' })).status).toBe(403)
    expect((await talk.read(testCase.practice.owner, testCase)).can.write).toBe(false)
  })
})

describe('who hears', () => {
  it('the technician of the case, once for a case, until it is read; the bell leads to the conversation', async () => {
    const testCase = await talk.workedOn()
    const { owner } = testCase.practice
    await talk.say(owner, testCase, 'One')
    const last = await talk.say(owner, testCase, 'Two')
    expect(await talk.bellsOf(tech, testCase)).toEqual([
      `Olga Owner wrote: Two → /patient-workflow/${testCase.id}#conversation`,
    ])
    expect((await talk.read(tech, testCase)).unread).toBe(2)
    const done = await test.as(tech).call(conversations.read, { params: { id: testCase.id }, body: { up_to: last.id } })
    expect(done.body.unread).toBe(0)
    expect(await talk.bellsOf(tech, testCase)).toEqual([])
    expect((await talk.read(tech, testCase)).entries.some(({ is_unread }) => is_unread)).toBe(false)
  })

  it('the doctor and who wrote before hear the lab, by its name; who wrote it does not', async () => {
    const testCase = await talk.workedOn()
    const { owner, manager } = testCase.practice
    await talk.say(manager, testCase, 'Please hurry.')
    await talk.say(tech, testCase, 'We do.')
    for (const who of [owner, manager])
      expect(await talk.bellsOf(who, testCase)).toEqual([
        `${labName} wrote: We do. → /patient-details/${testCase.id}#conversation`,
      ])
    expect(await talk.bellsOf(tech, testCase)).toEqual([])
  })

  it('an answer of the lab settles the question for all of the lab but who was asked by name', async () => {
    const testCase = await given.case({ stage: 'new' })
    const { owner } = testCase.practice
    const [first, second] = [await given.user('supervisor'), await given.user('supervisor')]
    await talk.say(owner, testCase, 'Who looks at this?')
    for (const who of [first, second]) expect((await talk.read(who, testCase)).unread).toBe(1)
    await talk.say(first, testCase, 'I do.')
    expect((await talk.read(second, testCase)).unread).toBe(0)
    expect(await talk.bellsOf(second, testCase)).toEqual([])
    await talk.say(first, testCase, `@[${second.id}] can you take it?`)
    await talk.say(owner, testCase, 'And another.')
    expect((await talk.read(second, testCase)).unread).toBe(2)
    await talk.say(first, testCase, 'Done.')
    expect((await talk.read(second, testCase)).unread, 'what was asked by name').toBe(1)
  })

  it('a person who does not see the case gets nothing, and cannot be mentioned', async () => {
    const practice = await given.practice()
    const testCase = await talk.workedOn(practice)
    const stranger = (await given.practice()).owner
    for (const who of [practice.member, stranger]) {
      const answer = await talk.send(practice.owner, testCase, { text: `@[${who.id}] look` })
      expect([answer.status, answer.body]).toEqual([
        422,
        { error: { text: ['A person you mentioned cannot see this case.'] }, code: 422 },
      ])
      expect((await test.as(who).call(conversations.list, { params: { id: testCase.id } })).status).toBe(404)
    }
  })

  it('practices mention colleagues and the lab, never its people; the lab mentions everyone', async () => {
    const practice = await given.practice()
    const testCase = await talk.workedOn(practice)
    const peopleOf = async (who: TestUser) =>
      (await test.as(who).call(conversations.people, { params: { id: testCase.id } })).body.people.map(({ id }) => id)
    expect(await peopleOf(practice.owner)).toEqual([null, practice.manager.id, practice.assistant.id])
    expect(await peopleOf(tech)).toEqual(expect.arrayContaining([null, practice.owner.id, practice.manager.id]))
    expect(await peopleOf(tech)).not.toContain(practice.member.id)
    await talk.say(tech, testCase, `@[${practice.manager.id}] and @[${tech.id}], please`)
    const [entry] = (await talk.read(practice.owner, testCase)).entries
    expect(entry).toMatchObject({
      text: `@[${practice.manager.id}] and @[lab], please`,
      mentions: [
        { id: practice.manager.id, name: 'Test Person' },
        { id: null, name: labName },
      ],
    })
    expect(await talk.bellsOf(practice.manager, testCase)).toEqual([
      `${labName} mentioned you: @Test Person and @${labName}, please → /patient-details/${testCase.id}#conversation`,
    ])
  })

  it('who can be mentioned is exactly who sees the case', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await given.case({
      stage: 'in_progress',
      practice,
      tech: practice.partner!.user,
      form: { submission_completed_by: 3, user_id: practice.member.id },
    })
    const { body } = await test.as(tech).call(conversations.people, { params: { id: testCase.id } })
    const named = new Set(body.people.map(({ id }) => id))
    const { owner, manager, member, assistant, partner } = practice
    const stranger = await given.practice({ partner: true })
    for (const who of [owner, manager, member, assistant, partner!.user, stranger.owner, stranger.partner!.user]) {
      const { status } = await test.as(who).call(patients.get, { params: { id: testCase.id } })
      expect(named.has(who.id), JSON.stringify(who)).toBe(status === 200)
    }
  })
})

it('the conversation goes with its case, mails about it included', async () => {
  const testCase = await talk.workedOn()
  const admin = await given.user('admin')
  await talk.say(admin, testCase, 'Hello')
  await sql`insert into mails (to_address, subject, words, link, kind, created_at)
    values ('a@example.com', 'Case', '{}', ${`https://x/patient-details/${testCase.id}#conversation`}, 'case.message', now())`.execute(
    test.connection.db,
  )
  await given.uncharge(testCase)
  await test.as(admin).call(patients.archive, { params: { id: testCase.id } })
  const { patient } = (await test.as(admin).call(patients.get, { params: { id: testCase.id } })).body
  const gone = await test
    .as(admin)
    .call(patients.remove, { params: { id: testCase.id }, body: { full_name: patient.full_name } })
  expect(gone.status).toBe(200)
  const { rows } = await sql`select 1 from messages where patient_id = ${testCase.id}`.execute(test.connection.db)
  expect(rows).toEqual([])
  const { rows: mails } = await sql`select 1 from mails where link like ${`%/${testCase.id}#conversation`}`.execute(
    test.connection.db,
  )
  expect(mails).toEqual([])
})

it('a person writes 500 messages a day to a practice at most; others, and other practices, are not counted', async () => {
  const [testCase, elsewhere] = [await talk.workedOn(), await talk.workedOn()]
  const { owner, manager, id: practiceId } = testCase.practice
  const fill = (count: number, hoursAgo: number) =>
    sql`insert into messages (organization_id, patient_id, user_id, text, created_at)
      select ${practiceId}, ${testCase.id}, ${owner.id}, 'Filled', now() - make_interval(hours => ${hoursAgo}::int)
      from generate_series(1, ${count}::int)`.execute(test.connection.db)
  await fill(mostMessagesADay, 25)
  await fill(mostMessagesADay - 1, 2)
  await talk.say(owner, testCase, 'The last one of today.')
  expect(await talk.send(owner, testCase, { text: 'One more.' })).toMatchObject({
    status: 409,
    body: { error: 'At most 500 messages a day can be sent. Please try again tomorrow.' },
  })
  await talk.say(manager, testCase, 'From a colleague.')
  await talk.say(tech, elsewhere, 'To another practice.')
})
