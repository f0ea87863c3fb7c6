import { addDays, dayIn, dayWords } from '@archwire/contract/core/dates.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

/** Who wrote a case's notes, and what the desktop application notes (`cases/one-text`, `cases/treatment-notes`). */
let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support', ['Tina', 'Tech'])
})
afterAll(() => test.close())

const caseOf = async ({ id }: GivenCase, who: TestUser) =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient
const write = async (
  testCase: GivenCase,
  who: TestUser,
  field: 'doctor_notes' | 'management_notes' | 'internal_notes',
) => {
  const saved = await test.as(who).call(patients.saveNotes, {
    params: { id: testCase.id },
    body: { field, text: `By ${who.id} ${given.unique()}` },
  })
  expect(saved.status).toBe(200)
}

it('each note says who changed it last, and when; to the practice the lab is the lab', async () => {
  const testCase = await given.case({})
  const { owner } = testCase.practice
  expect((await caseOf(testCase, owner)).notes_changed).toEqual({
    doctor_notes: null,
    management_notes: null,
    internal_notes: null,
  })
  await write(testCase, owner, 'doctor_notes')
  await write(testCase, tech, 'management_notes')
  await write(testCase, tech, 'internal_notes')
  const at = expect.any(String) as string
  expect((await caseOf(testCase, tech)).notes_changed).toEqual({
    doctor_notes: { at, user_name: 'Olga Owner' },
    management_notes: { at, user_name: 'Tina Tech' },
    internal_notes: { at, user_name: 'Tina Tech' },
  })
  expect((await caseOf(testCase, owner)).notes_changed).toEqual({
    doctor_notes: { at, user_name: 'Olga Owner' },
    management_notes: { at, user_name: 'Archwire Lab' },
    internal_notes: null,
  })
})

it('the history shows what each note said before, to those who read the note', async () => {
  const testCase = await given.case({})
  const { owner } = testCase.practice
  const { id } = testCase
  const save = (who: TestUser, field: 'doctor_notes' | 'management_notes' | 'internal_notes', text: string) =>
    test.as(who).call(patients.saveNotes, { params: { id }, body: { field, text } })
  for (const [who, field] of [
    [owner, 'doctor_notes'],
    [tech, 'management_notes'],
    [tech, 'internal_notes'],
  ] as const)
    for (const text of [`${field} first`, `${field} second`, ''])
      expect((await save(who, field, text)).status).toBe(200)
  const changesOf = async (who: TestUser) =>
    (await test.as(who).call(patients.history, { params: { id } })).body.history
      .filter(({ event }) => event.endsWith('_notes_changed'))
      .map(({ event, user_name, before }) => [event, user_name, before])
  const changes = (event: string, who: string) => [
    [`${event}_changed`, who, `${event} second`],
    [`${event}_changed`, who, `${event} first`],
    [`${event}_changed`, who, ''],
  ]
  expect(await changesOf(tech)).toEqual([
    ...changes('internal_notes', 'Tina Tech'),
    ...changes('management_notes', 'Tina Tech'),
    ...changes('doctor_notes', 'Olga Owner'),
  ])
  expect(await changesOf(owner)).toEqual([
    ...changes('management_notes', 'Archwire Lab'),
    ...changes('doctor_notes', 'Olga Owner'),
  ])
  const { history } = (await test.as(owner).call(patients.history, { params: { id } })).body
  expect(history.find(({ event }) => event === 'submitted')!.before).toBeNull()
})

it('a partner lab reads in its case no note that never leaves the lab, nor what it said before', async () => {
  const practice = await given.practice({ partner: true })
  const { id } = await given.case({ practice, form: { submission_completed_by: 3 } })
  for (const text of ['Not for the partner', ''])
    expect(
      (await test.as(tech).call(patients.saveNotes, { params: { id }, body: { field: 'internal_notes', text } }))
        .status,
    ).toBe(200)
  const { status, body } = await test.as(practice.partner!.user).call(patients.history, { params: { id } })
  expect(status).toBe(200)
  expect(body.history.map(({ event }) => event)).toContain('submitted')
  expect(JSON.stringify(body)).not.toContain('Not for the partner')
  expect(body.history.map(({ event }) => event)).not.toContain('internal_notes_changed')
})

