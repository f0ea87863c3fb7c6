import { orders } from '@archwire/contract/billing/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '../../src/db/client.ts'
import { completeSetup, markAsReady, requestChanges } from '../../src/modules/cases/index.ts'
import { uncharge } from '../../src/modules/charges/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { asOwner } from '../as-owner.ts'
import { atOnce } from '../at-once.ts'
import { chargedCasesIn, delay, rush, taking, trays } from '../case-core/charged-cases.ts'
import { crowd } from '../crowd.ts'
import { givenIn, type Given, type GivenCase, type GivenPractice } from '../given.ts'

/** What a case costs as the ledger has it, from its submission to its cancellation (`billing/case-rows`). */
let test: TestApp
let given: Given
let admin: TestUser
let charged: ReturnType<typeof chargedCasesIn>
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  charged = chargedCasesIn(test, given)
  admin = await given.user('admin')
})
afterAll(() => test.close())

const oneArch = { jaws_id: 1 }
const bothArches = { jaws_id: 3 }
/** The lines of the trays in a state, of two arches or one. */
const lines = (version: number, state: string, arches = 2, day = delay) =>
  [1500, 4500, 1500, 1000].map(
    (unit, at) =>
      `form ${['software', 'initial_case_setup', 'tray_design', 'export_tray'][at]} v${version} ${unit * arches} +${day} ${state}`,
  )
const change = (who: TestUser, { rxFormId }: GivenCase, body: object) =>
  test.as(who).call(rxForms.change, { params: { id: rxFormId }, body: body as never })
const cancel = (who: TestUser, { rxFormId }: GivenCase) =>
  test.as(who).call(rxForms.cancel, { params: { id: rxFormId }, body: { reason: 'Moved away' } })
const run = <T>(work: (trx: Trx) => Promise<T>) => test.connection.db.transaction().execute(work)
/** Notify, so many days from now; `round`: after the doctor asked for changes. */
async function notify(testCase: GivenCase, days: number, round = false): Promise<void> {
  const { id, rxFormId, practice } = testCase
  const { labZone } = test.config
  if (round) {
    const doctor = await charged.later(practice.owner, testCase, days)
    await run((trx) => requestChanges(trx, doctor, id, { note: 'Rotate it.' }, labZone))
  }
  const tech = await charged.later(admin, testCase, days)
  await run((trx) => markAsReady(trx, tech, rxFormId, { same_setup: true }, labZone))
}
async function withSetup(form: object, practiceId?: GivenPractice): Promise<GivenCase> {
  const practice = practiceId ?? (await charged.practiceWith())
  const testCase = await given.case({ practice, form: { ...trays, ...form }, stage: 'in_progress' })
  await given.scanFile(testCase, admin, { bytes: given.scan('upper', 2), kind: 'setup', jaws_id: 1, name: 'setup.stl' })
  return testCase
}

describe('a submit', () => {
  it('writes the lines of its form, by the prices that it keeps, from the day after the delay on', async () => {
    const practice = await charged.practiceWith()
    const testCase = await given.case({ practice, form: { ...trays, ...rush } })
    expect(await charged.rowsOf(testCase)).toEqual(lines(1, 'open'))
    const [row] = await asOwner<object>(
      `select organization_id, patient_id, kind, label, why, times, unit_cents, printed_arches, price_overrides, user_id, user_name,
        price_list = (select price_list from rx_forms where id = $1) as by_its_list from charges where source_id = $1 order by id`,
      [testCase.rxFormId],
      test.ownerUrl,
    )
    expect(row).toEqual({
      organization_id: practice.id,
      patient_id: testCase.id,
      kind: 'arch',
      label: 'Software',
      why: 'Two arches. The setup is planned with the software.',
      times: 2,
      unit_cents: 1500,
      printed_arches: 0,
      price_overrides: 1,
      user_id: practice.owner.id,
      user_name: 'Olga Owner',
      by_its_list: true,
    })
    expect(
      await charged.rowsOf(await given.case({ practice, form: { ...trays, submission_completed_by: 2 } })),
    ).toEqual([])
  })

  it('is charged on hold and archived as before, and once under one key', async () => {
    const practice = await charged.practiceWith()
    const held = await given.case({ practice, form: trays, held: true })
    const archived = await given.case({ practice, form: trays, archived: true })
    for (const testCase of [held, archived]) expect(await charged.rowsOf(testCase)).toEqual(lines(1, 'open'))
    const body = given.form(practice, { ...trays, submission_completed_by: 1 }) as never
    const call = { params: { id: practice.id }, body }
    const answers = await crowd(4, () =>
      test
        .as(practice.manager)
        .call(rxForms.submitForOrganization, call, { 'idempotency-key': `one-case-of-${practice.id}` }),
    )
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
    const { id } = answers.find(({ status }) => status === 200)!.body.rx_form
    const { rows } = await sql<{ form: number }>`
      select distinct source_id as form from charges where organization_id = ${practice.id}`.execute(test.connection.db)
    expect(rows.map(({ form }) => form).sort((a, b) => a - b)).toEqual([held.rxFormId, archived.rxFormId, id])
    expect(await charged.rowsOf({ rxFormId: id })).toEqual(lines(1, 'open'))
  })
})

