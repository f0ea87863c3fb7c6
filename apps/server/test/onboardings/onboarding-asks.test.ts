import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announce } from '../../src/modules/onboardings/announce.ts'
import { openTestApp, type TestApp, type TestUser } from '../app.ts'
import { givenIn, type Given } from '../given.ts'
import { mailText } from '../mail-text.ts'
import { inputs, onboarded, onboardingCalls, type OnboardedPractice } from './onboarding-calls.ts'

/** What a practice is asked for, and when not (`onboarding/asks`). */
let test: TestApp
let given: Given
let admin: TestUser
let calls: ReturnType<typeof onboardingCalls>
beforeAll(async () => {
  test = await openTestApp()
  given = givenIn(test)
  admin = await given.user('admin')
  calls = onboardingCalls(test, admin)
})
afterAll(() => test.close())

const publicUrl = 'http://archwire.test'

interface Payload {
  id: number
  event: string
  at: string
  user_id: number | null
}
/** Takes what a worker would announce of an onboarding. */
async function takeJobs(id: number): Promise<Payload[]> {
  const { rows } = await sql<{ payload: Payload }>`
    delete from outbox where kind = 'activity' and payload ->> 'subject' = 'onboarding'
      and (payload ->> 'id')::int = ${id} and payload ->> 'announce' = 'true' returning payload`.execute(
    test.connection.db,
  )
  return rows.map(({ payload: { id: about, event, at, user_id } }) => ({ id: about, event, at, user_id }))
}
const run = (jobs: readonly Payload[]) =>
  Promise.all(jobs.map((job) => announce({ db: test.connection.db, publicUrl, labZone: test.config.labZone }, job)))
const work = async (id: number) => run(await takeJobs(id))

const mailsOf = async ({ id }: { id: number }) =>
  (
    await sql<{ to_address: string; subject: string; text: string; link: string }>`
      select to_address, subject, ${mailText} as text, link from mails
      where organization_id = ${id} and kind = 'onboarding.step' order by id`.execute(test.connection.db)
  ).rows
const bellOf = async ({ id }: TestUser) =>
  (
    await sql<{ message: string; link: string }>`select message, link from notifications
      where user_id = ${id} and type like 'onboarding.%' order by id`.execute(test.connection.db)
  ).rows
const subjects = async (practice: OnboardedPractice) => (await mailsOf(practice)).map(({ subject }) => subject)

describe('a step that waits for the practice', () => {
  it('is asked for once: owners and managers by the bell, the owner by mail, with what to do and the way there', async () => {
    const practice = await onboarded(test, given)
    const { onboardingId: id, owner, manager, member } = practice
    const jobs = await takeJobs(id)
    expect(jobs.map(({ event }) => event)).toEqual(['started'])
    await run(jobs)
    await run(jobs)
    const [mail, ...more] = await mailsOf(practice)
    expect(more).toEqual([])
    expect(mail!.subject).toBe('Your next step with Archwire: Choose brackets')
    expect(mail!.text).toContain('Choose the brackets that you bond')
    expect(mail!.text).toContain('This usually takes 15 minutes.')
    expect(mail!.link).toBe(`${publicUrl}/patients?onboarding=${id}`)
    for (const who of [owner, manager]) {
      const bell = await bellOf(who)
      expect(bell).toHaveLength(1)
      expect(bell[0]!.message).toMatch(/^Next onboarding step of .*: Choose brackets$/)
      expect(bell[0]!.link).toBe(`/patients?onboarding=${id}`)
    }
    expect(await bellOf(member)).toEqual([])
  })

  it('is asked for when it becomes the next one, not for steps of the lab', async () => {
    const practice = await onboarded(test, given)
    const { onboardingId: id, owner, manager } = practice
    await work(id)
    await calls.proceed(id, { current_step: 1 }, owner)
    await work(id)
    // Who completed the step before sees the next one on the page; the mail says it to owners anyway.
    expect([(await bellOf(owner)).length, (await bellOf(manager)).length]).toEqual([1, 2])
    await calls.proceed(id, { current_step: 2, tracking_number: inputs.tracking_number }, owner)
    expect(await takeJobs(id)).toEqual([])
    await calls.to(id, 5)
    await work(id)
    expect(await subjects(practice)).toEqual(
      ['Choose brackets', 'Send brackets', 'Install'].map((label) => `Your next step with Archwire: ${label}`),
    )
  })

  it('is not asked for by a job that comes late', async () => {
    const practice = await onboarded(test, given)
    const { onboardingId: id } = practice
    const late = await takeJobs(id)
    await calls.proceed(id, { current_step: 1 })
    const now = await takeJobs(id)
    await run([...late, ...now])
    expect(await subjects(practice)).toEqual(['Your next step with Archwire: Send brackets'])
    await calls.to(id, 3)
    await run(now)
    expect(await subjects(practice)).toHaveLength(1)
  })

  it.each(['disabled_at', 'deleted_at', 'suspended_at'])(
    'is not asked for while the practice has %s',
    async (column) => {
      const practice = await onboarded(test, given)
      await sql`update organizations set ${sql.ref(column)} = now() where id = ${practice.id}`.execute(
        test.connection.db,
      )
      await work(practice.onboardingId)
      expect([await mailsOf(practice), await bellOf(practice.owner)]).toEqual([[], []])
    },
  )
})
