import { notifications } from '@archwire/contract/notifications/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { customerRequests, printingRequests } from '@archwire/contract/requests/routes.ts'
import type { RxFormValues } from '@archwire/contract/rx-forms/form.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'

/** Who is told that a setup or a print went to another party (`notices/assigned`). */
let test: TestApp
let given: Given
let admin: TestUser
let tech: TestUser
beforeAll(async () => {
  test = await openTestApp({ worker: true })
  given = givenIn(test)
  admin = await given.user('admin')
  tech = await given.user('supervisor')
})
afterAll(() => test.close())

type Party = 1 | 2 | 3
const printing: Partial<RxFormValues> = {
  export_type: 1,
  print_assignment: 1,
  insert_brackets_assignment: 1,
}
const assign = ({ rxFormId: id }: GivenCase, assign_to: Party) =>
  test.as(admin).call(rxForms.assign, { params: { id }, body: { assign_to } })
const caseOf = async ({ id }: GivenCase) => (await test.as(admin).call(patients.get, { params: { id } })).body.patient
const bellOf = async (user: TestUser) =>
  (await test.as(user).call(notifications.list, { query: { perPage: 100 } })).body.notifications.filter(
    // A new case is announced by a job, to who works on it by then.
    ({ message }) => message !== 'New case',
  )

it('a partner learns of a setup that it gets and of one that it loses', async () => {
  const own = await given.practice({ partner: true })
  const partner = own.partner!.user
  const testCase = await given.case({ practice: own })
  expect((await assign(testCase, 3)).status).toBe(200)
  await vi.waitFor(async () =>
    expect(await bellOf(partner)).toMatchObject([
      {
        message: 'A setup was assigned to your lab',
        link: `/patient-workflow/${testCase.id}`,
        patient_id: testCase.id,
      },
    ]),
  )
  expect((await assign(testCase, 1)).status).toBe(200)
  // What it was told about the patient goes with the case; of the loss it reads without a name.
  await vi.waitFor(async () =>
    expect(await bellOf(partner)).toMatchObject([
      {
        message: `The setup of case C-${testCase.id} is no longer assigned to your lab`,
        link: '/patients-page',
        patient_id: null,
        patient_name: null,
      },
    ]),
  )
  await vi.waitFor(async () =>
    expect(
      (await bellOf(own.owner)).filter(({ message }) => message === 'Who makes the setup was changed'),
    ).toHaveLength(2),
  )
}, 30_000)

it('it learns the same of a setup that a change of the form gives or takes', async () => {
  const own = await given.practice({ partner: true })
  const partner = own.partner!.user
  const { id, rxFormId } = await given.case({ practice: own })
  const change = async (body: object) => {
    const answer = await test.as(own.owner).call(rxForms.change, { params: { id: rxFormId }, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  await change({ submission_completed_by: 3 })
  await vi.waitFor(async () =>
    expect((await bellOf(partner)).map(({ message, link }) => [message, link])).toEqual([
      ['A setup was assigned to your lab', `/patient-workflow/${id}`],
    ]),
  )
  await change({ special_instructions: 'Mind the crown.', submission_completed_by: 3 })
  await change({ submission_completed_by: 1 })
  await vi.waitFor(async () =>
    expect((await bellOf(partner)).map(({ message, link }) => [message, link])).toEqual([
      [`The setup of case C-${id} is no longer assigned to your lab`, '/patients-page'],
    ]),
  )
}, 30_000)

it('covers a print, and links to the case while the partner sees it for other work', async () => {
  const own = await given.practice({ partner: true })
  const partner = own.partner!.user
  const testCase = await given.case({ practice: own, stage: 'approved', tech, form: printing })
  const { open_request_id } = await caseOf(testCase)
  const request = (await test.as(admin).call(customerRequests.get, { params: { id: open_request_id! } })).body
    .customer_request
  const assignPrint = (assign_to: Party) =>
    test.as(admin).call(printingRequests.assign, { params: { id: request.printing_request!.id }, body: { assign_to } })
  await sql`update rx_forms set insert_brackets_assignment = 3 where id = ${testCase.rxFormId}`.execute(
    test.connection.db,
  )
  expect((await assignPrint(3)).status).toBe(200)
  await vi.waitFor(async () =>
    expect((await bellOf(partner)).map(({ message, link }) => [message, link])).toContainEqual([
      'A print was assigned to your lab',
      `/requests/${request.id}`,
    ]),
  )
  expect((await assignPrint(1)).status).toBe(200)
  await vi.waitFor(async () =>
    expect((await bellOf(partner)).map(({ message, link, patient_id }) => [message, link, patient_id])).toContainEqual([
      `The print of case C-${testCase.id} is no longer assigned to your lab`,
      `/requests/${request.id}`,
      testCase.id,
    ]),
  )
}, 30_000)