describe('a changed form', () => {
  it('has its rows anew with their first day, twice; a change without a price touches none', async () => {
    const testCase = await given.case({ practice: await charged.practiceWith(), form: trays })
    await charged.change(testCase, oneArch, 3)
    await charged.change(testCase, { special_instructions: 'Please call.', shipping_method: 'express' }, 4)
    await charged.change(testCase, bothArches, 5)
    expect(await charged.rowsOf(testCase)).toEqual([
      ...lines(1, 'changed'),
      ...lines(2, 'changed', 1),
      ...lines(4, 'open'),
    ])
  })

  it('costs the difference to what closed orders hold, before and after a closing', async () => {
    const practice = await charged.practiceWith()
    const testCase = await given.case({ practice, form: trays })
    await charged.change(testCase, oneArch, 1)
    await charged.close(practice)
    await charged.change(testCase, bothArches, 3)
    await charged.change(testCase, { ...bothArches, export_type: 2 }, 4)
    const before = [...lines(1, 'changed'), ...lines(2, 'closed', 1)]
    const [more, changed] = (await charged.rowsOf(testCase)).slice(before.length)
    expect(more).toBe('change - v3 8500 +3 changed')
    expect(changed).toMatch(/^change - v4 -?\d+ \+4 open$/)
    await charged.close(practice)
    await charged.change(testCase, { ...oneArch, export_type: 1 }, 6)
    const rows = await charged.rowsOf(testCase)
    const cents = Number(changed!.split(' ')[3])
    expect(rows.slice(before.length)).toEqual([
      more,
      changed!.replace('open', 'closed'),
      `change - v5 ${-cents} +6 open`,
    ])
    expect(await charged.sumOf(testCase)).toBe(8500)
  })

  it('back to what the closed order holds leaves no difference', async () => {
    const practice = await charged.practiceWith()
    const testCase = await given.case({ practice, form: trays })
    await charged.close(practice)
    await charged.change(testCase, oneArch)
    await charged.change(testCase, bothArches)
    expect(await charged.rowsOf(testCase)).toEqual([...lines(1, 'closed'), 'change - v2 -8500 +0 changed'])
  })

  it('that is free and then is not has its first day again; after a closing all is taken off', async () => {
    const practice = await charged.practiceWith({ partner: true })
    const testCase = await given.case({ practice, form: trays })
    const assigned = (to: 1 | 3, days: number) => charged.change(testCase, { submission_completed_by: to }, days)
    await assigned(3, 1)
    expect(await charged.sumOf(testCase)).toBe(0)
    await charged.close(practice)
    await assigned(1, 4)
    expect(await charged.rowsOf(testCase)).toEqual([...lines(1, 'changed'), ...lines(3, 'open')])
    await charged.close(practice)
    await assigned(3, 5)
    expect((await charged.rowsOf(testCase)).at(-1)).toBe('change - v4 -17000 +5 open')
    // Never charged before: from the day of its submission and the delay, all the same.
    const partners = await given.case({ practice, form: { ...trays, submission_completed_by: 3 } })
    await charged.change(partners, { submission_completed_by: 1 }, 9)
    expect(await charged.rowsOf(partners)).toEqual(lines(2, 'open'))
  })

  it('of before the ledger has no rows, changed or rushed', async () => {
    const practice = await charged.practiceWith()
    const testCase = await withSetup(rush, practice)
    await asOwner('update rx_forms set is_billed = false where id = $1', [testCase.rxFormId], test.ownerUrl)
    await asOwner('delete from charges where source_id = $1', [testCase.rxFormId], test.ownerUrl)
    await charged.change(testCase, oneArch)
    await notify(testCase, 0)
    expect(await charged.rowsOf(testCase)).toEqual([])
  })

  it('by the partner that submitted it is charged like any other', async () => {
    const practice = await charged.practiceWith({ partner: true })
    const { user } = practice.partner!
    const testCase = await given.case({ practice, form: { ...trays, print_assignment: 3 } })
    await sql`update patients set created_by_user_id = ${user.id} where id = ${testCase.id}`.execute(test.connection.db)
    expect((await change(user, testCase, oneArch)).status).toBe(200)
    expect(await charged.rowsOf(testCase)).toEqual([...lines(1, 'changed'), ...lines(2, 'open', 1)])
  })

  it('has its rows voided also by a partner that the practice names no longer when they are', async () => {
    const practice = await charged.practiceWith({ partner: true })
    const testCase = await given.case({ practice, form: { ...trays, print_assignment: 3 } })
    const { db } = test.connection
    const partner = await given.actor(practice.partner!.user)
    await sql`update organizations set third_party_partner_id = null where id = ${practice.id}`.execute(db)
    const locked = { id: testCase.id, organization_id: practice.id, rx_form_id: testCase.rxFormId }
    await run((trx) => uncharge(trx, partner, locked))
    expect(await charged.rowsOf(testCase)).toEqual(lines(1, 'canceled'))
  })
})

