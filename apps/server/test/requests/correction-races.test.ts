import { flawedTrays } from '@archwire/contract/flawed-trays/routes.ts'
import { patientFiles } from '@archwire/contract/patient-files/routes.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { caseRow, done, itAgreesFor, pairsIn, type Pair, type PairTools } from '../files/case-pairs.ts'
import { crowd } from '../crowd.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

/** Calls about flawed trays that exclude each other, sent at once: one takes effect, the others are refused. */
let test: TestApp
let given: Given
let admin: TestUser
let on: PairTools
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  on = pairsIn(test, given, admin)
})
afterAll(() => test.close())

const requestId = async ({ id }: GivenCase) =>
  (await on.read(sql<{ id: number }>`select id from customer_requests where patient_id = ${id}`))[0]!.id
const report = (testCase: GivenCase) => () =>
  test.as(testCase.practice.owner).call(flawedTrays.request, {
    params: { id: testCase.practice.id },
    body: { patient_id: testCase.id, arches: [{ jaw_type_id: 1, is_flawed: true }] },
  })
const cancel = (id: number) => () => test.as(admin).call(customerRequests.cancel, { params: { id }, body: {} })
const complete = (id: number) => () => test.as(admin).call(customerRequests.complete, { params: { id }, body: {} })
const correct = (id: number, corrected_file_id: number) => () =>
  test.as(admin).call(flawedTrays.corrected, { params: { id }, body: { corrected_file_id } })
const takeOff = (id: number) => () =>
  test.as(admin).call(flawedTrays.update, { params: { id }, body: { print: 2, corrected_file_id: null } })
const drop = (id: number) => () => test.as(admin).call(patientFiles.remove, { params: { id } })

/** What always holds of the requests with flawed trays of a case. */
async function expectSound({ id }: GivenCase): Promise<void> {
  const broken = await on.read(sql`
    select cr.id from customer_requests cr
    left join tech_workflows w on w.customer_request_id = cr.id,
    lateral (select count(*) as trays, count(*) filter (where status_id = 1) as waiting from flawed_trays t
      where t.customer_request_id = cr.id) n
    where cr.patient_id = ${id} and (
      (n.trays > 0) <> (cr.flawed_trays_status_id is not null)
      or (n.trays > 0) <> (w.id is not null)
      or cr.flawed_trays_status_id is not null and (n.waiting = 0) <> (cr.flawed_trays_status_id = 3)
      -- A completed request has no tray that waits.
      or cr.status_id = 2 and n.waiting > 0)`)
  expect(broken).toEqual([])
  const files = await on.read(sql`select t.id from flawed_trays t
    join customer_requests cr on cr.id = t.customer_request_id and cr.status_id = 1
    join patient_files f on f.id in (t.file_id, t.stl_file_id, t.corrected_file_id)
    where t.patient_id = ${id} and f.deleted_at is not null`)
  expect(files).toEqual([])
}

const flawed = async () => {
  const testCase = await given.printedCase()
  const [tray] = await given.flawedTrays(testCase)
  return { testCase, tray: tray!, id: await requestId(testCase) }
}

const pairs: Pair[] = [
  {
    name: 'a report and the cancelation of its request',
    // Once it is canceled, the case is Completed.
    outcomes: [
      [done, done],
      ['409 A correction can be requested while the case is approved.', done],
    ],
    rounds: 6,
    async prepare() {
      const testCase = await given.printedCase()
      return {
        calls: [report(testCase), cancel(await requestId(testCase))],
        lock: caseRow(testCase),
        expectAfter: () => expectSound(testCase),
      }
    },
  },
  {
    name: 'a report and the completion of its request',
    outcomes: [
      [done, '409 A flawed tray is waiting for its correction. Correct all flawed trays first.'],
      ['409 A correction can be requested while the case is approved.', done],
    ],
    rounds: 6,
    async prepare() {
      const testCase = await given.printedCase()
      return {
        calls: [report(testCase), complete(await requestId(testCase))],
        lock: caseRow(testCase),
        expectAfter: () => expectSound(testCase),
      }
    },
  },
  {
    name: 'a correction and the completion of its request',
    outcomes: [
      [done, done],
      [done, '409 A flawed tray is waiting for its correction. Correct all flawed trays first.'],
    ],
    rounds: 6,
    async prepare() {
      const { testCase, tray, id } = await flawed()
      const file = await given.correctionFile(testCase, admin)
      return {
        calls: [correct(tray, file), complete(id)],
        lock: caseRow(testCase),
        expectAfter: () => expectSound(testCase),
      }
    },
  },
  {
    name: 'the removal of a corrected file and the completion of its request',
    outcomes: [
      [done, '409 A flawed tray is waiting for its correction. Correct all flawed trays first.'],
      ['409 This request is completed.', done],
    ],
    rounds: 6,
    async prepare() {
      const { testCase, tray, id } = await flawed()
      await given.correctedTray(testCase, tray)
      return {
        calls: [takeOff(tray), complete(id)],
        lock: caseRow(testCase),
        expectAfter: () => expectSound(testCase),
      }
    },
  },
  {
    name: 'a correction and the cancelation of its request',
    outcomes: [
      [done, done],
      ['409 This request is canceled.', done],
    ],
    rounds: 6,
    async prepare() {
      const { testCase, tray, id } = await flawed()
      const file = await given.correctionFile(testCase, admin)
      return {
        calls: [correct(tray, file), cancel(id)],
        lock: caseRow(testCase),
        expectAfter: () => expectSound(testCase),
      }
    },
  },
  {
    name: 'a correction and the deletion of its file',
    outcomes: [
      [done, '409 A tray correction uses this file. Complete or cancel the request first.'],
      ['409 This file was deleted in the meantime.', done],
    ],
    rounds: 6,
    async prepare() {
      const { testCase, tray } = await flawed()
      const file = await given.correctionFile(testCase, admin)
      return {
        calls: [correct(tray, file), drop(file)],
        lock: caseRow(testCase),
        expectAfter: () => expectSound(testCase),
      }
    },
  },
]
describe('of two calls', () => itAgreesFor(pairs, () => ({ test, given })))

it('of twenty reports and twenty corrections at once one each takes effect', async () => {
  const testCase = await given.printedCase()
  const reports = await crowd(20, () => report(testCase)())
  expect(reports.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(
    new Set(reports.filter(({ status }) => status !== 200).map(({ body }) => (body as { error?: unknown }).error)),
  ).toEqual(new Set(['A tray correction is already pending.']))
  const [tray] = await on.read(sql<{ id: number }>`select id from flawed_trays where patient_id = ${testCase.id}`)
  const file = await given.correctionFile(testCase, admin)
  const corrections = await crowd(20, () => correct(tray!.id, file)())
  expect(corrections.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(corrections.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(await on.entries(testCase.id, 'correction_completed')).toBe(1)
  await expectSound(testCase)
})
