import { conversations } from '@archwire/contract/conversations/routes.ts'
import { notifications } from '@archwire/contract/notifications/routes.ts'
import { patients } from '@archwire/contract/patients/routes.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp, TestUser } from './app.ts'
import type { Given, GivenCase, GivenPractice } from './given.ts'
import { updateRows } from './shown-case.ts'

/** What tests of conversations do; `tech` works on the cases. */
export function talking(test: TestApp, given: Given, tech: TestUser) {
  const send = (who: TestUser, { id }: GivenCase, body: object, headers = {}) =>
    test.as(who).call(conversations.send, { params: { id }, body }, headers)
  const say = async (who: TestUser, testCase: GivenCase, text: string) => {
    const answer = await send(who, testCase, { text })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.entry
  }
  const read = async (who: TestUser, { id }: GivenCase, query: object = {}) => {
    const answer = await test.as(who).call(conversations.list, { params: { id }, query })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const textsOf = async (who: TestUser, testCase: GivenCase) =>
    (await read(who, testCase)).entries.map(({ kind, user_name, text }) => `${kind} ${user_name}: ${text}`)
  const hold = (who: TestUser, { id }: GivenCase, reason: string) =>
    test.as(who).call(patients.toggleHold, { params: { id }, body: { on_hold: true, reason } })
  const bellsOf = async (who: TestUser, { id }: GivenCase) =>
    (await test.as(who).call(notifications.list, { query: { perPage: 100 } })).body.notifications
      .filter(({ patient_id, type, read_at }) => patient_id === id && type === 'message' && read_at === null)
      .map(({ message, link }) => `${message} → ${link}`)

  /** A case of a practice on which a technician works. */
  async function workedOn(practice?: GivenPractice): Promise<GivenCase> {
    const testCase = await given.case({ stage: 'in_progress', tech, ...(practice && { practice }) })
    await updateRows(
      test,
      testCase.id,
      sql`update tech_workflows set assigned_to = ${tech.id} where patient_id = ${testCase.id}`,
    )
    return testCase
  }

  return { send, say, read, textsOf, hold, bellsOf, workedOn }
}
export type Talking = ReturnType<typeof talking>
