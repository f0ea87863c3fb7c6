import { notifications } from '@archwire/contract/notifications/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { caseNumberMessage, nameMessage } from '@archwire/contract/rx-forms/rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staleMessage } from '../../src/kernel/errors.ts'
import { notify } from '../../src/modules/notifications/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { crowd } from '../crowd.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

/** The case's own record: names, number and suffix are corrected, a case is archived and restored (docs/product/cases.md). */
let test: TestApp
let given: Given
let admin: TestUser
let supervisor: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  supervisor = await given.user('supervisor')
})
afterAll(() => test.close())

const correct = (who: TestUser, { id }: GivenCase, body: object) =>
  test.as(who).call(patients.update, { params: { id }, body })
const archive = (who: TestUser, { id }: GivenCase) => test.as(who).call(patients.archive, { params: { id } })
const restore = (who: TestUser, { id }: GivenCase) => test.as(who).call(patients.restore, { params: { id } })
const read = async (who: TestUser, { id }: GivenCase) =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient
const historyOf = async (who: TestUser, { id }: GivenCase) =>
  (await test.as(who).call(patients.history, { params: { id } })).body.history
const refused = (status: number, error: unknown) => ({ status, body: { error } })

describe('names, number and suffix (cases/correct)', () => {
  it('a practice corrects a New case: owner, manager, assistant any, a member the own ones', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await given.case({ practice, form: { user_id: practice.member.id } })
    for (const who of [practice.owner, practice.manager, practice.member, practice.assistant]) {
      const first_name = `Silas ${given.unique().toUpperCase()}`
      const { status, body } = await correct(who, testCase, { first_name, case_number_text: '12-b' })
      expect([status, body.patient.first_name, body.patient.case_number_text]).toEqual([200, first_name, '12-b'])
    }
    const owners = await given.case({ practice })
    expect((await correct(practice.member, owners, { first_name: 'Silas' })).status).toBe(404)
    const theirs = await given.case({ practice, form: { submission_completed_by: 3 } })
    expect((await correct(practice.partner!.user, theirs, { first_name: 'Silas' })).status).toBe(403)
    const elsewhere = await given.practice()
    expect((await correct(elsewhere.owner, owners, { first_name: 'Silas' })).status).toBe(404)
  })

  it('later staff correct names and suffix, and the practice its number', async () => {
    const testCase = await given.case({ stage: 'in_progress' })
    const { owner } = testCase.practice
    expect((await correct(owner, testCase, { last_name: 'Morel' })).status).toBe(403)
    expect((await correct(owner, testCase, { numeric_suffix: 4 })).status).toBe(403)
    expect((await correct(owner, testCase, { case_number_text: '13' })).status).toBe(200)
    const asOwner = await read(owner, testCase)
    expect(asOwner.can).toMatchObject({ edit_names: false, edit_case_number: true, edit_suffix: false })
    const suffixed = await correct(supervisor, testCase, { last_name: 'Morel', numeric_suffix: 4 })
    expect(suffixed.body.patient).toMatchObject({ full_name: 'Ada Morel (4)', formatted_name: 'Morel, Ada (4)' })
    const tech = await given.user('tech_support')
    const byTech = { first_name: 'Ida', case_number_text: '14', numeric_suffix: 5 }
    expect((await correct(tech, testCase, byTech)).body.patient).toMatchObject({
      full_name: 'Ida Morel (5)',
      case_number_text: '14',
      can: { edit_names: true, edit_case_number: true, edit_suffix: true },
    })
  })

  it('on hold, too; the history tells it, and the list knows it', async () => {
    const testCase = await given.case({ held: true, form: { first_name: 'Silas', last_name: 'Moreau' } })
    const { owner, id: organizationId } = testCase.practice
    const { version } = await read(owner, testCase)
    const about = { organizationId, patient: { id: testCase.id, name: 'Silas Moreau' }, historyId: null, by: null }
    const bell = [{ user: owner.id, message: 'The case is on hold', link: '/' }]
    await test.connection.db
      .transaction()
      .execute((trx) => notify(trx, { kind: null, type: 'held', at: new Date(), ...about, bell }))
    await correct(owner, testCase, { case_number_text: '12' })
    const { body } = await correct(owner, testCase, {
      last_name: 'Morel',
      case_number_text: '13',
      version: version + 1,
    })
    expect(body).toMatchObject({ message: 'The case is saved.', patient: { version: version + 2 } })
    await correct(owner, testCase, { case_number_text: null })
    expect((await historyOf(owner, testCase)).slice(0, 3)).toMatchObject([
      { event: 'patient_changed', label: 'Patient corrected', note: 'case number none (was 13)' },
      { note: 'Silas Morel (was Silas Moreau); case number 13 (was 12)' },
      { note: 'case number 12 (was none)' },
    ])
    const { body: told } = await test.as(owner).call(notifications.list, {})
    expect(told.notifications.map(({ patient_name }) => patient_name)).toEqual(['Silas Morel'])
    const list = await test.as(owner).call(patients.list, {})
    expect(list.body.patients[0]).toMatchObject({ full_name: 'Silas Morel', case_number_text: '' })
    expect(await given.staleRows()).toEqual([])
  })

  it('what is as it was is not written; what was changed in the meantime is not written over', async () => {
    const testCase = await given.case({ form: { case_number_text: '12' } })
    const { owner } = testCase.practice
    const before = await read(owner, testCase)
    const { first_name, version } = before
    const same = { first_name, case_number_text: '12', version }
    expect((await correct(owner, testCase, same)).body.patient).toEqual(before)
    expect((await correct(owner, testCase, {})).status).toBe(200)
    await correct(admin, testCase, { case_number_text: '14' })
    const late = await correct(owner, testCase, { case_number_text: '15', version: before.version })
    expect(late).toMatchObject(refused(409, staleMessage))
    expect(await read(owner, testCase)).toMatchObject({ case_number_text: '14', version: before.version + 1 })
    expect((await historyOf(owner, testCase)).filter(({ event }) => event === 'patient_changed')).toHaveLength(1)
  })

  it('saves one of twenty corrections of the same version, and refuses the others', async () => {
    const testCase = await given.case({ form: { case_number_text: '12' } })
    const { owner } = testCase.practice
    const { version } = await read(owner, testCase)
    const answers = await crowd(20, (index) =>
      correct(index % 2 ? owner : admin, testCase, { case_number_text: `${index + 100}`, version }),
    )
    const saved = answers.filter(({ status }) => status === 200)
    expect(saved).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(refused(409, staleMessage))
    const { case_number_text } = saved[0]!.body.patient
    expect(await read(owner, testCase)).toMatchObject({ case_number_text, version: version + 1 })
    expect((await historyOf(owner, testCase)).filter(({ event }) => event === 'patient_changed')).toHaveLength(1)
  })

  it.each([
    [{ first_name: ' ' }, { first_name: ['Required'] }],
    [{ first_name: 'silas' }, { first_name: [nameMessage] }],
    [{ last_name: 'Morel-Dupont' }, { last_name: [nameMessage] }],
    [{ case_number_text: '12/3' }, { case_number_text: [caseNumberMessage] }],
  ])('%j is refused in the words of Start A Case', async (body, error) => {
    const testCase = await given.case()
    expect(await correct(testCase.practice.owner, testCase, body)).toMatchObject(refused(422, error))
  })

  it.each([
    { numeric_suffix: 0 },
    { numeric_suffix: 1.5 },
    { numeric_suffix: 10_000 },
    { first_name: null },
    { id: 7 },
  ])('%j is no correction', async (body) => {
    const testCase = await given.case()
    expect((await correct(admin, testCase, body)).status).toBe(422)
  })

  it('of one name two cases never have one suffix, however many try at once', async () => {
    const practice = await given.practice()
    const form = { first_name: 'Silas', last_name: 'Moreau' }
    const cases: GivenCase[] = []
    for (let count = 0; count < 4; count += 1) cases.push(await given.case({ practice, form }))
    const answers = await Promise.all(cases.map((testCase) => correct(admin, testCase, { numeric_suffix: 9 })))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422, 422, 422])
    expect(answers.find(({ status }) => status === 422)!.body).toMatchObject({
      error: { numeric_suffix: ['Another case of this name has the suffix 9.'] },
    })
    const none = await correct(admin, cases[1]!, { numeric_suffix: null })
    const first = await read(admin, cases[0]!)
    expect(none.status).toBe(first.numeric_suffix === null ? 422 : 200)
    // In another practice it is free.
    const other = await given.case({ form })
    expect((await correct(admin, other, { numeric_suffix: 9 })).body.patient.full_name).toBe('Silas Moreau (9)')
    expect(await given.staleRows()).toEqual([])
  })

  it('who gets a name that exists gets its next suffix, also when all do at once', async () => {
    const practice = await given.practice()
    const cases = await Promise.all([1, 2, 3, 4].map(() => given.case({ practice })))
    const named = await Promise.all(
      cases.map((testCase) => correct(practice.owner, testCase, { first_name: 'Ines', last_name: 'Roux' })),
    )
    expect(named.map(({ body }) => body.patient.numeric_suffix ?? 0).sort((a, b) => a - b)).toEqual([0, 1, 2, 3])
    // Case and accents make no other name.
    const [ines] = cases
    const before = await read(practice.owner, ines!)
    const accented = await correct(practice.owner, ines!, { first_name: 'Inès' })
    expect(accented.body.patient.numeric_suffix).toBe(before.numeric_suffix)
  })
})

