import { conversations } from '@archwire/contract/conversations/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

/** What becomes of the form of an archived case that moves to a new one, and of the case that it leaves (`cases/created`). */
let test: TestApp
let given: Given
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
})
afterAll(() => test.close())

const trays = { export_type: 1, print_assignment: 1, jaws_id: 3 } as const

/** The new case that took the form. */
async function moveTo({ practice, rxFormId }: GivenCase) {
  const { status, body } = await test.as(admin).call(patients.create, {
    body: {
      first_name: 'Ada',
      last_name: `Moved ${given.unique().toUpperCase()}`,
      user_id: practice.owner.id,
      organization_id: practice.id,
      rx_form_id: rxFormId,
    } as never,
  })
  expect(status).toBe(200)
  return body.patient
}
const caseOf = async (who: TestUser, id: number) =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient
const startFirstStep = async (who: TestUser, patientId: number) => {
  const { id, processes, version } = (await caseOf(who, patientId)).initial_case_setup!
  const started_at = new Date(Date.now() - 60_000).toISOString()
  return test.as(who).call(techWorkflows.saveProcesses, {
    params: { id },
    body: { version, processes: [{ id: processes[0]!.id, started_at, finished_at: null }] } as never,
  })
}

describe('the price', () => {
  it('is that of the submit, by its list, whatever the lab asks since', async () => {
    const source = await given.case({ form: trays as object, archived: true })
    const { owner } = source.practice
    const { price } = (await caseOf(owner, source.id)).rx_form!
    await sql`insert into price_lists (prices)
      select jsonb_set(prices, '{arch,print}', '9900') from price_lists order by version desc limit 1`.execute(
      test.connection.db,
    )
    const { id, rx_form } = await moveTo(source)
    expect((await caseOf(owner, id)).rx_form!.price).toEqual(price)
    const one = await test.as(owner).call(rxForms.change, {
      params: { id: rx_form!.id },
      body: { jaws_id: 1 } as never,
    })
    expect(one.status).toBe(200)
    expect(one.body.rx_form.price).toMatchObject({ price_list: price!.price_list })
    const back = await test
      .as(owner)
      .call(rxForms.change, { params: { id: rx_form!.id }, body: { jaws_id: 3 } as never })
    expect(back.body.rx_form.price).toEqual(price)
  })

  it('and the days of before are kept with the case that the form left', async () => {
    const source = await given.case({ form: trays as object, archived: true })
    const before = (await caseOf(source.practice.owner, source.id)).rx_form!
    await moveTo(source)
    const { rows } = await sql<{
      data: { price_list: number; price_lines: unknown[]; ship_date: string; rx_form_id: number }
    }>`
      select data from case_history where patient_id = ${source.id} and event = 'rx_form_moved'`.execute(
      test.connection.db,
    )
    expect(rows[0]!.data).toMatchObject({
      rx_form_id: source.rxFormId,
      price_list: before.price!.price_list,
      ship_date: before.ship_date,
    })
    expect(rows[0]!.data.price_lines).toHaveLength(before.price!.lines.length)
  })
})

it('a day that has passed plans nothing: the case starts without days', async () => {
  const source = await given.case({ form: trays as object, archived: true })
  await sql`update rx_forms set bonding_date = '2024-05-02' where id = ${source.rxFormId}`.execute(test.connection.db)
  expect((await moveTo(source)).rx_form).toMatchObject({ bonding_date: '2024-05-02', ship_date: null })
})

describe('the work', () => {
  it('of the lab starts with the steps that a submit gives, and can be recorded', async () => {
    const asSubmitted = await given.case({ form: trays as object })
    const source = await given.case({ form: trays as object, archived: true, practice: asSubmitted.practice })
    const moved = await moveTo(source)
    const stepsOf = async (id: number) =>
      (await caseOf(admin, id)).initial_case_setup!.processes.map(({ process }) => process)
    expect(await stepsOf(moved.id)).toEqual(await stepsOf(asSubmitted.id))
    expect((await startFirstStep(admin, moved.id)).status).toBe(200)
    expect((await caseOf(admin, moved.id)).patient_status.key).toBe('in_progress')
    expect(await given.staleRows()).toEqual([])
  })

  it('of a partner continues with the partner, who leaves the case without its form', async () => {
    const practice = await given.practice({ partner: true })
    const partner = practice.partner!.user
    const source = await given.case({ practice, form: { submission_completed_by: 3 }, archived: true })
    expect((await test.as(partner).call(patients.get, { params: { id: source.id } })).status).toBe(200)
    const moved = await moveTo(source)
    expect((await startFirstStep(partner, moved.id)).status).toBe(200)
    expect((await test.as(partner).call(patients.get, { params: { id: source.id } })).status).toBe(404)
    expect(await given.staleRows()).toEqual([])
  })

  it('of a partner that the practice no longer names stays the partner’s', async () => {
    const practice = await given.practice({ partner: true })
    const source = await given.case({ practice, form: { submission_completed_by: 3 }, archived: true })
    await sql`update organizations set third_party_partner_id = null where id = ${practice.id}`.execute(
      test.connection.db,
    )
    const moved = await moveTo(source)
    expect((await startFirstStep(practice.partner!.user, moved.id)).status).toBe(200)
  })

  it('of a practice is in progress without steps, as when it was submitted', async () => {
    const source = await given.case({ form: { submission_completed_by: 2 }, archived: true })
    const moved = await moveTo(source)
    expect(moved).toMatchObject({
      patient_status: { key: 'in_progress' },
      rx_form: { status: { key: 'in_progress' } },
      initial_case_setup: null,
    })
    expect(await given.staleRows()).toEqual([])
  })
})

it('the technician of the setup is not told of a restored case whose form has moved', async () => {
  const technician = await given.user('admin')
  const supervisor = await given.user('supervisor')
  const source = await given.case({ stage: 'completed', tech: technician, archived: true })
  const { owner } = source.practice
  await moveTo(source)
  expect((await test.as(admin).call(patients.restore, { params: { id: source.id } })).status).toBe(200)
  const toldOf = async (text: string) => {
    const sent = await test.as(owner).call(conversations.send, { params: { id: source.id }, body: { text } as never })
    expect(sent.status).toBe(200)
    const { rows } = await sql<{ user_id: number }>`
      select t.user_id from message_recipients t join messages m on m.id = t.message_id where m.patient_id = ${source.id}`.execute(
      test.connection.db,
    )
    return rows.map(({ user_id }) => user_id)
  }
  const told = await toldOf('Is it ready?')
  expect(told).toContain(supervisor.id)
  expect(told).not.toContain(technician.id)
})
