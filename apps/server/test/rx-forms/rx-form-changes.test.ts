import { notifications } from '@archwire/contract/notifications/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, printing, type Given, type GivenCase } from '../given.ts'
import { seenBy } from '../seen.ts'

/** A submitted form is changed by practice and lab, as far as its case still allows it (`rx-form/change`). */
let test: TestApp
let given: Given
let tech: TestUser
let admin: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('supervisor')
  admin = await given.user('admin')
})
afterAll(() => test.close())

const formOf = async (changing: GivenCase, as: TestUser) =>
  (await test.as(as).call(rxForms.get, { params: { id: changing.rxFormId } })).body
const change = (changing: GivenCase, as: TestUser, body: object) =>
  test.as(as).call(rxForms.change, { params: { id: changing.rxFormId }, body: body as never })
const caseOf = async (changing: GivenCase, as: TestUser) =>
  (await test.as(as).call(patients.get, { params: { id: changing.id } })).body.patient
const revisionsOf = async (changing: GivenCase, as: TestUser) =>
  (await test.as(as).call(rxForms.revisions, { params: { id: changing.rxFormId } })).body.revisions
const stepsOf = async (changing: GivenCase) =>
  (await caseOf(changing, tech)).initial_case_setup?.processes.map(({ process }) => process) ?? []

describe('while a case is New, all of it can be changed', () => {
  it('name, doctor, number and order; the case follows', async () => {
    const testCase = await given.case()
    const { practice } = testCase
    const answer = await change(testCase, practice.owner, {
      first_name: 'Grace',
      last_name: 'Hopper',
      case_number_text: 'H-1',
      user_id: practice.member.id,
      impression_type: 2,
      products_list: 4,
      special_instructions: 'Keep the diastema.',
      version: 1,
    })
    expect(answer).toMatchObject({ status: 200, body: { message: 'RxForm successfully updated.' } })
    expect(answer.body.rx_form).toMatchObject({ version: 2, products_list_names: ['Rough'] })
    const patient = await caseOf(testCase, practice.member)
    expect(patient).toMatchObject({ full_name: 'Grace Hopper', case_number_text: 'H-1', user_id: practice.member.id })
    // A stone model is not poured, a rough one has no base.
    expect(await stepsOf(testCase)).toEqual(['Received', 'Prepped', 'Sorted', 'Scan', 'Sculpt', 'Uploaded'])
    expect((await formOf(testCase, practice.owner)).metadata.values).toMatchObject({
      first_name: 'Grace',
      impression_type: 2,
    })
  })

  it('a name that the practice has already gets a suffix, its own stays as it is', async () => {
    const practice = await given.practice()
    const [first, second] = [await given.case({ practice }), await given.case({ practice })]
    const { first_name, last_name } = await caseOf(first, tech)
    expect((await change(second, practice.owner, { first_name, last_name: last_name.toUpperCase() })).status).toBe(200)
    expect((await caseOf(second, tech)).numeric_suffix).toBe(1)
    expect((await change(second, practice.owner, { first_name, last_name })).status).toBe(200)
    expect((await caseOf(second, tech)).numeric_suffix).toBe(1)
  })

  it('a case that is made in the office after all is In Progress, without steps of the lab', async () => {
    const testCase = await given.case()
    expect((await change(testCase, testCase.practice.owner, { submission_completed_by: 2 })).status).toBe(200)
    expect(await caseOf(testCase, tech)).toMatchObject({
      patient_status: { key: 'in_progress' },
      initial_case_setup: null,
    })
    const { history } = (await test.as(tech).call(patients.history, { params: { id: testCase.id } })).body
    expect(history[0]).toMatchObject({ event: 'rx_form_changed', from: 'New', to: 'In Progress' })
  })

  it('a case that goes to the partner is seen there, and no more when it comes back', async () => {
    const practice = await given.practice({ partner: true })
    const testCase = await given.case({ practice })
    const seen = async () =>
      (await test.as(practice.partner!.user).call(patients.get, { params: { id: testCase.id } })).status
    expect(await seen()).toBe(404)
    expect((await change(testCase, practice.owner, { submission_completed_by: 3 })).status).toBe(200)
    expect(await seen()).toBe(200)
    expect((await change(testCase, practice.owner, { submission_completed_by: 1 })).status).toBe(200)
    expect(await seen()).toBe(404)
  })

  it('refuses what the form itself would refuse, and changes nothing', async () => {
    const testCase = await given.case()
    const wrong = {
      first_name: 'ada',
      products_list: 3,
      location_id: 2_000_000_000,
      user_id: testCase.practice.assistant.id,
    }
    const answer = await change(testCase, testCase.practice.owner, wrong)
    expect(answer.status).toBe(422)
    expect(Object.keys((answer.body as unknown as { error: object }).error).sort()).toEqual(Object.keys(wrong).sort())
    expect((await formOf(testCase, tech)).rx_form.version).toBe(1)
    // Scans to upload need a scan.
    expect(
      (await change(testCase, testCase.practice.owner, { impression_type: 4, products_list: 16 })).body,
    ).toMatchObject({
      error: { scan_submission_type: ['Add the scans on the page of the case first.'] },
    })
  })

  it('refuses what the rest of the form takes back, and an order for nothing', async () => {
    const testCase = await given.case()
    // There is no partner.
    expect((await change(testCase, testCase.practice.owner, { submission_completed_by: 3 })).body).toMatchObject({
      error: { submission_completed_by: ['This does not fit the rest of the form.'] },
    })
    const working = await given.case({ stage: 'in_progress', form: { ...printing, products_list: 0 } })
    expect((await change(working, working.practice.owner, { export_type: null })).body).toMatchObject({
      error: { export_type: ['Choose a product or an export type'] },
    })
  })

  it('a day that has passed and a way that no longer exists keep no one from changing something else', async () => {
    const testCase = await given.case({ stage: 'in_progress', form: printing })
    await sql`update rx_forms set bonding_date = '2026-01-05', shipping_method = 'international' where id = ${testCase.rxFormId}`.execute(
      test.connection.db,
    )
    expect((await change(testCase, testCase.practice.owner, { special_instructions: 'x' })).status).toBe(200)
    expect((await change(testCase, testCase.practice.owner, { print_assignment: 2 })).status).toBe(200)
  })

  it('a whole form takes the place of the one before', async () => {
    const testCase = await given.case({ form: { special_instructions: 'Old' } })
    const { values } = (await formOf(testCase, tech)).metadata
    const { special_instructions: _, ...rest } = values
    const replace = (body: object) =>
      test.as(testCase.practice.owner).call(rxForms.replace, { params: { id: testCase.rxFormId }, body: body as never })
    // What is left out is no empty text.
    expect(await replace(rest)).toMatchObject({ status: 422, body: { error: { special_instructions: ['Required'] } } })
    expect((await replace({ ...values, special_instructions: '' })).status).toBe(200)
    expect((await replace(values)).status).toBe(409)
    expect((await formOf(testCase, tech)).rx_form.special_instructions).toBe('')
  })
})