describe('archived (cases/archived)', () => {
  it('by those of the lab who hold it, out of lists and counts, readable by link, and back as it was', async () => {
    const testCase = await given.case({ stage: 'in_progress', held: true })
    const { practice } = testCase
    for (const who of [practice.owner, await given.user('tech_support')]) {
      expect((await archive(who, testCase)).status).toBe(403)
      expect((await restore(who, testCase)).status).toBe(403)
    }
    const before = await read(supervisor, testCase)
    expect(before.can).toMatchObject({ archive: true, restore: false, remove: false })
    expect(await restore(supervisor, testCase)).toMatchObject(refused(409, 'This case is not archived.'))
    expect((await archive(supervisor, testCase)).body).toMatchObject({
      message: 'The case is archived.',
      patient: { deleted_at: expect.any(String), can: { archive: false, restore: true, remove: false } },
    })
    expect(await archive(admin, testCase)).toMatchObject(refused(409, 'This case is archived.'))
    const params = { id: practice.id }
    const shown = async () => {
      const list = await test.as(practice.owner).call(patients.listOfOrganization, { params })
      const counts = await test.as(practice.owner).call(patients.countsPerStatus, { params })
      const search = await test.as(supervisor).call(patients.list, {
        query: { 'filter[search]': before.last_name },
      })
      return [list.body.patients.length, counts.body.counts.all, search.body.patients.length]
    }
    expect(await shown()).toEqual([0, 0, 0])
    const asOwner = await read(practice.owner, testCase)
    expect(Object.entries(asOwner.can).filter(([, can]) => can)).toEqual([])
    expect(await correct(practice.owner, testCase, { case_number_text: '1' })).toMatchObject(
      refused(409, 'This case is archived.'),
    )
    expect((await restore(supervisor, testCase)).body).toMatchObject({ message: 'The case is restored.' })
    const after = await read(supervisor, testCase)
    expect({ ...after, updated_at: '' }).toEqual({ ...before, updated_at: '' })
    expect(await shown()).toEqual([1, 1, 1])
    const [first, second] = await historyOf(practice.owner, testCase)
    expect([first!.event, second!.event]).toEqual(['restored', 'archived'])
    expect(await given.staleRows()).toEqual([])
  })

  it('refuses the second of two who archive at once', async () => {
    const testCase = await given.case()
    const answers = await Promise.all([archive(admin, testCase), archive(supervisor, testCase)])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  })

  it('keeps its name and suffix for itself, so that it can always come back', async () => {
    const practice = await given.practice()
    const form = { first_name: 'Silas', last_name: 'Reserved' }
    const [first, second] = [await given.case({ practice, form }), await given.case({ practice, form, archived: true })]
    expect(await correct(admin, first, { numeric_suffix: 1 })).toMatchObject({
      status: 422,
      body: { error: { numeric_suffix: ['Another case of this name has the suffix 1.'] } },
    })
    const third = await given.case({ practice, form })
    expect((await read(admin, third)).full_name).toBe('Silas Reserved (2)')
    const renamed = await correct(admin, await given.case({ practice }), form)
    expect(renamed.body.patient.full_name).toBe('Silas Reserved (3)')
    expect((await restore(admin, second)).body.patient.full_name).toBe('Silas Reserved (1)')
  })

  it('while others change it at once, each change comes before or is a clear 409', async () => {
    const testCase = await given.case({ stage: 'in_progress' })
    const { owner } = testCase.practice
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => correct(owner, testCase, { case_number_text: `${index + 1}` })),
      archive(admin, testCase),
      ...Array.from({ length: 6 }, () =>
        test.as(owner).call(rxForms.change, {
          params: { id: testCase.rxFormId },
          body: { special_instructions: given.unique() },
        }),
      ),
      archive(supervisor, testCase),
    ])
    const archives = [answers[6]!, answers[13]!]
    expect(archives.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    for (const answer of answers)
      if (answer.status !== 200) expect(answer).toMatchObject(refused(409, 'This case is archived.'))
    const history = await historyOf(admin, testCase)
    expect(history[0]!.event).toBe('archived')
    const changes = history.filter(({ event }) => event === 'patient_changed' || event === 'rx_form_changed')
    expect(changes).toHaveLength(answers.filter(({ status }) => status === 200).length - 1)
    expect(await given.staleRows()).toEqual([])
  })
})
