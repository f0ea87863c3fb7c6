import { patients } from '@archwire/contract/patients/routes.ts'
import { patientOrders } from '@archwire/contract/patients/search.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remind } from '../../src/modules/cases/reminders.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { mailText } from '../mail-text.ts'

/** Staff-wide figures need a database of their own, cloned from the template. */
let test: TestApp
let given: Given
let practice: GivenPractice
let tech: TestUser
const cases: Record<string, GivenCase> = {}
beforeAll(async () => {
  test = await openTestApp({ ownDatabase: true })
  given = givenIn(test)
  practice = await given.practice({ partner: true })
  tech = await given.user('supervisor')
  const add = async (name: string, options: Parameters<Given['case']>[0]) =>
    (cases[name] = await given.case({ practice, tech, ...options }))
  await add('fresh', { form: { first_name: 'Zoë', last_name: 'Árpád', case_number_text: 'A-7' } })
  await add('printing', {
    form: {
      last_name: 'Bishop',
      export_type: 1,
      print_assignment: 1,
      insert_brackets_assignment: 1,
      shipping_method: 'express',
    },
  })
  await add('held', { held: true, form: { last_name: 'Held' } })
  await add('done', { stage: 'completed', form: { last_name: 'Done' } })
  await add('third', { form: { last_name: 'Third', submission_completed_by: 3 } })
  await add('members', {
    form: { last_name: 'Member', user_id: practice.member.id, rush_case: true, rush_case_authorized_by: 'Travel' },
  })
})
afterAll(() => test.close())

const idsOf = async (user: TestUser, query: object = {}) => {
  const answer = await test.as(user).call(patients.list, { query })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.patients.map(({ id }) => nameOf(id))
}
const nameOf = (id: number) => Object.keys(cases).find((name) => cases[name]!.id === id)!

