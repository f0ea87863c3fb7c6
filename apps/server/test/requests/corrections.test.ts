import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../app.ts'
import type { GivenCase, GivenPractice } from '../given.ts'
import { openLab, type Lab } from '../lab.ts'

/** A tray that does not fit, from the report to the corrected file (docs/product/corrections.md). */
let { test, given, admin, patientOf, requestOf, eventsOf, report } = {} as Lab
beforeAll(async () => {
  ;({ test, given, admin, patientOf, requestOf, eventsOf, report } = await openLab())
})
afterAll(() => test.close())

const db = () => test.connection.db
const duplicates = 'There is more than one active request. Cancel one first to continue.'

describe('a correction is requested', () => {
  it('by the practice: the trays join the open request, with steps of their own', async () => {
    const testCase = await given.printedCase()
    const answer = await report(testCase, testCase.practice.owner, {
      arches: [
        { jaw_type_id: 2, is_flawed: true, cause: 'scan', remark: 'Too wide.' },
        { jaw_type_id: 1, is_flawed: true },
      ],
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const { flawed_trays: trays, flawed_trays_workflow: work, ...request } = answer.body.customer_request
    expect(request).toMatchObject({ status_id: 1, flawed_trays_status_id: 1, workflow: null })
    expect(trays.map(({ arch, print, status_id, cause, remark }) => [arch, print, status_id, cause, remark])).toEqual([
      [1, 2, 1, null, ''],
      [2, 2, 1, 'scan', 'Too wide.'],
    ])
    expect(trays.every((tray) => tray.file !== null && tray.stl_file !== null && tray.corrected_file === null)).toBe(
      true,
    )
    expect(work!.processes.map(({ step, process }) => `${step} ${process}`)).toEqual(['Flawed CFT', 'Flawed QA'])
    const patient = await patientOf(testCase)
    expect(patient.has_pending_flawed_tray_request).toBe(true)
    expect(patient.why_not.request_correction).toBe('A tray correction is already pending.')
    expect(await eventsOf(testCase)).toContain('correction_requested')
  })

  it('of the arches that are flawed alone', async () => {
    const testCase = await given.printedCase()
    const answer = await report(testCase, testCase.practice.owner, {
      arches: [
        { jaw_type_id: 1, is_flawed: false },
        { jaw_type_id: 2, is_flawed: true },
      ],
    })
    expect(answer.body.customer_request.flawed_trays.map(({ arch }) => arch)).toEqual([2])
    for (const arches of [[], [{ jaw_type_id: 1, is_flawed: false }]])
      expect(await report(testCase, testCase.practice.owner, { arches })).toMatchObject({
        status: 422,
        body: { error: { arches: ['Select at least one arch.'] } },
      })
  })

  /** By hand (`corrections/who-asks`): who reports trays that are made in the office (2) or by the partner (3). */
  it.each<[print: 2 | 3, who: string, status: number]>([
    [2, 'owner', 200],
    [2, 'member', 200],
    [2, 'admin', 200],
    [2, 'supervisor', 200],
    [2, 'tech_support', 403],
    [2, 'outsider', 404],
    [3, 'owner', 403],
    [3, 'partner', 200],
    [3, 'admin', 200],
  ])('of trays made by %s, by %s: %s', async (print, who, status) => {
    const practice = await given.practice({ partner: true })
    const testCase = await given.printedCase({ practice, print })
    await sql`update patients set user_id = ${practice.member.id} where id = ${testCase.id}`.execute(db())
    const people: Record<string, TestUser> = {
      owner: practice.owner,
      member: practice.member,
      partner: practice.partner!.user,
      admin,
      supervisor: await given.user('supervisor'),
      tech_support: await given.user('tech_support'),
      outsider: (await given.practice()).owner,
    }
    // Another practice learns nothing of the case.
    expect((await report(testCase, people[who]!)).status).toBe(status)
  })

  it('only of a case of that practice, with its IOS file, to one of its locations', async () => {
    const testCase = await given.printedCase()
    const other = await given.printedCase({ practice: testCase.practice })
    const { owner } = testCase.practice
    expect((await report(testCase, admin, {}, (await given.practice()).id)).status).toBe(404)
    const arches = [{ jaw_type_id: 1, ios_file_id: await iosOf(other) }]
    expect(await report(testCase, owner, { arches })).toMatchObject({
      status: 422,
      body: { error: { arches: ['Invalid IOS file provided'] } },
    })
    expect(await report(testCase, owner, { location_id: 999_999 })).toMatchObject({
      status: 422,
      body: { error: { location_id: ['Shipping location is missing.'] } },
    })
    expect(
      await report(testCase, owner, { arches: [{ jaw_type_id: 1, ios_file_id: await iosOf(testCase) }] }),
    ).toMatchObject({
      status: 200,
    })
  })

  const iosOf = async ({ id }: { id: number }) =>
    (
      await sql<{
        id: number
      }>`select id from patient_files where patient_id = ${id} and patient_file_type_id = 1`.execute(db())
    ).rows[0]!.id

  /** By hand (`corrections/ask`): each condition, as the call states it. */
  it.each<[string, string, (testCase: GivenCase, practice: GivenPractice) => Promise<unknown>]>([
    [
      'no IOS file',
      'Add the IOS file first.',
      ({ id }) =>
        sql`update patient_files set deleted_at = now()
      where patient_id = ${id} and patient_file_type_id = 1`.execute(db()),
    ],
    [
      'two IOS files',
      'Multiple IOS files have been found.',
      (testCase) => given.iosFile(testCase, admin, 'second.ios'),
    ],
    [
      'no STL file',
      'Add the STL file first.',
      ({ id }) =>
        sql`update patient_files set deleted_at = now()
      where patient_id = ${id} and patient_file_type_id = 2`.execute(db()),
    ],
    ['a tray that waits', 'A tray correction is already pending.', (testCase) => given.flawedTrays(testCase)],
    [
      'two open requests',
      duplicates,
      ({ id, practice }) =>
        sql`insert into customer_requests (organization_id, patient_id)
      values (${practice.id}, ${id})`.execute(db()),
    ],
    [
      'a hold',
      'This case is on hold.',
      ({ id }) => sql`update patients set is_on_hold = true where id = ${id}`.execute(db()),
    ],
    [
      'an archived case',
      'This case is archived.',
      ({ id }) => sql`update patients set deleted_at = now() where id = ${id}`.execute(db()),
    ],
    [
      'a suspended practice',
      'The subscription of this organization is suspended.',
      (_, { id }) => sql`update organizations set suspended_at = now() where id = ${id}`.execute(db()),
    ],
    [
      'an archived practice',
      'This organization is archived.',
      (_, { id }) => sql`update organizations set deleted_at = now() where id = ${id}`.execute(db()),
    ],
  ])('not with %s: %s', async (_, error, prepare) => {
    const testCase = await given.printedCase()
    await prepare(testCase, testCase.practice)
    expect(await report(testCase, admin)).toMatchObject({ status: 409, body: { error } })
    expect((await patientOf(testCase)).why_not.request_correction).toBe(error)
  })

  it('not before the case is approved, nor once it is completed', async () => {
    const early = 'A correction can be requested while the case is approved.'
    const waiting = await given.case({
      stage: 'awaiting_approval',
      form: {
        products_list: 1,
        export_type: 1,
        print_assignment: 2,
        insert_brackets_assignment: 2,
        shipping_method: null,
      },
    })
    expect(await report(waiting, waiting.practice.owner)).toMatchObject({ status: 409, body: { error: early } })
    const done = await given.printedCase()
    const { id } = await requestOf(done)
    expect((await test.as(admin).call(customerRequests.complete, { params: { id }, body: {} })).status).toBe(200)
    expect(await report(done, done.practice.owner)).toMatchObject({ status: 409, body: { error: early } })
  })
})
