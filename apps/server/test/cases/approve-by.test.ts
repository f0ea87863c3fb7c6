import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remindOfDeadlines } from '../../src/modules/cases/deadlines.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'
import { mailText } from '../mail-text.ts'

/** By when a setup is to be approved (`cases/approve-by`). */
let test: TestApp
let given: Given
let lab: TestUser
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  lab = await given.user('admin')
  tech = await given.user('tech_support')
})
afterAll(() => test.close())

const zone = 'America/Denver'
/** A case whose setup waits for its doctor. */
const waiting = (practice?: GivenPractice): Promise<GivenCase> =>
  given.case({ stage: 'awaiting_approval', tech, ...(practice && { practice }), form: { export_type: 1 } })
const hold = (testCase: GivenCase, on_hold: boolean) =>
  test.as(lab).call(patients.toggleHold, {
    params: { id: testCase.id },
    body: { on_hold, action_owner_name: 'Lab', reason: 'Waiting.', should_notify_doctor: false } as never,
  })
const caseOf = async (testCase: GivenCase, who = testCase.practice.owner) =>
  (await test.as(who).call(patients.get, { params: { id: testCase.id } })).body.patient
const rowOf = async (testCase: GivenCase, who = testCase.practice.owner) =>
  (await test.as(who).call(patients.list, { query: { perPage: '100' } as never })).body.patients.find(
    ({ id }) => id === testCase.id,
  )!
/** The moment is so many hours from now. */
const passesIn = (testCase: GivenCase, hours: number) =>
  sql`update rx_forms set approve_by = date_trunc('second', now()) + make_interval(hours => ${hours}::int)
    where organization_id = ${testCase.practice.id} and patient_id = ${testCase.id}`.execute(test.connection.db)
const remind = () => remindOfDeadlines({ db: test.connection.db, publicUrl: 'http://archwire.test', labZone: zone })
const bellOf = async ({ id }: GivenCase, { id: user }: TestUser) =>
  (
    await sql<{ message: string }>`select message from notifications where user_id = ${user} and patient_id = ${id}
      and type = 'approve_by' order by id`.execute(test.connection.db)
  ).rows.map(({ message }) => message)
const mailsTo = async ({ id }: TestUser) =>
  (
    await sql<{
      subject: string
      text: string
    }>`select m.subject, ${mailText} as text from mails m join users u on u.email = m.to_address
      where u.id = ${id} and m.kind = 'approvals.deadline' order by m.id`.execute(test.connection.db)
  ).rows

describe('the moment', () => {
  it('is planned with the day on which the case ships, at closing time of the lab', async () => {
    const testCase = await waiting()
    const { approve_by, ship_date } = await caseOf(testCase)
    const { rows } = await sql<{ clock: string; days: number }>`
      select to_char(${approve_by!}::timestamptz at time zone ${zone}, 'HH24:MI:SS') as clock,
        (select count(*)::int from generate_series((${approve_by!}::timestamptz at time zone ${zone})::date + 1, ${ship_date!}::date, interval '1 day') d
          where extract(isodow from d) < 6) as days`.execute(test.connection.db)
    expect(rows[0]!.clock).toBe('16:00:00')
    // A holiday of the lab may lie between.
    expect([2, 3, 4]).toContain(rows[0]!.days)
  })

  it('is read by practice and lab, on the case and in the lists, while the setup waits and the case is not on hold', async () => {
    const testCase = await waiting()
    const { approve_by } = await caseOf(testCase)
    expect(approve_by).toBeDefined()
    expect((await rowOf(testCase)).approve_by).toBe(approve_by)
    expect((await caseOf(testCase, lab)).approve_by).toBe(approve_by)
    await hold(testCase, true)
    expect((await caseOf(testCase)).approve_by).toBeUndefined()
    expect((await rowOf(testCase)).approve_by).toBeUndefined()
    await hold(testCase, false)
    expect((await rowOf(testCase)).approve_by).toBe(approve_by)
    const { seen } = await caseOf(testCase)
    const approved = await test
      .as(testCase.practice.owner)
      .call(patients.approve, { params: { id: testCase.id }, body: { seen } })
    expect(approved.body.patient.approve_by).toBeUndefined()
    expect((await rowOf(testCase)).approve_by).toBeUndefined()
  })

  it('of a New case there is none to read yet', async () => {
    const testCase = await given.case({ form: { export_type: 1 } })
    expect((await caseOf(testCase)).approve_by).toBeUndefined()
  })

  it('moves with the day of a changed form', async () => {
    const testCase = await waiting()
    const before = (await caseOf(testCase)).approve_by!
    const change = await test.as(testCase.practice.owner).call(rxForms.change, {
      params: { id: testCase.rxFormId },
      body: { shipping_method: 'urgent', bonding_date: null },
    })
    expect(change.status).toBe(200)
    const patient = await caseOf(testCase)
    expect(patient.approve_by).toBeDefined()
    const { rows } = await sql<{ planned: string | null }>`
      select iso(approve_by) as planned from rx_forms where patient_id = ${testCase.id}`.execute(test.connection.db)
    expect(patient.approve_by).toBe(rows[0]!.planned)
    expect(Date.parse(patient.approve_by!)).toBeLessThanOrEqual(Date.parse(before))
  })
})

