import { organizations } from '@archwire/contract/organizations/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import type { Tooth } from '@archwire/contract/rx-forms/teeth.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'

/** What a form says of single teeth (`rx-form/teeth`, `rx-form/tooth-numbers`). */
let test: TestApp
let given: Given
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support')
})
afterAll(() => test.close())

const tooth = (number: number, said: Partial<Tooth> = {}): Tooth => ({
  tooth: number,
  state: 'present',
  no_bracket: false,
  bracket_height: null,
  note: '',
  ...said,
})
const chart = [tooth(14, { state: 'extract' }), tooth(11, { bracket_height: 4.5, note: 'Chipped' }), tooth(55)]
const submitted = (practice: GivenPractice, tooth_chart: unknown, also: object = {}) =>
  test.as(practice.owner).call(rxForms.submit, {
    query: {} as never,
    body: { ...given.form(practice), organization_id: practice.id, tooth_chart, ...also } as never,
  })
const formOf = async (testCase: GivenCase, as: TestUser) =>
  (await test.as(as).call(rxForms.get, { params: { id: testCase.rxFormId } })).body
const change = (testCase: GivenCase, as: TestUser, body: object) =>
  test.as(as).call(rxForms.change, { params: { id: testCase.rxFormId }, body: body as never })
const revisionsOf = async (testCase: GivenCase, as: TestUser) =>
  (await test.as(as).call(rxForms.revisions, { params: { id: testCase.rxFormId } })).body.revisions
const errorsOf = (answer: { body: unknown }) => (answer.body as { error: Record<string, string[]> }).error
const numberByFdi = (practice: GivenPractice) =>
  sql`update organizations set tooth_numbering = 'fdi' where id = ${practice.id}`.execute(test.connection.db)

describe('a case is submitted with a tooth chart', () => {
  it('which doctor and technician read on the case', async () => {
    const practice = await given.practice()
    const sent = [...chart].toReversed()
    const { status, body } = await submitted(practice, sent)
    expect(status).toBe(200)
    expect(body.rx_form.tooth_chart).toEqual(chart)
    const seen = await test.as(tech).call(patients.get, { params: { id: body.rx_form.patient_id } })
    expect(seen.body.patient.rx_form).toMatchObject({ tooth_chart: chart, tooth_numbering: 'universal' })
  })

  it('of a program: what is not said of a tooth is as usual, and what follows is settled', async () => {
    const { body } = await submitted(await given.practice(), [
      { tooth: 46, no_bracket: true },
      { tooth: 18, state: 'missing', bracket_height: 4, note: ' Removed in 2019 ' },
      { tooth: 21 },
    ])
    expect(body.rx_form.tooth_chart).toEqual([
      tooth(18, { state: 'missing', note: 'Removed in 2019' }),
      tooth(46, { no_bracket: true }),
    ])
  })

  it('costs what it costs without one', async () => {
    const practice = await given.practice()
    const [plain, charted] = [await submitted(practice, []), await submitted(practice, chart)]
    expect(charted.body.rx_form.price).toEqual(plain.body.rx_form.price)
    expect(charted.body.rx_form.price).not.toBeNull()
  })

  it.each([
    ['a tooth that nobody has', [{ tooth: 19 }], 'There is no such tooth.'],
    ['a Universal number', [{ tooth: 8 }], 'There is no such tooth.'],
    ['a tooth that stands there twice', [{ tooth: 11 }, { tooth: 11, state: 'missing' }], 'A tooth is listed twice.'],
    ['a bracket above every tooth', [{ tooth: 11, bracket_height: 10.1 }], expect.any(String)],
    ['a bracket between two tenths', [{ tooth: 11, bracket_height: 4.55 }], expect.any(String)],
    ['a state of which nobody has heard', [{ tooth: 11, state: 'gold' }], expect.any(String)],
    ['a note as long as a letter', [{ tooth: 11, note: 'x'.repeat(201) }], expect.any(String)],
    ['no list', { 11: 'missing' }, expect.any(String)],
  ])('refuses %s', async (_, sent, message) => {
    const answer = await submitted(await given.practice(), sent)
    expect(answer.status).toBe(422)
    const [[field, messages]] = Object.entries(errorsOf(answer)) as [[string, string[]]]
    expect(field).toMatch(/^tooth_chart/)
    expect(messages).toEqual([message])
  })
})

