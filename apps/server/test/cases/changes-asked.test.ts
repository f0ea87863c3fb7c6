import { patients } from '@archwire/contract/patients/routes.ts'
import { rxForms } from '@archwire/contract/rx-forms/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given, type GivenCase } from '../given.ts'
import { seenBy } from '../seen.ts'

/** After a request for changes everyone sees whose task it is, and the same setup does not go out by oversight. */
let test: TestApp
let given: Given
let lab: TestUser
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  lab = await given.user('supervisor')
})
afterAll(() => test.close())

const read = async (who: TestUser, { id }: GivenCase) =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient
const ask = async (testCase: GivenCase, note = 'Rotate 11.') =>
  test.as(testCase.practice.owner).call(patients.requestChanges, {
    params: { id: testCase.id },
    body: { note, seen: await seenBy(test, testCase.practice.owner, testCase.id) },
  })
const notify = async ({ id, rxFormId }: GivenCase, body: { same_setup?: boolean } = {}) =>
  test.as(lab).call(rxForms.markAsReady, {
    params: { id: rxFormId },
    body: { ...body, seen: await seenBy(test, lab, id) },
  })
const uploadSetup = (testCase: GivenCase, seed: number) =>
  given.scanFile(testCase, lab, { bytes: given.scan('upper', seed), kind: 'setup', jaws_id: 1, name: 'setup.stl' })
/** A case whose doctor has asked for changes. */
async function asked(note?: string): Promise<GivenCase> {
  const testCase = await given.case({ stage: 'awaiting_approval' })
  expect((await ask(testCase, note)).status).toBe(200)
  return testCase
}

const idsOf = (answer: { body: { patients: { id: number }[] } }) => answer.body.patients.map(({ id }) => id)
const lineOf = async ({ practice }: GivenCase) =>
  (await test.as(lab).call(patients.list, { query: { queryOrganization: practice.id } })).body.patients[0]
const only = { 'filter[changes_asked_only]': true } as const

describe('a request for changes', () => {
  it('is shown in full on the case, to practice and lab alike', async () => {
    const testCase = await asked('Rotate 11.\nClose 21/22.')
    for (const who of [testCase.practice.owner, lab])
      expect((await read(who, testCase)).changes_asked).toEqual({
        at: expect.stringMatching(/^2\d{3}-/),
        user_name: 'Olga Owner',
        note: 'Rotate 11.\nClose 21/22.',
        setup_is_newer: false,
      })
  })

  it('tags only its own row, in both lists, and both filter by it', async () => {
    const testCase = await asked()
    const { practice } = testCase
    const other = await given.case({ stage: 'awaiting_approval', practice })
    const lists = [
      test.as(practice.owner).call(patients.listOfOrganization, { params: { id: practice.id }, query: only }),
      test.as(lab).call(patients.list, { query: { ...only, queryOrganization: practice.id } }),
    ]
    for (const list of await Promise.all(lists)) {
      expect(list.body.patients).toMatchObject([{ id: testCase.id, changes_asked_at: expect.any(String) }])
      expect(idsOf(list)).not.toContain(other.id)
    }
    const counts = await test
      .as(practice.owner)
      .call(patients.countsPerStatus, { params: { id: practice.id }, query: only })
    expect(counts.body.counts).toMatchObject({ all: 1, in_progress: 1, awaiting_approval: 0 })
    const { practice: elsewhere } = await given.case()
    const stranger = await test.as(elsewhere.owner).call(patients.listOfOrganization, {
      params: { id: elsewhere.id },
      query: only,
    })
    expect(idsOf(stranger)).toEqual([])
  })

  it('ends with the setup that is sent next, or when the lab completes the case', async () => {
    const [sent, completed] = [await asked(), await asked()]
    await uploadSetup(sent, 5)
    expect((await notify(sent)).status).toBe(200)
    await test.as(lab).call(patients.completeSetup, {
      params: { id: completed.id },
      body: { approved_by: 'Dr. Owner, by phone', seen: await seenBy(test, lab, completed.id) },
    })
    for (const testCase of [sent, completed]) {
      const now = await read(lab, testCase)
      expect(now.changes_asked).toBeNull()
      expect(now).not.toHaveProperty('changes_asked_at')
    }
    expect(await given.staleRows()).toEqual([])
  })
})