describe('the reminder', () => {
  it('comes once, by bell and mail, before the moment passes', async () => {
    const testCase = await waiting()
    const { owner } = testCase.practice
    await passesIn(testCase, 2)
    await remind()
    await remind()
    expect(await bellOf(testCase, owner)).toEqual([
      expect.stringMatching(/^Please approve the setup by \w{3}, .+ [AP]M /),
    ])
    const [mail, ...more] = await mailsTo(owner)
    expect(more).toEqual([])
    expect(mail!.subject).toMatch(new RegExp(`^Case C-${testCase.id}: please approve the setup by `))
    expect(mail!.text).toContain('/patients?filter[patient_status_id]=3')
    // Planned anew it is told anew.
    await passesIn(testCase, 3)
    await remind()
    expect(await bellOf(testCase, owner)).toHaveLength(2)
  })

  it('is one, too, when two runs of the job meet', async () => {
    const testCase = await waiting()
    await passesIn(testCase, 2)
    await Promise.all([remind(), remind(), remind(), remind()])
    expect(await mailsTo(testCase.practice.owner)).toHaveLength(1)
    expect(await bellOf(testCase, testCase.practice.owner)).toHaveLength(1)
  })

  it('does not go to people of a disabled practice', async () => {
    const testCase = await waiting()
    await passesIn(testCase, 2)
    await sql`update organizations set disabled_at = now() where id = ${testCase.practice.id}`.execute(
      test.connection.db,
    )
    await remind()
    expect(await mailsTo(testCase.practice.owner)).toEqual([])
  })

  it('is one mail for all setups of a doctor', async () => {
    const practice = await given.practice()
    const [first, second] = [await waiting(practice), await waiting(practice)]
    for (const due of [first, second]) await passesIn(due, 2)
    await remind()
    const mails = await mailsTo(practice.owner)
    expect(mails.map(({ subject }) => subject)).toEqual(['2 setups need your approval soon'])
    for (const { id } of [first, second]) expect(mails[0]!.text).toContain(`C-${id} by `)
  })

  it('does not come for cases that are past due, far ahead, on hold, canceled or decided', async () => {
    const practice = await given.practice()
    const cases = []
    for (let index = 0; index < 4; index += 1) cases.push(await waiting(practice))
    const [passed, far, held, decided] = cases as [GivenCase, GivenCase, GivenCase, GivenCase]
    await passesIn(passed, -1)
    await passesIn(far, 24 * 9)
    await passesIn(held, 2)
    await hold(held, true)
    await passesIn(decided, 2)
    const { seen } = await caseOf(decided)
    await test.as(practice.owner).call(patients.approve, { params: { id: decided.id }, body: { seen } })
    await remind()
    for (const silent of cases) expect(await bellOf(silent, practice.owner)).toEqual([])
    expect(await mailsTo(practice.owner)).toEqual([])
    // Released it is told the next morning.
    await hold(held, false)
    await remind()
    expect(await bellOf(held, practice.owner)).toHaveLength(1)
  })
})