describe('a submitted chart is changed while the case is New or In Progress', () => {
  it('by the practice and by the lab; the change says which teeth, and what of them', async () => {
    const testCase = await given.case({ stage: 'in_progress', form: { tooth_chart: chart } })
    const { owner } = testCase.practice
    const opened = await formOf(testCase, owner)
    expect(opened.metadata.modification_rules).toContain('teeth')
    const { body } = await change(testCase, owner, {
      tooth_chart: [tooth(14), ...chart.slice(1), tooth(24, { state: 'extract' }), tooth(34, { state: 'extract' })],
      version: 1,
    })
    expect(body.rx_form.tooth_chart.map((entry) => entry.tooth)).toEqual([11, 24, 34, 55])
    expect((await revisionsOf(testCase, tech))[0]!.changes).toEqual([
      {
        field: 'tooth_chart',
        label: 'Teeth (Universal)',
        from: '5: to be extracted; 12, 21: as usual',
        to: '5: as usual; 12, 21: to be extracted',
      },
    ])
    const { history } = (await test.as(tech).call(patients.history, { params: { id: testCase.id } })).body
    expect(history[0]!.note).toBe(
      'Teeth (Universal): 5: as usual; 12, 21: to be extracted (was 5: to be extracted; 12, 21: as usual)',
    )
  })

  it('the chart as it was read, or in another order, is no change', async () => {
    const testCase = await given.case({ form: { tooth_chart: chart } })
    const { owner } = testCase.practice
    const { metadata, rx_form } = await formOf(testCase, owner)
    expect((await change(testCase, owner, { tooth_chart: metadata.values.tooth_chart })).status).toBe(200)
    expect((await change(testCase, owner, { tooth_chart: chart.toReversed() })).status).toBe(200)
    const whole = await test.as(owner).call(rxForms.replace, {
      params: { id: testCase.rxFormId },
      body: { ...metadata.values } as never,
    })
    expect(whole.body.rx_form.version).toBe(rx_form.version)
    expect(await revisionsOf(testCase, owner)).toEqual([])
  })

  it('refuses what the chart itself takes back at once', async () => {
    const testCase = await given.case({ form: { tooth_chart: [tooth(14, { state: 'extract' })] } })
    const answer = await change(testCase, testCase.practice.owner, {
      tooth_chart: [tooth(14, { state: 'extract', bracket_height: 4 })],
    })
    expect(answer.status).toBe(422)
    expect(errorsOf(answer)).toEqual({ tooth_chart: ['This does not fit the rest of the form.'] })
  })

  it('who leaves an arch out after all takes its brackets back, and not what is missing there', async () => {
    const testCase = await given.case({
      form: {
        tooth_chart: [
          tooth(11, { bracket_height: 4 }),
          tooth(36, { state: 'missing' }),
          tooth(46, { no_bracket: true }),
        ],
      },
    })
    const { body } = await change(testCase, testCase.practice.owner, { jaws_id: 1 })
    expect(body.rx_form.tooth_chart.map((entry) => entry.tooth)).toEqual([11, 36])
    expect((await revisionsOf(testCase, tech))[0]!.changes.map(({ label, to }) => [label, to])).toEqual([
      ['Jaws', 'Maxillary'],
      ['Teeth (Universal)', '30: as usual'],
      ['Price', expect.any(String)],
    ])
  })

  it.each(['awaiting_approval', 'approved'] as const)('and no more once it is %s', async (stage) => {
    const testCase = await given.case({
      stage,
      form: { tooth_chart: chart, export_type: 1, print_assignment: 1, shipping_method: 'standard' },
    })
    const { owner } = testCase.practice
    const { metadata } = await formOf(testCase, owner)
    expect(metadata.modification_rules).not.toContain('teeth')
    const answer = await change(testCase, owner, { tooth_chart: [] })
    expect(answer.status).toBe(422)
    expect(errorsOf(answer)).toEqual({ tooth_chart: ['This can no longer be changed.'] })
    // As it is, it may be sent along.
    const same = await change(testCase, owner, { tooth_chart: chart.toReversed(), special_instructions: 'Thank you.' })
    expect(same.status).toBe(200)
    expect((await formOf(testCase, tech)).rx_form.tooth_chart).toEqual(chart)
  })
})

describe('teeth have the numbers of the practice', () => {
  it('for its own people, for the lab, and in the words of a change, which stay', async () => {
    const practice = await given.practice()
    await numberByFdi(practice)
    const preference = await test
      .as(practice.owner)
      .call(organizations.rxFormPreference, { params: { id: practice.id } })
    expect(preference.body.data.defaults.tooth_numbering).toBe('fdi')
    const testCase = await given.case({ practice })
    expect((await formOf(testCase, tech)).rx_form.tooth_numbering).toBe('fdi')
    await change(testCase, practice.owner, { tooth_chart: [tooth(14, { state: 'missing' })] })
    await sql`update organizations set tooth_numbering = 'universal' where id = ${practice.id}`.execute(
      test.connection.db,
    )
    expect((await revisionsOf(testCase, tech))[0]!.changes).toEqual([
      { field: 'tooth_chart', label: 'Teeth (FDI)', from: '14: as usual', to: '14: missing' },
    ])
  })
})

describe('a case that takes the form of an archived case', () => {
  it('starts without its chart, also under an equal name: that may be another patient', async () => {
    const admin = await given.user('admin')
    const take = async (form: object, nameOf: (before: string) => string) => {
      const source = await given.case({ form })
      const { patient } = (await test.as(tech).call(patients.get, { params: { id: source.id } })).body
      await sql`update patients set deleted_at = now() where id = ${source.id}`.execute(test.connection.db)
      const { status, body } = await test.as(admin).call(patients.create, {
        body: {
          first_name: patient.first_name,
          last_name: nameOf(patient.last_name),
          user_id: source.practice.owner.id,
          organization_id: source.practice.id,
          rx_form_id: source.rxFormId,
        } as never,
      })
      expect(status).toBe(200)
      const past = await test.as(tech).call(patients.history, { params: { id: body.patient.id } })
      return { chart: body.patient.rx_form!.tooth_chart, note: past.body.history[0]!.note, from: `C-${source.id}` }
    }
    const same = await take({ tooth_chart: chart }, (before) => before)
    expect(same).toMatchObject({ chart: [], note: `Rx form of ${same.from}, without its tooth chart` })
    const other = await take({ tooth_chart: chart }, () => `Other ${given.unique().toUpperCase()}`)
    expect(other.chart).toEqual([])
    const bare = await take({}, (before) => before)
    expect(bare.note).toBe(`Rx form of ${bare.from}`)
  })
})