describe('Notify after it', () => {
  it('is refused while the setup is the same, and nothing happens', async () => {
    const testCase = await asked()
    const before = await read(lab, testCase)
    const refused = await notify(testCase)
    expect(refused).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('no new setup was uploaded. Nothing was sent') },
    })
    expect(await read(lab, testCase)).toEqual(before)
  })

  it('sends the same setup on purpose', async () => {
    const testCase = await asked()
    expect((await notify(testCase, { same_setup: true })).status).toBe(200)
    expect(await read(lab, testCase)).toMatchObject({
      patient_status: { key: 'awaiting_approval' },
      changes_asked: null,
    })
  })

  it('sends a newer setup without being asked', async () => {
    const testCase = await asked()
    expect(await lineOf(testCase)).not.toHaveProperty('setup_is_newer')
    await uploadSetup(testCase, 6)
    expect((await read(lab, testCase)).changes_asked).toMatchObject({ setup_is_newer: true })
    expect(await lineOf(testCase)).toMatchObject({ setup_is_newer: true })
    expect((await notify(testCase)).status).toBe(200)
  })

  it('knows the setup that the doctor had, under another name, too, and its old approval does not pass', async () => {
    const testCase = await given.case({ stage: 'awaiting_approval' })
    const { owner } = testCase.practice
    const first = await seenBy(test, owner, testCase.id)
    await test.as(owner).call(patients.setupShown, { params: { id: testCase.id }, body: { seen: first } })
    expect((await ask(testCase)).status).toBe(200)
    // What `given.case` sent the first time.
    await uploadSetup(testCase, 2)
    expect((await read(lab, testCase)).changes_asked).toMatchObject({ setup_is_newer: false })
    expect((await notify(testCase)).status).toBe(409)
    expect((await notify(testCase, { same_setup: true })).status).toBe(200)
    const approve = (seen: string) =>
      test.as(owner).call(patients.approve, { params: { id: testCase.id }, body: { seen } })
    expect((await read(owner, testCase)).setup_shown).toBe(false)
    expect(await approve(first)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Since you last looked') },
    })
    expect((await approve(await seenBy(test, owner, testCase.id))).status).toBe(200)
  })

  it('looks at the last request: what answered the one before does not answer it', async () => {
    const testCase = await asked()
    await uploadSetup(testCase, 7)
    expect((await notify(testCase)).status).toBe(200)
    expect((await ask(testCase, 'Still rotated.')).status).toBe(200)
    expect((await read(lab, testCase)).changes_asked).toMatchObject({ note: 'Still rotated.', setup_is_newer: false })
    expect((await notify(testCase)).status).toBe(409)
    await uploadSetup(testCase, 8)
    expect((await notify(testCase)).status).toBe(200)
  })

  it('is decided on with the request in sight: neither Complete nor Notify passes one that no one read', async () => {
    const testCase = await given.case({ stage: 'in_progress' })
    await uploadSetup(testCase, 10)
    const params = { id: testCase.rxFormId }
    const untouched = await seenBy(test, lab, testCase.id)
    expect((await notify(testCase)).status).toBe(200)
    expect((await ask(testCase, 'The first.')).status).toBe(200)
    const first = await seenBy(test, lab, testCase.id)
    const refused = { status: 409, body: { error: expect.stringContaining('changes were requested') } }
    const complete = { seen: untouched, approved_by: 'by phone' }
    expect(
      await test.as(lab).call(patients.completeSetup, { params: { id: testCase.id }, body: complete }),
    ).toMatchObject(refused)
    expect((await notify(testCase, { same_setup: true })).status).toBe(200)
    expect((await ask(testCase, 'The second.')).status).toBe(200)
    const old = { seen: first, same_setup: true } as const
    expect(await test.as(lab).call(rxForms.markAsReady, { params, body: old })).toMatchObject(refused)
    expect((await read(lab, testCase)).changes_asked).toMatchObject({ note: 'The second.' })
  })

  it('needs nothing newer where no one asked', async () => {
    const testCase = await given.case({ stage: 'in_progress' })
    await uploadSetup(testCase, 9)
    expect((await notify(testCase)).status).toBe(200)
  })
})
