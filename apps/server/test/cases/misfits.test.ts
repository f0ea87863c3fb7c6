import { misfitDays } from '@archwire/contract/conversations/limits.ts'
import { customerRequests } from '@archwire/contract/requests/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, printing, type Given, type GivenCase } from '../given.ts'
import { talking, type Talking } from '../talking.ts'

/** Trays of the lab that do not fit, as the practice reports them (`cases/misfit`). */
let test: TestApp
let given: Given
let tech: TestUser
let talk: Talking
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  tech = await given.user('tech_support', ['Tomas', 'Tech'])
  talk = talking(test, given, tech)
})
afterAll(() => test.close())

/** A case whose upper tray the lab shipped some days ago. */
async function shipped(daysAgo: number): Promise<GivenCase> {
  const testCase = await given.case({ stage: 'approved', tech, form: { ...printing, jaws_id: 1 }, setup: 1 })
  const { body } = await test.as(tech).call(patients.get, { params: { id: testCase.id } })
  const sent = await test.as(tech).call(customerRequests.complete, {
    params: { id: body.patient.customer_requests[0]!.id },
    body: { tracking_number: '1Z12345E0205271688' },
  })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  await sql`update printing_requests set completed_at = now() - make_interval(days => ${daysAgo})
    where patient_id = ${testCase.id}`.execute(test.connection.db)
  return testCase
}
const misfitOf = async (who: TestUser, { id }: GivenCase) =>
  (await test.as(who).call(patients.get, { params: { id } })).body.patient.customer_requests[0]!.misfit_arches
const misfit = { arches: 1, cause: 'seating' } as const

describe('trays of the lab that do not fit (cases/misfit)', () => {
  it('are offered to the practice while they can be reported, and to no one else', async () => {
    const testCase = await shipped(misfitDays - 1)
    expect(await misfitOf(testCase.practice.owner, testCase)).toBe(1)
    expect(await misfitOf(tech, testCase)).toBeNull()
    const old = await shipped(misfitDays + 1)
    expect(await misfitOf(old.practice.owner, old)).toBeNull()
  })

  it('are a message that both sides read, without words, too, and the bell says what it is', async () => {
    const testCase = await shipped(3)
    const { owner } = testCase.practice
    const sent = await talk.send(owner, testCase, { misfit })
    expect(sent.body.entry).toMatchObject({ kind: 'message', text: '', misfit })
    await talk.send(owner, testCase, { text: 'It rocks on the left.', misfit: { arches: 1, cause: null } })
    const { entries } = await talk.read(tech, testCase)
    expect(entries.slice(0, 2).map(({ text, misfit: told }) => [text, told])).toEqual([
      ['It rocks on the left.', { arches: 1, cause: null }],
      ['', misfit],
    ])
    expect(entries.slice(2).every(({ misfit: told }) => told === null)).toBe(true)
    const supervisor = await given.user('supervisor')
    expect((await talk.read(supervisor, testCase)).entries[0]!.user_name).not.toBe(labName)
    expect((await talk.bellsOf(tech, testCase)).join()).toContain('Tray does not fit. It rocks on the left.')
  })

  it('are refused to the lab, of an arch that was not shipped, too late, and where nothing was shipped', async () => {
    const testCase = await shipped(3)
    const { owner } = testCase.practice
    expect((await talk.send(tech, testCase, { misfit })).status).toBe(403)
    const other = await talk.send(owner, testCase, { misfit: { arches: 3, cause: null } })
    expect([other.status, other.body]).toEqual([
      422,
      { error: { misfit: ['The lab shipped no tray of this arch.'] }, code: 422 },
    ])
    for (const none of [await shipped(misfitDays + 1), await given.case({ stage: 'in_progress', tech })]) {
      const refused = await talk.send(none.practice.owner, none, { misfit })
      expect(refused.body).toMatchObject({
        error: { misfit: [`The lab shipped no trays of this case in the last ${misfitDays} days.`] },
      })
      expect((await talk.read(tech, none)).entries.filter(({ kind }) => kind === 'message')).toEqual([])
    }
  })
})