describe('the lab’s list', () => {
  it('shows active own cases by ship date, without held ones', async () => {
    expect(await idsOf(tech)).toEqual(['printing', 'fresh', 'members'])
  })
  it('gives way to a search, a state, a filter', async () => {
    expect(await idsOf(tech, { 'filter[search]': 'DONE ada' })).toEqual(['done'])
    expect(await idsOf(tech, { 'filter[search]': 'held' })).toEqual(['held'])
    expect(await idsOf(tech, { 'filter[patient_status_id]': '5' })).toEqual(['done'])
    expect(await idsOf(tech, { 'filter[only_on_hold]': '1' })).toEqual(['held'])
    expect(await idsOf(tech, { requestAssignments: '3' })).toEqual(['third'])
    expect(await idsOf(tech, { 'filter[rush_case_only]': '1' })).toEqual(['members'])
    expect(await idsOf(tech, { queryUser: practice.member.id })).toEqual(['members'])
    const inactiveToo = { 'filter[active_request_only]': '0', orderBy: 'created_at' }
    expect(await idsOf(tech, inactiveToo)).toEqual(['fresh', 'printing', 'held', 'done', 'third', 'members'])
    expect(await idsOf(tech, { ...inactiveToo, requestAssignments: '3' })).toEqual(['third'])
  })
  it('finds names without accents and case, case numbers literally, and case codes', async () => {
    expect(await idsOf(tech, { 'filter[search]': 'zoe arpad' })).toEqual(['fresh'])
    expect(await idsOf(tech, { 'filter[search]': 'a-7' })).toEqual(['fresh'])
    expect(await idsOf(tech, { 'filter[search]': '%' })).toEqual([])
    expect(await idsOf(tech, { 'filter[search]': `C-${cases.third!.id}` })).toEqual(['third'])
  })
  it('sorts, pages by number and by cursor, and refuses what it does not know', async () => {
    const all = {
      'filter[active_request_only]': '0',
      requestAssignments: '1,2,3',
      orderBy: 'created_at',
      order: 'desc',
    }
    const whole = await idsOf(tech, all)
    expect(whole).toEqual(['members', 'third', 'done', 'held', 'printing', 'fresh'])
    const first = await test.as(tech).call(patients.list, { query: { ...all, perPage: 2 } as object })
    expect(first.body.meta).toMatchObject({ total: 6, page: 1, per_page: 2, last_page: 3 })
    expect(await idsOf(tech, { ...all, perPage: 2, page: 2 })).toEqual(whole.slice(2, 4))
    expect(await idsOf(tech, { ...all, perPage: 2, after: first.body.meta.next! })).toEqual(whole.slice(2, 4))
    for (const query of ['order=up', 'orderBy=password', 'perPage=201', 'page=0', 'filter[nothing]=1', 'after=x'])
      expect([query, (await test.raw(tech, 'GET', `/patients?${query}`)).status]).toEqual([query, 422])
  })
  it('continues by cursor in every order, both ways, empty values last', async () => {
    for (const orderBy of patientOrders)
      for (const order of ['asc', 'desc']) {
        const query = { 'filter[active_request_only]': '0', requestAssignments: '1,2,3', orderBy, order }
        const whole = await idsOf(tech, query)
        const found: string[] = []
        for (let after: string | null | undefined; after !== null && found.length <= whole.length;) {
          const page = await test.as(tech).call(patients.list, { query: { ...query, perPage: 1, after } as object })
          found.push(...page.body.patients.map(({ id }) => nameOf(id)))
          after = page.body.meta.next
        }
        expect([orderBy, order, found]).toEqual([orderBy, order, whole])
        // All others ship nothing: their day is empty.
        if (orderBy === 'ship_date') expect(whole[0]).toBe('printing')
      }
  })
  it('takes what programs ask to send along, from a fixed list, and answers the same', async () => {
    for (const include of ['rx_form', 'patient_status,patient_files,user,rx_form'])
      expect(await idsOf(tech, { include })).toEqual(await idsOf(tech))
    const answers = [
      '/patients?include=password',
      `/organizations/${practice.id}/patients?include=user,`,
      '/users?include=x',
    ]
    for (const path of answers) expect([path, (await test.raw(tech, 'GET', path)).status]).toEqual([path, 422])
    const form = (include: string) => test.raw(tech, 'GET', `/rx_forms/${cases.fresh!.rxFormId}?include=${include}`)
    expect((await form('organization,location,shippingLocation,bracketLibraries,createdByUser')).status).toBe(200)
    expect((await form('user')).status).toBe(422)
  })
  it('says while scans are processed, and not after that (scans/desktop)', async () => {
    const { id } = cases.fresh!
    const line = async () =>
      (await test.as(tech).call(patients.list, { query: { 'filter[search]': `C-${id}` } })).body.patients[0]!
    expect(await line()).not.toHaveProperty('scans_waiting')
    await given.scanFile(cases.fresh!, practice.owner, {
      bytes: given.scan('upper', 4),
      kind: 'submission',
      jaws_id: 1,
      name: 'a.stl',
    })
    expect(await line()).toMatchObject({ scans_waiting: true, submission_viewer_id: null })
    expect((await test.as(tech).call(patients.get, { params: { id } })).body.patient.scans_waiting).toBe(true)
  })
  it('refuses a cursor of another order, and one that someone made up', async () => {
    const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    for (const after of [
      cursor('created_at desc', '2026-01-01T00:00:00+00:00', 7),
      cursor('ship_date asc', '2026-13-45', '2026-01-01T00:00:00+00:00', 7),
      cursor('ship_date asc', "x'; --", null, 7),
      cursor('ship_date asc', '2026-01-01', '2026-01-01T00:00:00+00:00', 2 ** 40),
      cursor(),
      'null',
    ])
      expect([after, (await test.raw(tech, 'GET', `/patients?after=${after}`)).status]).toEqual([after, 422])
  })
  it('shows a partner the cases assigned to it, of no one else', async () => {
    expect(await idsOf(practice.partner!.user)).toEqual(['third'])
  })
})