describe('later less and less can be changed', () => {
  it('in work: neither name nor doctor, impression, product or maker; add-ons bring and take steps', async () => {
    const testCase = await given.case({ stage: 'in_progress' })
    const { owner } = testCase.practice
    for (const closed of [
      { first_name: 'Grace' },
      { user_id: testCase.practice.member.id },
      { impression_type: 2 },
      { products_list: 2 },
      { submission_completed_by: 2 },
    ])
      expect((await change(testCase, owner, { ...closed, special_instructions: 'x' })).body).toMatchObject({
        error: { [Object.keys(closed)[0]!]: ['This can no longer be changed.'] },
      })
    const before = await stepsOf(testCase)
    expect((await change(testCase, owner, { addon_options: 16, case_number_text: '12' })).status).toBe(200)
    expect(await stepsOf(testCase)).toEqual([...before, 'Upload STLs'])
    expect((await change(testCase, owner, { addon_options: 0 })).status).toBe(200)
    expect(await stepsOf(testCase)).toEqual(before)
    const [first] = (await caseOf(testCase, tech)).initial_case_setup!.processes
    expect(first).toMatchObject({ process: before[0], started_at: expect.any(String) })
  })

  it('when it waits for approval: what goes out and what is said; a decision looks again', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval', tech, form: printing })
    const { owner } = testCase.practice
    const seen = await seenBy(test, owner, testCase.id)
    expect((await change(testCase, owner, { jaws_id: 1 })).status).toBe(422)
    expect((await change(testCase, owner, { shipping_method: 'express' })).status).toBe(200)
    const { rx_form } = await caseOf(testCase, owner)
    expect(rx_form).toMatchObject({ shipping_method: 'express', arrival_date: expect.any(String) })
    expect(await test.as(owner).call(patients.approve, { params: { id: testCase.id }, body: { seen } })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('the Rx form was changed') },
    })
  })

  it('approved: instructions and supplies, noted as after the approval; the lab corrects shipping even then', async () => {
    const testCase = await given.case({ stage: 'approved', tech, form: printing })
    const { owner } = testCase.practice
    expect((await change(testCase, owner, { special_instructions: 'Late' })).status).toBe(200)
    expect((await change(testCase, owner, { shipping_method: 'express' })).status).toBe(422)
    expect((await change(testCase, admin, { shipping_method: 'express' })).status).toBe(200)
    // What is to be shipped is the open print.
    const { open_request_id, rx_form } = await caseOf(testCase, admin)
    const request = await test.as(admin).call(customerRequests.get, { params: { id: open_request_id! } })
    expect(request.body.customer_request.printing_request).toMatchObject({
      shipping_method: 'express',
      expected_arrival_date: rx_form!.arrival_date,
      ship_date: rx_form!.ship_date,
    })
    expect((await revisionsOf(testCase, owner)).map(({ after_approval }) => after_approval)).toEqual([true, true])
  })

  it('completed: nothing, but shipping by the lab; canceled or archived: nothing at all', async () => {
    const testCase = await given.case({ stage: 'completed', tech })
    const { owner } = testCase.practice
    expect(await change(testCase, owner, { special_instructions: 'Late' })).toMatchObject({
      status: 409,
      body: { error: 'The Rx form of a completed case cannot be changed.' },
    })
    expect((await formOf(testCase, owner)).metadata.modification_rules).toEqual([])
    expect((await formOf(testCase, admin)).metadata.modification_rules).toEqual(['delivery'])
    await sql`update patients set deleted_at = now() where id = ${testCase.id}`.execute(test.connection.db)
    expect((await change(testCase, admin, { bonding_date: null })).status).toBe(409)
  })
})

