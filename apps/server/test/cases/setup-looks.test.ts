import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { seenBy } from '../seen.ts'

let test: TestApp
let given: Given
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
})
afterAll(() => test.close())

const isShown = async (who: TestUser, { id }: GivenCase) =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient.setup_shown
const look = async (who: TestUser, { id }: GivenCase, seen?: string) =>
  test.as(who).call(patients.setupShown, { params: { id }, body: { seen: seen ?? (await seenBy(test, who, id)) } })

it('a setup that was shown to one person is not shown to another', async () => {
  const testCase = await given.case({ stage: 'awaiting_approval' })
  const { owner, manager } = testCase.practice
  expect(await isShown(owner, testCase)).toBe(false)
  expect((await look(owner, testCase)).body).toEqual({ setup_shown: true })
  expect((await look(owner, testCase)).status).toBe(200)
  expect(await isShown(owner, testCase)).toBe(true)
  expect(await isShown(manager, testCase)).toBe(false)
  const { history } = (await test.as(owner).call(patients.history, { params: { id: testCase.id } })).body
  expect(history.filter(({ event }) => event === 'setup_looked_at')).toMatchObject([{ user_name: 'Olga Owner' }])
})

it('a new setup is to be looked at anew, and what was seen of the one before does not count', async () => {
  const testCase = await given.case({ stage: 'awaiting_approval' })
  const { owner } = testCase.practice
  const before = await seenBy(test, owner, testCase.id)
  await look(owner, testCase)
  const [as, lab] = [test.as(owner), await given.user('supervisor')]
  const params = { id: testCase.id }
  await as.call(patients.requestChanges, { params, body: { note: 'Rotate 11.', seen: before } })
  await given.scanFile(testCase, lab, {
    bytes: given.scan('upper', 5),
    kind: 'setup',
    jaws_id: 1,
    name: 'setup.stl',
  })
  const { rx_form, seen } = (await as.call(patients.get, { params })).body.patient
  await test.as(lab).call(rxForms.markAsReady, { params: { id: rx_form!.id }, body: { seen } })
  expect(await isShown(owner, testCase)).toBe(false)
  expect(await look(owner, testCase, before)).toMatchObject({
    status: 409,
    body: {
      error: 'Since you last looked, the setup was replaced. Nothing was changed. Please review the case again.',
    },
  })
  expect(await isShown(owner, testCase)).toBe(false)
})

it('notes only setups to approve, seen by people who can approve them', async () => {
  const testCase = await given.case({ stage: 'in_progress' })
  expect((await look(testCase.practice.owner, testCase)).status).toBe(409)
  const waiting = await given.case({ stage: 'awaiting_approval' })
  expect((await look(await given.user('supervisor'), waiting)).status).toBe(403)
  expect((await look((await given.practice()).owner, waiting, 'x')).status).toBe(404)
  expect((await look(waiting.practice.owner, waiting, 'x'.repeat(5_000))).status).toBe(422)
})