it('a partner lab reads its case without the names of the lab’s people and of assistants, who are not its to see', async () => {
  const practice = await given.practice({ partner: true })
  const lab = await given.user('tech_support', ['Quentin', 'Quickfoot'])
  await sql`update users set first_name = 'Asta', last_name = 'Aidley' where id = ${practice.assistant.id}`.execute(
    test.connection.db,
  )
  const { id } = await given.case({ practice, form: { submission_completed_by: 3 } })
  const write = (who: TestUser, field: 'doctor_notes' | 'management_notes') =>
    test.as(who).call(patients.saveNotes, { params: { id }, body: { field, text: 'Rotate 11.' } })
  expect((await write(practice.assistant, 'doctor_notes')).status).toBe(200)
  expect((await write(lab, 'management_notes')).status).toBe(200)
  const read = async (who: TestUser) => {
    const answers = [
      await test.as(who).call(patients.history, { params: { id } }),
      await test.as(who).call(patients.get, { params: { id } }),
    ]
    for (const { status } of answers) expect(status).toBe(200)
    return JSON.stringify(answers.map(({ body }) => body))
  }
  // The lab reads both, so they are in it.
  for (const name of ['Quickfoot', 'Aidley']) expect(await read(lab)).toContain(name)
  const shown = await read(practice.partner!.user)
  for (const name of ['Quickfoot', 'Aidley']) expect(shown).not.toContain(name)
  expect(shown).toContain('The practice')
})

it('a request for changes writes into the doctor notes, and names its author', async () => {
  const testCase = await given.case({ stage: 'awaiting_approval', tech })
  const { owner, manager } = testCase.practice
  await write(testCase, manager, 'doctor_notes')
  const { seen } = await caseOf(testCase, owner)
  const before = Date.now()
  const asked = await test
    .as(owner)
    .call(patients.requestChanges, { params: { id: testCase.id }, body: { note: 'Rotate 11.', seen } })
  expect(asked.body.patient.notes_changed.doctor_notes!.user_name).toBe('Olga Owner')
  // Its author and the lab's day, as days are written everywhere (screens/dates).
  const days = [before, Date.now()].map((at) => dayWords(dayIn(test.config.labZone, new Date(at))))
  expect(days.map((day) => `\n\nOlga Owner, ${day}: Rotate 11.`)).toContainEqual(
    expect.toSatisfy((entry: string) => asked.body.patient.doctor_notes!.endsWith(entry)),
  )
})

it('the history names days of a changed form as they are written everywhere (`screens/dates`)', async () => {
  const testCase = await given.case()
  const owner = test.as(testCase.practice.owner)
  const params = { id: testCase.rxFormId }
  const before = (await owner.call(rxForms.get, { params })).body.rx_form.impression_date
  const after = addDays(before, -1)
  expect((await owner.call(rxForms.change, { params, body: { impression_date: after, version: 1 } })).status).toBe(200)
  const { history } = (await owner.call(patients.history, { params: { id: testCase.id } })).body
  expect(history[0]!.note).toBe(`Impression date: ${dayWords(after)} (was ${dayWords(before)})`)
  // The change itself keeps them as days.
  const { revisions } = (await owner.call(rxForms.revisions, { params })).body
  expect(revisions[0]!.changes).toMatchObject([{ from: before, to: after }])
})

it('treatment notes are read by who sees the case, the newest first', async () => {
  const testCase = await given.case({})
  const { id, practice } = testCase
  await sql`insert into treatment_notes (organization_id, patient_id, note, updated_at)
    values (${practice.id}, ${id}, 'Wire changed.', now() - interval '1 day'), (${practice.id}, ${id}, 'Brackets on.', now())`.execute(
    test.connection.db,
  )
  for (const who of [practice.owner, tech])
    expect((await caseOf(testCase, who)).treatment_notes.map(({ note }) => note)).toEqual([
      'Brackets on.',
      'Wire changed.',
    ])
  expect((await test.as(practice.member).call(patients.get, { params: { id } })).status).toBe(404)
})
