import { patients } from '@archwire/contract/patients/routes.ts'
import { printingRequestItems } from '@archwire/contract/requests/item-routes.ts'
import { printingRequests } from '@archwire/contract/requests/routes.ts'
import { techWorkflows } from '@archwire/contract/tech-workflows/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '../app.ts'
import { crowd } from '../crowd.ts'
import type { GivenCase } from '../given.ts'
import { openLab, type Lab } from '../lab.ts'

let { test, given, admin, tech, requestOf } = {} as Lab
beforeAll(async () => {
  ;({ test, given, admin, tech, requestOf } = await openLab())
})
afterAll(() => test.close())

const approved = () =>
  given.case({
    stage: 'approved',
    setup: 3,
    tech,
    form: { products_list: 64, export_type: 1, print_assignment: 1, insert_brackets_assignment: 2, jaws_id: 3 },
  })
const traysOf = async (testCase: GivenCase) =>
  (await itemsOf(testCase)).filter(({ content_type }) => content_type === 'Trays')
const itemsOf = async (testCase: GivenCase) => (await requestOf(testCase)).printing_request!.printing_request_items
const stepsOf = async (testCase: GivenCase) =>
  (await requestOf(testCase)).workflow!.processes.map(({ process }) => process)
const brackets = (who: TestUser, id: number, patient_id: number, insert_brackets: boolean, version?: number) =>
  test.as(who).call(printingRequestItems.update, {
    params: { id },
    body: { patient_id, insert_brackets, ...(version === undefined ? {} : { version }) },
  })
const remove = (who: TestUser, id: number) => test.as(who).call(printingRequestItems.remove, { params: { id } })

const plain = ['Generate Tray', 'Generate QA', 'Build Print Job', 'Create Label', 'Print', 'Post Print']
const rest = ['Post Print QA', 'Ship QA', 'Ship']

it('brackets that are ordered bring their step, in its place; left out, it goes', async () => {
  const testCase = await approved()
  const [first, second] = await traysOf(testCase)
  expect(await stepsOf(testCase)).toEqual([...plain, ...rest])
  const { owner } = testCase.practice
  const answer = await brackets(owner, first!.id, testCase.id, true)
  expect(answer).toMatchObject({
    status: 200,
    body: { message: 'The item is saved.', printing_request_item: { id: first!.id, insert_brackets: true } },
  })
  expect(await stepsOf(testCase)).toEqual([...plain, 'Insert Brackets', ...rest])
  await brackets(owner, second!.id, testCase.id, true)
  await brackets(owner, first!.id, testCase.id, false)
  expect(await stepsOf(testCase)).toContain('Insert Brackets')
  await brackets(owner, second!.id, testCase.id, false)
  expect(await stepsOf(testCase)).toEqual([...plain, ...rest])
  const { history } = (await test.as(owner).call(patients.history, { params: { id: testCase.id } })).body
  expect(history.filter(({ label }) => label === 'Print changed').map(({ note }) => note)).toContain(
    'Maxillary, Trays: with brackets',
  )
})

it('brackets are inserted into trays only (requests/brackets)', async () => {
  const form = { products_list: 64, export_type: 2, print_assignment: 1, insert_brackets_assignment: 1 } as const
  const testCase = await given.case({ stage: 'approved', setup: 3, tech, form })
  const refused = { status: 422, body: { error: { insert_brackets: ['Brackets are inserted into trays only.'] } } }
  const items = await itemsOf(testCase)
  for (const { id, insert_brackets } of items) {
    expect(insert_brackets).toBe(false)
    expect(await brackets(admin, id, testCase.id, true)).toMatchObject(refused)
  }
  const { printing_request: print } = await requestOf(testCase)
  const body = {
    patient_id: testCase.id,
    printing_request_items: items.map(({ id }) => ({ id, insert_brackets: true })),
  }
  expect(await test.as(admin).call(printingRequests.update, { params: { id: print!.id }, body })).toMatchObject(refused)
  for (const content_type_id of [2, 3, 4, 5])
    expect(
      await test.as(admin).call(printingRequests.create, {
        body: { patient_id: testCase.id, arches: 1, content_type_id, insert_brackets: true },
      }),
    ).toMatchObject(refused)
  expect(await stepsOf(testCase)).not.toContain('Insert Brackets')
})

it('a stale edit and one of another case are refused', async () => {
  const testCase = await approved()
  const [item] = await itemsOf(testCase)
  const { version } = (await requestOf(testCase)).printing_request!
  expect((await brackets(admin, item!.id, testCase.id, true, version)).status).toBe(200)
  expect((await brackets(admin, item!.id, testCase.id, false, version)).status).toBe(409)
  expect(await brackets(admin, item!.id, testCase.id + 1, false)).toMatchObject({
    status: 422,
    body: { error: { patient_id: ['This print belongs to another case.'] } },
  })
})

it('once work has started the practice asks the lab; once brackets are inserted they stay', async () => {
  const testCase = await approved()
  const [item] = await itemsOf(testCase)
  await brackets(admin, item!.id, testCase.id, true)
  const work = (await requestOf(testCase)).workflow!
  const step = work.processes.find(({ process }) => process === 'Insert Brackets')!
  const started_at = new Date(Date.now() - 5000).toISOString()
  await test.as(tech).call(techWorkflows.saveProcesses, {
    params: { id: work.id },
    body: { processes: [{ id: step.id, started_at, finished_at: null }] },
  })
  expect(await brackets(testCase.practice.owner, item!.id, testCase.id, false)).toMatchObject({
    status: 409,
    body: { error: 'Work on this request has started; please ask the lab to change it.' },
  })
  expect(await brackets(admin, item!.id, testCase.id, false)).toMatchObject({
    status: 409,
    body: { error: 'Brackets are already being inserted.' },
  })
  expect((await itemsOf(testCase))[0]).toMatchObject({ insert_brackets: true })
  expect((await brackets(tech, item!.id, testCase.id, false)).status).toBe(403)
})

it('of many who take out every item at once the last item stays', async () => {
  const testCase = await approved()
  const items = await itemsOf(testCase)
  expect(items.length).toBeGreaterThan(2)
  const answers = await crowd(40, (index) => remove(admin, items[index % items.length]!.id))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(items.length - 1)
  expect(answers.every(({ status }) => [200, 404, 409].includes(status))).toBe(true)
  const left = await itemsOf(testCase)
  expect(left).toHaveLength(1)
  expect(await remove(admin, left[0]!.id)).toMatchObject({
    status: 409,
    body: { error: 'This is the last item of the print. Cancel the request instead.' },
  })
})