describe('a practice’s list', () => {
  it('shows held cases too, newest first, and counts every state', async () => {
    expect(await idsOf(practice.owner)).toEqual(['members', 'third', 'done', 'held', 'printing', 'fresh'])
    const { body } = await test.as(practice.owner).call(patients.countsPerStatus, { params: { id: practice.id } })
    expect(body.counts).toEqual({
      new: 5,
      in_progress: 0,
      awaiting_approval: 0,
      approved: 0,
      completed: 1,
      questions: 0,
      all: 6,
    })
    const own = await test.as(practice.member).call(patients.countsPerStatus, { params: { id: practice.id } })
    expect(own.body.counts.all).toBe(1)
  })
})

describe('submitting', () => {
  const send = (user: TestUser, at: GivenPractice, change: object = {}) =>
    test.as(user).call(rxForms.submitForOrganization, { params: { id: at.id }, body: given.form(at, change) as never })

  it('is refused for an unpaid practice, in the words of the form', async () => {
    const unpaid = await given.practice({ paid: false })
    expect(await send(unpaid.owner, unpaid)).toMatchObject({
      status: 409,
      body: { error: 'Start-up Fee for Organization not paid.' },
    })
  })
  it('names every wrong field, and loses nothing', async () => {
    const answer = await send(practice.owner, practice, {
      first_name: 'ada',
      products_list: 0,
      bonding_date: '2026-12-25',
      user_id: tech.id,
    })
    expect(answer.status).toBe(422)
    expect(Object.keys((answer.body as unknown as { error: object }).error).sort()).toEqual([
      'bonding_date',
      'first_name',
      'products_list',
      'user_id',
    ])
  })
  it('a member submits as themselves, an assistant for a doctor, a partner as third party', async () => {
    const own = await send(practice.member, practice, { user_id: practice.owner.id })
    expect(own.body.rx_form.user_id).toBe(practice.member.id)
    expect((await send(practice.assistant, practice)).body.rx_form.user_id).toBe(practice.owner.id)
    // What follows from that is settled with it: the lab alone has rush cases.
    const rush = { submission_completed_by: 1, rush_case: true, rush_case_authorized_by: 'Travel' }
    expect((await send(practice.partner!.user, practice, rush)).body.rx_form).toMatchObject({
      submission_completed_by: 3,
      rush_case: false,
      rush_case_authorized_by: '',
    })
  })
  it('an in-office case starts in progress without lab work, and the practice completes it', async () => {
    const { body } = await send(practice.owner, practice, { submission_completed_by: 2 })
    const id = body.rx_form.patient_id
    const { patient } = (await test.as(practice.owner).call(patients.get, { params: { id } })).body
    expect(patient).toMatchObject({
      patient_status: { key: 'in_progress' },
      initial_case_setup: null,
      can: { complete: true, mark_as_ready: false },
    })
    expect(
      (await test.as(practice.owner).call(patients.completeSetup, { params: { id }, body: { seen: patient.seen } }))
        .body.patient.patient_status.key,
    ).toBe('completed')
  })
  it('ships so that it arrives on the bonding date', async () => {
    const { body } = await send(practice.owner, practice, {
      export_type: 1,
      print_assignment: 1,
      insert_brackets_assignment: 1,
      shipping_method: 'standard',
    })
    expect(body.rx_form.arrival_date! > body.rx_form.ship_date!).toBe(true)
  })
})

it('reminds a doctor of all waiting cases with one mail, and not twice', async () => {
  const at = await given.practice()
  for (let index = 0; index < 2; index += 1) await given.case({ practice: at, tech, stage: 'awaiting_approval' })
  await remind(test.connection.db, 'http://portal.test')
  await remind(test.connection.db, 'http://portal.test')
  const { email } = await test.connection.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', at.owner.id)
    .executeTakeFirstOrThrow()
  const mails = await test.connection.db
    .selectFrom('mails')
    .select(['subject', mailText.as('text')])
    .where('to_address', '=', email)
    .where('kind', '=', 'approvals.reminder')
    .execute()
  expect(mails.map((mail) => mail.subject)).toEqual(['2 setups wait for your approval'])
  expect(mails[0]!.text).toContain('http://portal.test/patients?filter[patient_status_id]=3')
})

