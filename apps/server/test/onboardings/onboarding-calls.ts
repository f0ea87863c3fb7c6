import { onboardings } from '@archwire/contract/onboardings/routes.ts'
import { sql } from 'kysely'
import { labScope } from '../../src/db/scope.ts'
import { beginWaived } from '../../src/modules/billing/index.ts'
import type { TestApp, TestUser } from '../app.ts'
import type { Given, GivenPractice } from '../given.ts'

export type OnboardedPractice = GivenPractice & { onboardingId: number }

/** A practice whose onboarding has started, now or at a moment. */
export async function onboarded(test: TestApp, given: Given, begun = new Date()): Promise<OnboardedPractice> {
  const practice = await given.practice()
  const { db } = test.connection
  await db
    .transaction()
    .execute((trx) => beginWaived(trx, { scope: labScope, now: begun }, practice.id, test.config.labZone))
  const { rows } = await sql<{ id: number }>`select id from onboardings where organization_id = ${practice.id}`.execute(
    db,
  )
  return { ...practice, onboardingId: rows[0]!.id }
}

/** What steps 2 and 4 ask for. */
export const inputs = { tracking_number: '1Z999AA10123456784', estimated_date_of_completion: '2199-12-31' } as const

/** The calls about onboardings, by default of an admin. */
export function onboardingCalls(test: TestApp, admin: TestUser) {
  const on = (id: number) => ({ params: { id } })
  const calls = {
    of: (id: number, who = admin) => test.as(who).call(onboardings.get, on(id)),
    list: (query: object, who = admin) => test.as(who).call(onboardings.list, { query: query as never }),
    proceed: (id: number, body: object = {}, who = admin) =>
      test.as(who).call(onboardings.proceed, { ...on(id), body: body as never }),
    save: (id: number, body: object, who = admin) =>
      test.as(who).call(onboardings.saveMetadata, { ...on(id), body: body as never }),
    /** Takes an onboarding to a step, as the lab. */
    async to(id: number, step: number) {
      await calls.save(id, inputs)
      for (let at = (await calls.of(id)).body.onboarding.current_step; at < step; at += 1)
        await calls.proceed(id, { current_step: at })
    },
  }
  return calls
}