describe('a rush', () => {
  it('counts on the day on which the setup is ready first, once', async () => {
    const testCase = await withSetup(rush)
    await notify(testCase, 1)
    const rows = [...lines(1, 'open'), 'rush rush_case v1 3500 +1 open']
    expect(await charged.rowsOf(testCase)).toEqual(rows)
    await notify(testCase, 4, true)
    expect(await charged.rowsOf(testCase)).toEqual(rows)
  })

  it('counts when the setup is completed without Notify; switched off before, it costs nothing', async () => {
    const [completed, off] = [await withSetup(rush), await withSetup(rush)]
    await charged.change(off, { rush_case: false, rush_case_authorized_by: '' }, 0)
    for (const testCase of [completed, off]) {
      const tech = await charged.later(admin, testCase, 1)
      await run((trx) => completeSetup(trx, tech, testCase.id, { by: 'Dr. Owner' }, test.config.labZone))
    }
    expect((await charged.rowsOf(completed)).at(-1)).toBe('rush rush_case v1 3500 +1 open')
    expect(await charged.sumOf(off)).toBe(17_000)
  })

  it('that changes later follows its form: off, on again, and after a closing', async () => {
    const practice = await charged.practiceWith()
    const testCase = await withSetup(rush, practice)
    await notify(testCase, 1)
    const doctor = await charged.later(practice.owner, testCase, 2)
    await run((trx) => requestChanges(trx, doctor, testCase.id, { note: 'Rotate it.' }, test.config.labZone))
    await charged.change(testCase, { rush_case: false, rush_case_authorized_by: '' }, 3)
    expect(await charged.sumOf(testCase)).toBe(17_000)
    await charged.change(testCase, rush, 4)
    expect((await charged.rowsOf(testCase)).at(-1)).toBe('rush rush_case v3 3500 +1 open')
    const tech = await charged.later(admin, testCase, 5)
    await run((trx) => markAsReady(trx, tech, testCase.rxFormId, { same_setup: true }, test.config.labZone))
    expect(await charged.sumOf(testCase)).toBe(20_500)
    await charged.close(practice)
    await run((trx) => requestChanges(trx, doctor, testCase.id, { note: 'Again.' }, test.config.labZone))
    await charged.change(testCase, { rush_case: false, rush_case_authorized_by: '' }, 6)
    expect((await charged.rowsOf(testCase)).at(-1)).toBe('change - v4 -3500 +6 open')
  })

  it('is charged once by two who notify at once', async () => {
    const testCase = await withSetup(rush)
    const notified = (who: TestUser) => () =>
      test.as(who).call(rxForms.markAsReady, { params: { id: testCase.rxFormId }, body: {} })
    const lock = sql`select 1 from patients where id = ${testCase.id} for update`
    const seen = await atOnce(test, [notified(admin), notified(await given.user('supervisor'))], { lock, begins: 0 })
    expect(seen.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect((await charged.rowsOf(testCase)).filter((row) => row.startsWith('rush'))).toHaveLength(1)
  })
})

it('a form that moves to another case keeps its rows, which its invoice names by that case, and is not charged again', async () => {
  const practice = await charged.practiceWith()
  const source = await withSetup(rush, practice)
  await notify(source, 0)
  const rows = await charged.rowsOf(source)
  expect((await test.as(admin).call(patients.archive, { params: { id: source.id } })).status).toBe(200)
  const names = { first_name: 'Ada', last_name: `Moved ${given.unique().toUpperCase()}`, case_number_text: '' }
  const named = { ...names, user_id: practice.owner.id, organization_id: practice.id, rx_form_id: source.rxFormId }
  const { status, body } = await test.as(admin).call(patients.create, { body: named as never })
  expect(status).toBe(200)
  expect(await charged.rowsOf(source)).toEqual(rows)
  const moved = { ...source, id: body.patient.id }
  const invoice = (await test.as(admin).call(orders.current, { params: { id: practice.id } })).body
  const blocks = invoice.metadata.template_data.patients.map(({ patient_id, case_number }) => [patient_id, case_number])
  expect(blocks).toEqual([[moved.id, moved.id]])
  await charged.change(moved, oneArch, 3)
  expect(await charged.sumOf(source)).toBe(8500 + 3500)
  const { rows: of } = await sql<{ patient_id: number }>`
    select distinct patient_id from charges where source_id = ${source.rxFormId} and voided_at is null`.execute(
    test.connection.db,
  )
  expect(of).toEqual([{ patient_id: moved.id }])
})

describe('a cancellation', () => {
  it('voids what no closed order holds, also of work that has started; the rest stays', async () => {
    const practice = await charged.practiceWith()
    const [early, started, late] = [
      await given.case({ practice, form: trays }),
      await withSetup(rush, practice),
      await given.case({ practice, form: trays }),
    ]
    await notify(started, 0)
    expect((await cancel(practice.owner, early)).status).toBe(200)
    expect((await cancel(admin, started)).status).toBe(200)
    expect(await charged.rowsOf(early)).toEqual(lines(1, 'canceled'))
    expect(await charged.rowsOf(started)).toEqual([...lines(1, 'canceled'), 'rush rush_case v1 3500 +0 canceled'])
    await charged.close(practice)
    await charged.change(late, bothArches)
    await charged.change(late, oneArch)
    expect((await cancel(admin, late)).status).toBe(200)
    expect(await charged.rowsOf(late)).toEqual([...lines(1, 'closed'), 'change - v2 -8500 +0 canceled'])
  })
})

describe('at once', () => {
  it('ten people change one form: what counts is the price of the last change', async () => {
    const practice = await charged.practiceWith()
    const testCase = await given.case({ practice, form: trays })
    const people = await Promise.all(Array.from({ length: 10 }, () => given.user('admin')))
    const answers = await crowd(people.length, (at) => change(people[at]!, testCase, at % 2 ? bothArches : oneArch))
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
    const { rx_form } = (await test.as(admin).call(rxForms.get, { params: { id: testCase.rxFormId } })).body
    const arches = rx_form.price!.lines.find(({ label }) => label === 'Software')!.quantity
    expect(await charged.sumOf(testCase)).toBe(arches * 8500)
    expect((await charged.rowsOf(testCase)).filter((row) => row.endsWith('open'))).toHaveLength(4)
  })

  it('a closing that has started is first: two changes add one difference, a cancellation voids that alone', async () => {
    const practice = await charged.practiceWith()
    const testCase = await given.case({ practice, form: trays })
    const changed = (who: TestUser) => () => charged.change(testCase, oneArch, 3, who).then(() => ({ status: 200 }))
    const lock = taking(practice)
    expect(await atOnce(test, [changed(practice.owner), changed(practice.manager)], { lock, begins: 0 })).toEqual([
      'done',
      'done',
    ])
    expect(await charged.rowsOf(testCase)).toEqual([...lines(1, 'closed'), 'change - v2 -8500 +3 open'])
    const both = [() => cancel(practice.owner, testCase), () => change(practice.manager, testCase, bothArches)] as const
    const seen = await atOnce(test, both, { lock: taking(practice), begins: 0 })
    expect(seen).toEqual(['done', '409 The Rx form of this case is canceled.'])
    expect(await charged.sumOf(testCase)).toBe(8500)
  })

  it('a change or a cancellation that has started is first: the closing takes nothing of what they void', async () => {
    const calls = [
      (testCase: GivenCase) => change(admin, testCase, oneArch),
      (testCase: GivenCase) => cancel(admin, testCase),
    ]
    const cases: GivenCase[] = []
    for (const call of calls) {
      const practice = await charged.practiceWith()
      const testCase = await given.case({ practice, form: trays })
      const lock = sql`select id from charges where organization_id = ${practice.id} order by id for no key update`
      const closing = async () => (await taking(practice).execute(test.connection.db), { status: 200 })
      expect(await atOnce(test, [() => call(testCase), closing], { lock, begins: 0 })).toEqual(['done', 'done'])
      cases.push(testCase)
    }
    const [changed, canceled] = cases as [GivenCase, GivenCase]
    expect(await charged.rowsOf(changed)).toEqual([...lines(1, 'changed'), ...lines(2, 'open', 1)])
    expect(await charged.rowsOf(canceled)).toEqual(lines(1, 'canceled'))
  })
})