describe('notes and holds', () => {
  it('are written by whom they belong to, kept in versions, and internal ones stay inside', async () => {
    const testCase = await given.case({ practice })
    const note = (
      user: TestUser,
      field: 'doctor_notes' | 'management_notes' | 'internal_notes',
      text: string,
      version?: number,
    ) => test.as(user).call(patients.saveNotes, { params: { id: testCase.id }, body: { field, text, version } })
    expect((await note(practice.owner, 'doctor_notes', 'First')).status).toBe(200)
    expect((await note(practice.owner, 'management_notes', 'No')).status).toBe(403)
    const support = await given.user('tech_support')
    expect((await note(support, 'doctor_notes', 'No')).status).toBe(403)
    expect((await note(support, 'internal_notes', 'Only us')).status).toBe(200)
    expect((await note(practice.owner, 'doctor_notes', 'Late', 1)).body).toMatchObject({
      error: 'Someone else changed this in the meantime.',
    })
    const asOwner = (await test.as(practice.owner).call(patients.get, { params: { id: testCase.id } })).body.patient
    expect(asOwner).toMatchObject({ doctor_notes: 'First', internal_notes: null })
    expect(
      (await test.as(practice.owner).call(patients.history, { params: { id: testCase.id } })).body.history.map(
        (entry) => entry.event,
      ),
    ).not.toContain('internal_notes_changed')
    expect(
      (await test.as(support).call(patients.get, { params: { id: testCase.id } })).body.patient.internal_notes,
    ).toBe('Only us')
  })
  it('a hold needs a reason and leaves an entry; taking it back may say why', async () => {
    const testCase = await given.case({ practice })
    const hold = (body: object) =>
      test.as(practice.owner).call(patients.toggleHold, { params: { id: testCase.id }, body: body as never })
    expect((await hold({ on_hold: true })).body).toMatchObject({ error: { reason: ['Required'] } })
    expect((await hold({ on_hold: true, reason: 'Away' })).body.patient.on_hold_notes).toMatchObject([
      { note: 'Away', is_on_hold_reason: true, is_on_hold_note: false, asks_doctor: false },
    ])
    expect((await hold({ on_hold: true, reason: 'Again' })).status).toBe(409)
    expect((await hold({ on_hold: false, reason: 'Back' })).body.patient).toMatchObject({
      is_on_hold: false,
      on_hold_notes: [{ note: 'Back' }, { note: 'Away' }],
    })
    // Only the lab asks the doctor: then the case waits for the answer.
    const asked = await test.as(await given.user('tech_support')).call(patients.toggleHold, {
      params: { id: testCase.id },
      body: { on_hold: true, reason: 'Again', should_notify_doctor: true },
    })
    expect(asked.body.patient.on_hold_notes[0]).toMatchObject({ note: 'Again', asks_doctor: true })
    const waiting = async () => {
      const at = { params: { id: practice.id } }
      const list = await test
        .as(practice.owner)
        .call(patients.listOfOrganization, { ...at, query: { 'filter[asks_doctor_only]': true } })
      const { counts } = (await test.as(practice.owner).call(patients.countsPerStatus, at)).body
      expect(list.body.meta.total).toBe(counts.questions)
      return list.body.patients.map(({ id }) => id)
    }
    expect(await waiting()).toEqual([testCase.id])
    expect((await hold({ on_hold: false })).body.patient.on_hold_notes).toMatchObject([
      { note: '', name: 'Olga Owner', is_on_hold_reason: false, is_on_hold_note: true },
      { note: 'Again' },
      { note: 'Back' },
      { note: 'Away' },
    ])
    expect(await waiting(), 'answered').toEqual([])
    await hold({ on_hold: true, reason: 'On holiday' })
    expect(await waiting(), 'held by the practice itself').toEqual([])
  })
})