describe('several people', () => {
  it('makes one of many changes on the same version, and refuses the others', async () => {
    const testCase = await given.case()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        change(testCase, index % 2 ? testCase.practice.owner : tech, {
          special_instructions: `No. ${index}`,
          version: 1,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 49 }, () => 409),
    ])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      error: 'Someone else changed this in the meantime.',
    })
    expect(await revisionsOf(testCase, tech)).toHaveLength(1)
    const { history } = (await test.as(tech).call(patients.history, { params: { id: testCase.id } })).body
    expect(history.filter(({ event }) => event === 'rx_form_changed')).toHaveLength(1)
  })

  it('others read what was changed, and the page says who did; the lab is one lab to a practice', async () => {
    const testCase = await given.case()
    const { owner, manager, member } = testCase.practice
    await change(testCase, owner, { special_instructions: 'Please hurry', jaws_id: 1 })
    await change(testCase, manager, { jaws_id: 2 })
    const unread = async (who: TestUser) => (await caseOf(testCase, who)).rx_form_unread.map(({ version }) => version)
    expect([await unread(owner), await unread(manager), await unread(tech)]).toEqual([[3], [2], [3, 2]])
    const read = (who: TestUser, version: number) =>
      test.as(who).call(rxForms.revisionsSeen, { params: { id: testCase.rxFormId }, body: { up_to_version: version } })
    expect((await read(tech, 4)).status).toBe(422)
    for (const version of [2, 3, 3]) expect((await read(tech, version)).status).toBe(200)
    expect((await read(admin, 3)).status).toBe(200)
    expect(await unread(tech)).toEqual([])
    const [last, first] = await revisionsOf(testCase, owner)
    expect(last).toMatchObject({
      changes: [{ field: 'jaws_id', label: 'Jaws', from: 'Maxillary', to: 'Mandibular' }],
      seen_by: [{ name: labName }],
    })
    expect(first!.changes.map(({ field }) => field)).toEqual(['jaws_id', 'special_instructions', 'price'])
    expect((await revisionsOf(testCase, admin))[0]!.seen_by).toHaveLength(2)
    // No one else's: a member of the practice without cases, and a stranger.
    const stranger = (await given.practice()).owner
    for (const who of [member, stranger]) expect((await read(who, 3)).status).toBe(404)
    const { history } = (await test.as(owner).call(patients.history, { params: { id: testCase.id } })).body
    expect(history.map(({ event, note }) => note ?? event)).toEqual([
      'rx_form_read',
      'rx_form_read',
      'rx_form_read',
      'Jaws: Mandibular (was Maxillary)',
      'Jaws: Maxillary (was Both); Special instructions: Please hurry (was empty)',
      'submitted',
    ])
  })

  it('a correction of the case’s record is a change that a page may not have seen', async () => {
    const testCase = await given.case({ stage: 'in_progress' })
    const correction = { params: { id: testCase.id }, body: { case_number_text: 'NEW' } }
    expect((await test.as(admin).call(patients.update, correction)).status).toBe(200)
    expect((await change(testCase, testCase.practice.owner, { case_number_text: 'MINE', version: 1 })).status).toBe(409)
    expect(await caseOf(testCase, tech)).toMatchObject({ case_number_text: 'NEW', rx_form_unread: [] })
  })

  it('who is no longer the doctor hears and reads no more of the case', async () => {
    const { owner, member, ...practice } = await given.practice()
    const testCase = await given.case({ practice: { owner, member, ...practice }, form: { user_id: member.id } })
    await sql`insert into notifications (user_id, organization_id, patient_id, patient_name, message, link, type)
      values (${member.id}, ${practice.id}, ${testCase.id}, 'Ada Case', 'The case is on hold', '/', 'held')`.execute(
      test.connection.db,
    )
    const bells = async () => (await test.as(member).call(notifications.list, {})).body.notifications
    expect(await bells()).toHaveLength(1)
    expect((await change(testCase, owner, { user_id: owner.id })).status).toBe(200)
    expect(await bells()).toEqual([])
  })

  it('what stays the same is no change', async () => {
    const testCase = await given.case({ form: { special_instructions: 'Same' } })
    expect((await change(testCase, tech, { special_instructions: 'Same' })).status).toBe(200)
    expect(await revisionsOf(testCase, tech)).toEqual([])
  })
})

describe('a case is canceled (cases/cancel)', () => {
  const cancel = (changing: GivenCase, as: TestUser, reason = 'Moved away') =>
    test.as(as).call(rxForms.cancel, { params: { id: changing.rxFormId }, body: { reason } })

  it.each(['new', 'in_progress', 'awaiting_approval', 'approved', 'completed'] as const)('while %s', async (stage) => {
    const form = stage === 'approved' ? printing : {}
    const begun = await given.case({ stage, tech, form })
    const outcome = { status: stage === 'new' ? 200 : 409 }
    expect(await cancel(begun, begun.practice.owner)).toMatchObject(outcome)
    const other = await given.case({ stage, tech, form })
    expect(await cancel(other, admin)).toMatchObject({ status: stage === 'completed' ? 409 : 200 })
    if (stage === 'completed') return
    const patient = await caseOf(other, other.practice.owner)
    expect(patient).toMatchObject({ patient_status: { key: stage }, rx_form: { status: { key: 'canceled' } } })
    expect(patient.customer_requests.map(({ status }) => status.key)).toEqual(stage === 'approved' ? ['canceled'] : [])
    expect(await cancel(other, admin)).toMatchObject({ status: 409 })
    expect((await change(other, admin, { special_instructions: 'x' })).status).toBe(409)
  })

  it('by owner, manager and its doctor; a reason is asked for', async () => {
    const practice = await given.practice()
    const ofMember = () => given.case({ practice, form: { user_id: practice.member.id } })
    expect((await cancel(await ofMember(), practice.owner, ' ')).status).toBe(422)
    for (const who of [practice.owner, practice.manager, practice.member])
      expect((await cancel(await ofMember(), who)).status).toBe(200)
    expect((await cancel(await ofMember(), practice.assistant)).status).toBe(403)
    expect((await cancel(await ofMember(), await given.user('tech_support'))).status).toBe(403)
    const removed = await ofMember()
    expect((await test.as(practice.owner).call(rxForms.remove, { params: { id: removed.rxFormId } })).status).toBe(200)
    const { history } = (await test.as(tech).call(patients.history, { params: { id: removed.id } })).body
    expect(history[0]).toMatchObject({ event: 'rx_form_canceled', note: 'Deleted' })
    const { counts } = (await test.as(practice.owner).call(patients.countsPerStatus, { params: { id: practice.id } }))
      .body
    // The one without a reason and the assistant's stand, and that of tech_support.
    expect(counts.new).toBe(3)
    expect((await test.as(practice.owner).call(notifications.list, {})).status).toBe(200)
  })
})
